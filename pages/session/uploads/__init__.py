"""Files that a visitor has uploaded: tokenizers for every lesson, and vocabularies to inspect."""
