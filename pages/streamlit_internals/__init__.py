"""What leans on how Streamlit 1.67 draws a page."""
