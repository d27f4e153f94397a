"""Following somebody's merges through a corpus, for each of the trainers that are tried."""
