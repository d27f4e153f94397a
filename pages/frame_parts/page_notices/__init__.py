"""The page's own notices, with or without its server, in a line at its lower edge.

One notice says that the connection is lost, until it is back: meanwhile the learner can go on
stepping, and a server that is back draws the page again. The other says how many half characters
(lone surrogates) were replaced in a field: one that reached the server would end the connection.
"""

import time

from pages.components.component import component

_component = component(
    "page_notices",
    "frame_parts/page_notices/page_notices.js",
    html=None,
)


def watch_page() -> None:
    """Show the page's notices when there are any, and nothing otherwise."""
    _component(
        key="page_notices",
        data={"drawn": time.time_ns()},
        on_back_change=lambda: None,  # the rerun itself is the answer
    )
