"""Stores that all sessions share: traces, tokenizer files, published vocabularies."""
