"""The page's own notices, with or without its server, in a line at its lower edge.

One notice says that the connection is lost, until it is back: meanwhile the learner can go on
stepping, and a server that is back draws the page again. The other says how many half characters
(lone surrogates) were replaced in a field: one that reached the server would end the connection.
"""

import time

from pages.components.component import component
from pages.session.language import _

_component = component(
    "page_notices",
    "frame_parts/page_notices/page_notices.js",
    html=None,
)


def watch_page() -> None:
    """Show the page's notices when there are any, and nothing otherwise."""
    lost = _(
        "The connection to the server is lost. You can still step through the merges; everything "
        "else will work again as soon as the connection is back. You don't need to reload."
    )
    one = _("A half character (a lone surrogate) in this field was replaced by �.")
    more = _("{n} half characters (lone surrogates) in this field were replaced by �.")
    texts = {"lost": lost, "replaced": more, "replaced_one": one}
    _component(
        key="page_notices",
        data=texts | {"drawn": time.time_ns()},
        on_back_change=lambda: None,  # the rerun itself is the answer
    )
