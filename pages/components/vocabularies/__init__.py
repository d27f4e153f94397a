"""Shared by the lessons about vocabularies: the chosen ones, and answers from their files."""
