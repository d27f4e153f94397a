"""The promises of every lesson, and of the frame around them."""
