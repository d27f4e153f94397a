"""From a learner's text to a corpus: read, normalize, pre-tokenize, count and spell it."""
