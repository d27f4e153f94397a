"""What stands around the pages: security headers and limits. Knows nothing of lessons."""
