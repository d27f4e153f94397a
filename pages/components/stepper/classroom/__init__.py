"""A stepper in a class: notes, and hidden panels."""
