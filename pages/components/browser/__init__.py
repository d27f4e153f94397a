"""Browser modules that several components import: JSON as bytes, tab memory, page reloads."""
