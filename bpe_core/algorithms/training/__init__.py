"""Train with BPE, WordPiece or Unigram, or with all three together."""
