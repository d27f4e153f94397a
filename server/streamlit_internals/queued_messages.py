"""Keep queued messages when a fragment reruns.

Streamlit drops the queued messages of that fragment, since it is about to draw them again, but not
those of fragments inside it. The browser, asked to update a container it never received, then gives
up the whole page ("Bad delta path index"). Here nothing is dropped: to the browser it is as if
everything had been sent just before the fragment ran.

Depends on: a session of Streamlit 1.67.0 makes its queue from `app_session.ForwardMsgQueue`, and
says which parts run when it clears it; a message may replace one that still waits only if the
queue's `_delta_index_map` knows it.
Remove when: Streamlit also drops, or keeps, what the parts inside a part had drawn.
"""

from streamlit.runtime import app_session
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue


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
