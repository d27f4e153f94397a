"""Parity-aware BPE: the language whose text is longest now decides the next merge."""
