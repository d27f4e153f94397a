"""The sample corpora: small word tables and texts to learn from, in both languages.

To add one, put its file into `data/` and an entry into `catalogue.toml`. The app lists it and
the tests check it from then on.
"""

from sample_corpora.catalogue import CATALOGUE, Entry, content, corpus_for, load

__all__ = ["CATALOGUE", "Entry", "content", "corpus_for", "load"]
