"""Fields that hand over what a learner typed, pasted or uploaded."""
