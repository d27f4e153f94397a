"""How tokens are drawn, and the drawings made of them."""
