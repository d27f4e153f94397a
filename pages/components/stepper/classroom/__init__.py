"""What a class sees of a stepper: notes, and hidden panels."""
