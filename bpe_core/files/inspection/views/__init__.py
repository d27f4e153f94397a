"""Views of an opened file: each module answers one question, as plain values for JSON."""
