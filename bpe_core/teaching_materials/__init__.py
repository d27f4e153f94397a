"""Made of `bpe_core/textbook.py` to teach with: recorded runs, an exercise, a notebook, a class."""
