"""What a session shows: its state, its link, its language, and its traces."""
