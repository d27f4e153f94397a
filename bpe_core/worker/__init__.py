"""Long work in a process of its own, and what it hands over to the process that asked for it."""
