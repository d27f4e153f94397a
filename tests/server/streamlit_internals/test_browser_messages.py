"""Only some parts of a browser's message are handed on."""

import asyncio
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from server.streamlit_internals.browser_messages import (
    ADDRESS_CHARACTERS,
    MESSAGE_BYTES,
    MOST_FRAMES,
    MOST_STATES,
    BrowserMessages,
    OneMessageAtATime,
    let_in,
)
from tests.served.attackers import BINARY, COMPRESSED, CONTINUATION, FIN, PING, bomb, frame


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


HANDSHAKE = b"\r\n".join(
    [
        b"GET / HTTP/1.1",
        b"Host: a.example",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Extensions: permessage-deflate",
        b"\r\n",
    ]
)


async def nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    """An app that leaves the websocket to the test."""
    await asyncio.Event().wait()


async def opened(kind: type[WebSocketsSansIOProtocol]) -> WebSocketsSansIOProtocol:
    """A websocket after its handshake, as uvicorn makes it."""
    config = Config(nothing, lifespan="off", log_config=None)
    config.load()
    websocket = kind(config=config, server_state=ServerState(), app_state={})
    transport = Mock(**{"is_closing.return_value": False, "get_extra_info.return_value": None})
    websocket.connection_made(transport)
    websocket.data_received(HANDSHAKE)
    assert await websocket.receive() == {"type": "websocket.connect"}
    await websocket.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    return websocket


@pytest.mark.parametrize(
    ("kind", "at_once"), [(WebSocketsSansIOProtocol, 3), (OneMessageAtATime, 1)]
)
@pytest.mark.anyio
async def test_uvicorn_alone_still_unpacks_all_that_comes(
    kind: type[WebSocketsSansIOProtocol], at_once: int
) -> None:
    """Ours waits until the app has taken a message, and loses none; then it reads on."""
    websocket = await opened(kind)
    websocket.data_received(bomb(1_000_000) * 3)
    assert websocket.queue.qsize() == at_once
    for _ in range(3):
        message: Any = await websocket.receive()
        assert len(message["bytes"]) == 1_000_000
    assert not websocket.read_paused
    websocket.transport.resume_reading.assert_called()  # type: ignore[attr-defined]
    websocket.stop_keepalive()


@pytest.mark.anyio
async def test_who_does_not_read_is_not_listened_to() -> None:
    """Messages that come meanwhile are neither unpacked nor lost."""
    websocket = await opened(OneMessageAtATime)
    websocket.pause_writing()
    websocket.data_received(frame(b"later"))
    assert websocket.queue.empty()
    websocket.transport.pause_reading.assert_called()  # type: ignore[attr-defined]
    websocket.resume_writing()
    assert await websocket.receive() == {"type": "websocket.receive", "bytes": b"later"}
    websocket.stop_keepalive()


@pytest.mark.parametrize("head", [FIN | PING, CONTINUATION])
@pytest.mark.anyio
async def test_frames_that_end_no_message_end_the_websocket(head: int) -> None:
    """If there are very many: each takes its time, and no limit of messages counts them."""
    websocket = await opened(OneMessageAtATime)
    websocket.data_received(frame(b"", BINARY) + frame(b"", head) * (MOST_FRAMES - 2))
    websocket.transport.abort.assert_not_called()  # type: ignore[attr-defined]
    websocket.data_received(frame(b"", head))
    websocket.transport.abort.assert_called_once()  # type: ignore[attr-defined]
    websocket.stop_keepalive()


@pytest.mark.anyio
async def test_a_websocket_with_many_messages_goes_on() -> None:
    """Each ends in a frame of its own, which counts for no other."""
    websocket = await opened(OneMessageAtATime)
    for _ in range(MOST_FRAMES + 1):
        websocket.data_received(frame(b"x"))
        await websocket.receive()
    websocket.transport.abort.assert_not_called()  # type: ignore[attr-defined]
    websocket.stop_keepalive()


@pytest.mark.anyio
async def test_after_its_end_nothing_is_unpacked() -> None:
    """Also if the app has ended it because of what came."""
    websocket = await opened(OneMessageAtATime)
    await websocket.send({"type": "websocket.close", "code": 1002, "reason": ""})
    websocket.data_received(bomb(MESSAGE_BYTES))
    websocket.transport.close.assert_called()  # type: ignore[attr-defined]
    assert websocket.conn.current_size is None


@pytest.mark.parametrize(
    "frames",
    [
        bomb(MESSAGE_BYTES + 1),
        frame(bytes(MESSAGE_BYTES + 1)),
        frame(bytes(MESSAGE_BYTES), BINARY) + frame(b"x", CONTINUATION),
        bomb(MESSAGE_BYTES // 2, COMPRESSED | BINARY) + bomb(MESSAGE_BYTES, CONTINUATION),
    ],
    ids=["compressed", "plain", "in pieces", "in compressed pieces"],
)
@pytest.mark.anyio
async def test_a_message_that_is_too_large_ends_its_websocket(frames: bytes) -> None:
    websocket = await opened(OneMessageAtATime)
    websocket.data_received(frames)
    message: Any = await websocket.receive()
    assert (message["type"], message["code"]) == ("websocket.disconnect", 1009)
