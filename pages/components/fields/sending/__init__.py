"""Both ends of a transfer that a visitor sends in parts, with a progress bar."""
