"""How a text becomes token ids, for tokenizers of every kind."""
