"""The queue of messages for a browser when a part of its page runs again."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from server.streamlit_internals.drawing import UnsentMessages, keep_unsent_messages


def drawn(text: str, path: list[int], fragment: str = "") -> ForwardMsg:
    """A text that a page, or a part of it, puts somewhere."""
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.new_element.markdown.body = text
    message.delta.fragment_id = fragment
    return message


def announced(run: str) -> ForwardMsg:
    message = ForwardMsg()
    message.new_session.name = run
    return message


#: A whole page: a heading, a part of two texts, and a smaller part inside this part.
PAGE = [
    announced("whole"),
    drawn("heading", [0, 0]),
    drawn("first", [0, 1, 0], "part"),
    drawn("second", [0, 1, 1], "part"),
    drawn("inside", [0, 1, 2, 0], "inner"),
]
AGAIN = [announced("part"), drawn("first, again", [0, 1, 0], "part")]


def sent_by(queue: ForwardMsgQueue) -> list[ForwardMsg]:
    """The messages that a browser gets if the part runs before anything of the page was sent."""
    for message in PAGE:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    for message in AGAIN:
        queue.enqueue(message)
    return queue.flush()


def test_a_part_is_drawn_after_everything_that_was_drawn_before() -> None:
    assert sent_by(UnsentMessages()) == [*PAGE, *AGAIN]


def test_streamlit_alone_still_drops_a_part_and_keeps_what_is_inside_it() -> None:
    """If this fails, Streamlit has changed, and the queue of our own may go."""
    assert sent_by(ForwardMsgQueue()) == [PAGE[0], PAGE[1], PAGE[4], *AGAIN]


def test_a_whole_page_replaces_what_waits() -> None:
    queue = UnsentMessages()
    for message in PAGE:
        queue.enqueue(message)
    queue.clear(retain_lifecycle_msgs=True)
    assert queue.flush() == [PAGE[0]]


def test_sessions_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "ForwardMsgQueue", ForwardMsgQueue)
    keep_unsent_messages()
    assert vars(app_session)["ForwardMsgQueue"] is UnsentMessages
