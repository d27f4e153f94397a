"""What the server keeps for its sessions: traces, tokenizer files, published vocabularies."""
