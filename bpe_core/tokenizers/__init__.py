"""Tokenizers that need no training here, and tools and measures that all tokenizers share."""
