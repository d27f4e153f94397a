"""The stepper of Unigram: rounds of pruning instead of merges."""
