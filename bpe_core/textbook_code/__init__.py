"""The textbook's program as something to look at: recorded runs of it, and its other forms."""
