"""How long a request may take to arrive: real connections, a small app, and a short time."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from uvicorn import Config, Server

from server.streamlit_internals import connections
from server.streamlit_internals.connections import HttpConnection
from tests.served.attackers import Connection

#: Seconds in which a head has to arrive here, and after which it certainly should have.
HEAD_SECONDS, PATIENCE = 0.5, 60.0


async def answer_all(_scope: Any, _receive: Any, send: Any) -> None:
    head = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """An app that answers everything, served as ours is, but with less patience."""
    config = Config(
        answer_all,
        port=0,
        http=HttpConnection,
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=0,
    )
    server = Server(config)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "HEAD_SECONDS", HEAD_SECONDS)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize("said", [b"", b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_connection_that_says_nothing_or_half_is_ended(url: str, said: bytes) -> None:
    """Only after its time, and it is told why."""
    begun = time.monotonic()
    with Connection(url) as half:
        half.send(said)
        assert (half.last_words(PATIENCE) or b"").startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - begun > HEAD_SECONDS / 2


def test_a_second_request_has_no_more_time_than_the_first(url: str) -> None:
    """Sending one byte after another does not keep a connection open."""
    with Connection(url) as slow:
        slow.ask("/")
        assert slow.answer()[0] == 200
        slow.send(b"GET / HTTP/1.1\r\n")
        end = time.monotonic() + PATIENCE
        while not slow.is_closed_within(HEAD_SECONDS / 5):
            assert time.monotonic() < end, "it is still there"
            slow.send(b"A")
