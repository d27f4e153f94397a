"""The sidebar of every lesson: the language, the corpus, and the settings of the training."""
