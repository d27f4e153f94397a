"""Byte pair encoding: training, its trace, the views of every step, and encoding."""
