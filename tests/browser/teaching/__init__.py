"""Lessons in a class and in other people's pages."""
