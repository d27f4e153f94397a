"""Picky BPE: a token that a merge has used up leaves the vocabulary."""
