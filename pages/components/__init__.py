"""Components that several lessons share."""
