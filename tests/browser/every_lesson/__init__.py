"""What is promised of every lesson, and of the frame around them."""
