"""The session: its state, its link, its language, and its traces."""
