"""Fields that pass on what a learner typed, pasted or uploaded."""
