"""The settings of a training and the language, beside every lesson and in its head."""
