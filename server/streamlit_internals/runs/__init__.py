"""How often a page is drawn, when, and what of a browser's requests is heard."""
