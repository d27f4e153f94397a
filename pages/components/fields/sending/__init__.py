"""What a visitor sends in parts, with a bar: both ends of it."""
