"""What the frame around every lesson is made of."""
