"""A training as a page sees it: asked for, in progress, and walked through."""
