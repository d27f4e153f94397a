"""What the lessons about vocabularies share: which are chosen, and what their files answer."""
