"""Only some parts of a browser's message are handed on."""

import asyncio
from unittest.mock import AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession

from server.streamlit_internals.browser_messages import (
    ADDRESS_CHARACTERS,
    MOST_STATES,
    BrowserMessages,
    let_in,
)


def rerun(**fields: object) -> BackMsg:
    return BackMsg(rerun_script=fields)  # type: ignore[arg-type]


def told(message: BackMsg) -> bytes | None:
    return let_in(message.SerializeToString())


@given(st.binary(max_size=200))
def test_whatever_comes_is_handed_on_or_ignored(data: bytes) -> None:
    """Streamlit itself refuses what cannot be read."""
    said = let_in(data)
    assert said is None or said == data or BackMsg.FromString(said).rerun_script


def test_what_a_page_says_is_handed_on_as_it_is() -> None:
    states = [WidgetState(id=f"$$ID-{i}-key", string_value="x") for i in range(MOST_STATES)]
    part = "$$STREAMLIT_INTERNAL_KEY_$$ID-1-own_text_part__events"
    states[0] = WidgetState(id=part, json_trigger_value="x" * 2_700_000)
    message = rerun(
        query_string="x" * ADDRESS_CHARACTERS,
        widget_states={"widgets": states},
        page_name="wordpiece",
    )
    assert told(message) == message.SerializeToString()


def test_a_file_can_be_asked_for_and_nothing_can_be_installed() -> None:
    """A download button represents a file that is made once the browser asks for it."""
    wanted = BackMsg(
        backend_operation_request={"request_id": "1", "deferred_file": {"file_id": "f"}}
    )
    assert told(wanted) == wanted.SerializeToString()
    assert told(BackMsg(backend_operation_request={"install_skills": {}})) is None


def test_what_no_page_says_is_ignored() -> None:
    """That includes an empty message, or a text, which has no bytes."""
    asked = ({"clear_cache": True}, {"load_git_info": True}, {"set_run_on_save": True})
    for fields in ({}, *asked, {"file_urls_request": {"file_names": ["a"]}}):
        assert told(BackMsg(**fields)) is None  # type: ignore[arg-type]
    assert told(rerun(query_string="x" * (ADDRESS_CHARACTERS + 1))) is None
    assert told(rerun(widget_states={"widgets": [{"id": "$$ID-x"}] * (MOST_STATES + 1)})) is None


@pytest.mark.parametrize(("path", "arrives"), [("/_stcore/stream", False), ("/room/BCDFHJ", True)])
def test_only_what_streamlit_would_read_is_checked(path: str, arrives: bool) -> None:
    """A room's messages are its own; here, one that no page sends is the first of two."""
    wanted = BackMsg(clear_cache=True).SerializeToString()
    events = [{"type": "websocket.receive", "bytes": wanted}, {"type": "websocket.disconnect"}]
    received: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return events.pop(0)

    async def app(_scope: object, receive: Receive, _send: object) -> None:
        received.append(dict(await receive()))

    scope = {"type": "websocket", "path": path}
    asyncio.run(BrowserMessages(app)(scope, receive, AsyncMock()))
    assert [event["type"] == "websocket.receive" for event in received] == [arrives]


def test_streamlit_alone_still_clears_what_everybody_shares() -> None:
    """If it asks first, or has no such message, this module can go."""
    assert {"clear_cache", "load_git_info"} <= set(BackMsg.DESCRIPTOR.fields_by_name)
    assert "_handle_clear_cache_request" in vars(AppSession)


def test_states_that_no_page_tells_are_left_out() -> None:
    """The session's own names are dropped; the others stay in order."""
    kept = [WidgetState(id=f"$$ID-{i}", string_value="x") for i in range(3)]
    others = [
        WidgetState(id="text", string_value="x"),
        WidgetState(id="$$STREAMLIT_INTERNAL_KEY_SCRIPT_RUN_WITHOUT_ERRORS", bool_value=True),
    ]
    mixed = [kept[0], *others, *kept[1:]]
    said = told(rerun(widget_states={"widgets": mixed}, page_name="quiz"))
    assert BackMsg.FromString(said or b"") == rerun(
        widget_states={"widgets": kept}, page_name="quiz"
    )
