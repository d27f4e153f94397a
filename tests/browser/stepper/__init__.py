"""The stepper: alone, and what follows it on a page."""
