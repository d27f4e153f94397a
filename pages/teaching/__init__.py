"""What a teacher adds to a lesson: view options, links for a class, take-home files."""
