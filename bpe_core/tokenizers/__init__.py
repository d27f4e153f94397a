"""Tokenizers that need no training of ours, and what all tokenizers share and are measured by."""
