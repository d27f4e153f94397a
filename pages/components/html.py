"""HTML of our own, told apart from text of a learner by its type."""


class Html(str):
    """HTML of our own, which is inserted as it is; any other text is literal."""
