"""Rooms in which a class predicts together: phones, a teacher's tab, and what joins them."""
