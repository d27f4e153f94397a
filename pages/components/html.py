"""HTML of our own: a type that is inserted as it is, prose with its emphasis, and templates."""

import re
from html import escape


class Html(str):
    """HTML of our own, which is inserted as it is; any other text is literal."""


def inline_html(prose: str) -> Html:
    """A sentence of ours in Markdown with its emphasis as HTML.

    >>> inline_html("A **pair** is *two* tokens & more.")
    'A <strong>pair</strong> is <em>two</em> tokens &amp; more.'
    """
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(prose.strip()))
    return Html(re.sub(r"\*(.+?)\*", r"<em>\1</em>", text))


def filled(template: str, **parts: str) -> str:
    """A template of ours with its parts. One pass: inserted text cannot name another part.

    >>> filled("%%A%% and %%B%%, 5%", A="one %%B%%", B="two")
    'one %%B%% and two, 5%'
    """
    return "".join(parts.get(piece, piece) for piece in template.split("%%"))
