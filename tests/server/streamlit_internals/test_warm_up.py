"""The app's own first visit: what it asks for, and that it leaves nothing behind."""

import asyncio
import gc
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from server.streamlit_internals import sessions as warm_up
from server.streamlit_internals.sessions import keep_for_good, visit


class Server:
    """Streamlit's runtime, as far as a visit goes; `answers` says whether it draws a page."""

    def __init__(self, answers: bool) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str]] = []  # the page and the query
        self.open: dict[str, Any] = {}

    def connect_session(self, client: Any, user_info: dict[str, str]) -> str:
        session = str(len(self.asked))
        self.open[session] = client
        return session

    def handle_backmsg(self, session: str, message: Any) -> None:
        asked = message.rerun_script
        self.asked.append((asked.page_name, asked.query_string))
        if self.answers:
            seen = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
            self.open[session].write_forward_msg(seen)

    def close_session(self, session: str) -> None:
        del self.open[session]


@pytest.fixture(params=[True, False], ids=["answers", "hangs"])
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Server:
    stub = Server(request.param)
    monkeypatch.setattr(warm_up.runtime, "get_instance", lambda: stub)
    monkeypatch.setattr(warm_up, "PATIENCE", 0.01)
    return stub


def test_a_visit_ends_whatever_the_page_does(server: Server) -> None:
    """The visit reports whether the page was drawn, and its session is closed."""
    assert asyncio.run(visit("compare?corpus=low")) == server.answers
    assert (server.asked, server.open) == ([("compare", "corpus=low")], {})


def test_what_a_visit_brought_is_passed_over_by_the_collector() -> None:
    gc.unfreeze()
    try:
        keep_for_good()
        kept, left = gc.get_freeze_count(), len(gc.get_objects())
    finally:
        gc.unfreeze()
    assert kept > 10 * left
