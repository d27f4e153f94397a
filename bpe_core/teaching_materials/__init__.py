"""Materials made of `bpe_core/textbook.py`: recorded runs, an exercise, a notebook, a class."""
