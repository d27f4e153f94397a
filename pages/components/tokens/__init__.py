"""How tokens are drawn, and what is drawn of them."""
