"""What the trainings of BPE, WordPiece and Unigram share, and all three side by side."""
