"""What the page itself has to say, with or without its server, in a line at its lower edge.

That the connection is lost, until it is back: steps can be walked on meanwhile. And how many half
characters (lone surrogates) were replaced in a field: one that reached the server would end the
connection.
"""

from pages.ui.component import component
from pages.ui.language import _

_component = component(
    "page_notices", "page_notices/connection.js", "page_notices/page_notices.js", html=None
)


def watch_page() -> None:
    """Let the page say so. Draws nothing where all is well."""
    lost = _(
        "The connection to the server is lost. You can go on stepping; everything else works "
        "again as soon as it is back, without a reload."
    )
    one = _("A half character (a lone surrogate) in this field was replaced by �.")
    more = _("{n} half characters (lone surrogates) in this field were replaced by �.")
    _component(data={"lost": lost, "replaced": more, "replaced_one": one}, key="page_notices")
