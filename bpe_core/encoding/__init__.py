"""Encode a text as token ids, for tokenizers of every kind."""
