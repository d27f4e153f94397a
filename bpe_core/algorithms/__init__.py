"""The three algorithms that learn a vocabulary: BPE, WordPiece and Unigram, and what they share."""
