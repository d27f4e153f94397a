"""What trainers do, right or wrong: recipes, the words they make, mistakes, tie orders."""
