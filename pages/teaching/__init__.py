"""A teacher's additions to a lesson: view options, links for a class, take-home files."""
