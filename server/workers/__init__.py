"""Processes that train for the pages: the queue, how they start, and what ends them."""
