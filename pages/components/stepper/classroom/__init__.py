"""What a class sees of a stepper: the guided lesson's cards, notes, and hidden panels."""
