"""From what a learner brings to a corpus: read, normalized, pre-tokenized, counted, spelled."""
