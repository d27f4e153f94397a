"""One lesson each, as a learner uses it."""
