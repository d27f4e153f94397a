"""Draw a page so that nothing of it is lost, the walk comes first, and open boxes stay open.

**Queued messages are kept.** When a fragment reruns, Streamlit drops its queued messages, since it
is about to draw them again, but not those of fragments inside it. The browser, asked to update a
container it never received, then gives up the whole page ("Bad delta path index"). Here nothing is
dropped: to the browser it is as if everything had been sent just before the fragment ran.

Depends on: a session of Streamlit 1.67.0 makes its queue from `app_session.ForwardMsgQueue`, and
says which parts run when it clears it; a message may replace one that still waits only if the
queue's `_delta_index_map` knows it.
Remove when: Streamlit also drops, or keeps, what the parts inside a part had drawn.

**One part of a page comes first**, and the rest once the learner can see it. A browser shows
nothing of what has arrived until all of it is drawn, and charts and controls take it far longer
than the stepper. So the run waits after that part until the browser reports that the learner sees
it.

Depends on: Streamlit 1.67.0 draws a component after the controls and charts that come behind it in
the script; and `st.context.headers` is empty when a test, or the server's own warm-up, runs the
page instead of a browser.
Remove when: a page is drawn in the order in which it is looked at.

**An expander keeps its state** when it is drawn with another label, if it has a key. To
Streamlit, it is a new one. So when the language changes, an open box closes, and
one that is opened while the page is drawn in the other language is never drawn. Here its key says
which one it is, as with Streamlit's other widgets.

Depends on: Streamlit 1.67.0 names an expander by `layouts.compute_and_register_element_id`, with
`key_as_main_identity=False`.
Remove when: an expander is named by its key, as a button is.

**An unknown address** leads to a notice in the visitor's language. Streamlit would open a dialog,
"Page not found", over the page that it shows instead, in English only.

Depends on: `st.navigation` of Streamlit 1.67.0 calls `send_page_not_found` of its own module.
Remove when: Streamlit's dialog speaks the page's language, or an app can say what happens then.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.commands import navigation
from streamlit.elements import layouts
from streamlit.elements.lib.utils import compute_and_register_element_id
from streamlit.runtime import app_session
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from server.streamlit_internals.reruns import wait_interruptibly


class UnsentMessages(ForwardMsgQueue):
    """Streamlit's queue of messages to a browser, which loses none when a part of a page runs."""

    def clear(
        self, retain_lifecycle_msgs: bool = False, fragment_ids_this_run: list[str] | None = None
    ) -> None:
        """Clear the queue before a full rerun; keep it before a fragment rerun."""
        if fragment_ids_this_run is None:
            super().clear(retain_lifecycle_msgs)
        else:
            # The part's new drawing belongs after the message that announces its run.
            self._delta_index_map = {}


def keep_unsent_messages() -> None:
    """Make all future sessions keep what they have not sent."""
    app_session.ForwardMsgQueue = UnsentMessages  # type: ignore[attr-defined]


#: Seconds after which the rest is sent in any case: nobody may be looking at the tab.
PATIENCE = 3.0

#: The runs that wait, by the name of the part that is to be seen.
_waiting: defaultdict[str, list[threading.Event]] = defaultdict(list)
_lock = threading.Lock()


@contextmanager
def render_first(part: str) -> Iterator[None]:
    """Draw a part inside a `with` block, which ends when the learner sees it.

    `part` is the name under which its browser side reports that. After `PATIENCE` seconds, or if no
    browser is there to report anything, the block ends without it.
    """
    rendered = threading.Event()
    with _lock:
        _waiting[part].append(rendered)
    try:
        yield
        wait_interruptibly(rendered, PATIENCE if st.context.headers else 0)
    finally:
        _forget(part, rendered)


def _forget(part: str, rendered: threading.Event) -> None:
    with _lock:
        _waiting[part].remove(rendered)
        if not _waiting[part]:
            del _waiting[part]


def report_rendered(part: str) -> None:
    """Let the runs go on that wait until this part is seen. Works in any thread."""
    with _lock:
        for rendered in _waiting.get(part, ()):
            rendered.set()


def named_by_key(element_type: str, *, key_as_main_identity: Any, **arguments: Any) -> str:
    """Name an element as Streamlit does, but an expander by its key and how it begins."""
    identity = {"expanded"} if element_type == "expander" else key_as_main_identity
    return compute_and_register_element_id(element_type, key_as_main_identity=identity, **arguments)


def name_expanders_by_key() -> None:
    """Do so on all pages that are drawn from now on."""
    layouts.compute_and_register_element_id = named_by_key  # type: ignore[attr-defined]


def tell_unknown_addresses(tell: Callable[[], None]) -> None:
    """Call `tell` in the run of a page that is shown because its address is unknown."""
    navigation.send_page_not_found = lambda ctx: tell()
