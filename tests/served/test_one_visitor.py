"""The real server, attacked by one visitor: the others can carry on.

What a proxy in front of it takes care of (slow heads, bodies, idle connections) is not tried here.
"""

import gzip
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email.message import Message
from itertools import product
from pathlib import Path

import pytest
import streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.learner import Learner, own_text_query
from server.streamlit_internals.browser_messages import MESSAGE_BYTES
from tests.served.attackers import Connection, bomb, frame, is_served, memory_of
from tests.served_app import PATIENCE, Server, start_server, stop

#: How many places the attacked server and an address have.
PLACES, OF_AN_ADDRESS = 20, 8
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = {
        "MERGE_BY_MERGE_SESSIONS": str(PLACES),
        "MERGE_BY_MERGE_ADDRESS_SESSIONS": str(OF_AN_ADDRESS),
    }
    running = start_server(tmp_path_factory.mktemp("attacked") / "log.txt", **environment)
    yield running
    stop(running.process)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def open_many(server: Server, stack: ExitStack, count: int, source: str = "127.0.0.1") -> list:  # type: ignore[type-arg]
    return [stack.enter_context(Connection(server.url, source)) for _ in range(count)]


# Requests


def test_files_are_taken_nowhere(server: Server) -> None:
    """No page reads files from Streamlit's own upload route: it is closed."""
    learner = Learner(server.url, own_text_query())
    address = f"{server.url}/_stcore/upload_file/session/file"
    for method, data in (("PUT", b"x" * 1_000), ("OPTIONS", None), ("DELETE", None)):
        asked = urllib.request.Request(address, data, method=method)
        with pytest.raises(urllib.error.HTTPError) as told:
            urllib.request.urlopen(asked)
        assert told.value.code == 404
    learner.close()


def test_no_number_in_an_address_is_too_large(server: Server) -> None:
    """That includes the address of a trace that is kept."""
    learner = Learner(server.url, "lang=en")
    addresses = (
        "{key}/{n}",
        "{key}/sum/{n}/0/0",
        "{key}/sum/0/{n}/1",
        "{key}/counts/{n}/0",
        "{key}/worth/{n}/1",
    )
    for address, key, digits in product(addresses, (learner.walk["key"], "x"), (1_000, 5_000)):
        path = address.format(key=key, n="9" * digits)
        with pytest.raises(urllib.error.HTTPError) as told:
            urllib.request.urlopen(f"{server.url}/trace/{path}")
        assert told.value.code == 404, (address, key, digits)
        assert all(told.value.headers[name] for name in HEADERS), (address, key, digits)
    learner.close()


# Websockets


def test_an_address_has_its_share_of_the_places(server: Server, stack: ExitStack) -> None:
    """The rest is for others, even when one tab too many comes back."""
    statuses = []
    for one in open_many(server, stack, OF_AN_ADDRESS + 2, source="127.0.0.2"):
        statuses.append(one.open_websocket())
        if statuses[-1] == 101:
            one.send(frame(states(1).SerializeToString()))
            assert one.socket.recv(1)  # with the answer, it has its place
    assert statuses == [101] * (OF_AN_ADDRESS + 1) + [503]
    learner = Learner(server.url, "lang=en")
    assert learner.walk
    learner.close()


def test_what_is_compressed_is_unpacked_one_by_one(server: Server, stack: ExitStack) -> None:
    """A few hundred compressed kilobytes over some websockets expand to gigabytes of zeros."""
    before = memory_of(server.process.pid)
    bombs = bomb(MESSAGE_BYTES) * 80
    sockets = open_many(server, stack, OF_AN_ADDRESS)
    for one in sockets:
        assert one.open_websocket() == 101
    highest = before
    with ThreadPoolExecutor(len(sockets)) as attackers:
        sending = [attackers.submit(send_until_closed, one, bombs) for one in sockets]
        while not all(one.done() for one in sending):
            highest = max(highest, memory_of(server.process.pid))
            time.sleep(0.005)
    assert highest - before < 150_000_000
    assert is_served(server.url)


def send_until_closed(connection: Connection, data: bytes) -> None:
    try:
        connection.send(data)
    except OSError:
        return
    connection.wait_until_closed(5.0)


# Messages


def states(count: int) -> BackMsg:
    message = BackMsg()
    message.rerun_script.query_string = "lang=en"
    widgets = (WidgetState(id=f"$$ID-x-{i}", bool_value=True) for i in range(count))
    message.rerun_script.widget_states.widgets.extend(widgets)
    return message


def test_what_no_page_asks_for_is_passed_over(server: Server) -> None:
    """They get no answer, and the next message does. Which these are is tested in `server`."""
    learner = Learner(server.url, "lang=en")
    came: list[str | None] = []
    asks_for_files = {"request_id": "x", "file_names": ["a"] * 1_000}
    for message in (BackMsg(load_git_info=True), BackMsg(file_urls_request=asks_for_files)):
        learner._socket.send(message.SerializeToString())
    learner._socket.send(states(1).SerializeToString())
    while "script_finished" not in came:
        said = ForwardMsg.FromString(learner._socket.recv(timeout=PATIENCE))  # type: ignore[arg-type]
        came.append(said.WhichOneof("type"))
    assert not {"git_info_changed", "file_urls_response", "session_event"} & set(came)
    learner.close()


def test_messages_without_end_wait_for_their_turn(server: Server, stack: ExitStack) -> None:
    """Others are served meanwhile, and the sender is not disconnected."""
    (hasty,) = open_many(server, stack, 1)
    hasty.open_websocket()
    hasty.send(frame(states(1).SerializeToString()) * 2_000)
    assert is_served(server.url)
    learner = Learner(server.url, "lang=en")
    assert learner.walk
    learner.close()


FOLDER = Path(streamlit.__file__).parent / "static"
SCRIPT = next((FOLDER / "static" / "js").glob("index.*.js"))


def get(address: str, **headers: str) -> tuple[bytes, Message]:
    asked = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(asked) as answer:
        return answer.read(), answer.headers


def test_a_script_comes_compressed_and_is_the_same(server: Server) -> None:
    """Twice: the second time it comes from memory."""
    address = f"{server.url}/{SCRIPT.relative_to(FOLDER)}"
    for _ in range(2):
        body, headers = get(address, **{"Accept-Encoding": "gzip, br"})
        assert gzip.decompress(body) == SCRIPT.read_bytes()
        assert len(body) < SCRIPT.stat().st_size / 2
        assert headers["Content-Encoding"] == "gzip"
        assert headers["Vary"] == "Accept-Encoding"
        assert "javascript" in headers["Content-Type"]
        assert "immutable" in headers["Cache-Control"]
        assert "script-src 'self'" in headers["Content-Security-Policy"]
