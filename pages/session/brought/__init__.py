"""Files that a session has brought: tokenizers that every lesson can use, and ones to look into."""
