"""What all components need from the browser."""
