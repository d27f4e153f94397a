"""A websocket hands on one message at a time. tests/served has the attacks."""

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from server.streamlit_internals.browser_messages import (
    MESSAGE_BYTES,
    MOST_FRAMES,
    OneMessageAtATime,
)
from tests.served.attackers import BINARY, COMPRESSED, CONTINUATION, FIN, PING, bomb, frame

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
