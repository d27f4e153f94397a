"""Traces as bytes that are kept and may come back from a stranger: reading checks everything."""
