"""The program's other forms, in the learner's language: a notebook, an exercise, minbpe's class."""
