"""Draw tokens, and pictures made of them."""
