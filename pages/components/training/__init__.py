"""A training as a page meets it: asked for, on its way, and walked through."""
