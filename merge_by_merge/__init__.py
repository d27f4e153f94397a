"""The command `merge-by-merge`, which opens the app that the package carries."""
