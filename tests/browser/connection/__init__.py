"""Texts on their way, and a server or a tab that is away for a while."""
