"""What all components have to do with the browser."""
