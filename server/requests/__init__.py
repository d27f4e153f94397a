"""What every request passes: its address, limits, headers, the log, and whether it is answered."""
