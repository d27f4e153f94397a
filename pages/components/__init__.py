"""What several lessons draw with."""
