"""`Html`: the type of HTML that is inserted as it is. Any other string is escaped."""


class Html(str):
    """HTML of our own, which is inserted as it is; any other text is literal."""
