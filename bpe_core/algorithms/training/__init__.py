"""What the trainings of BPE, WordPiece and Unigram share, and training all three together."""
