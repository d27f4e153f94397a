"""A room of two replicas: one room, which lives on when one of them is killed."""

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pages.components.rooms import own_address
from tests.served_app import PATIENCE, Server, start_server, stop
from tests.server.redis_server import redis_server

QUESTION = {"step": 1, "text": "SECRET?", "choices": ["SECRETA", "SECRETB"], "right": 0}


@pytest.fixture
def replicas(tmp_path: Path) -> Iterator[list[Server]]:
    with tempfile.TemporaryDirectory() as folder, redis_server(Path(folder)) as store:
        one, two = (tmp_path / f"{name}.txt" for name in ("one", "two"))
        with ExitStack() as started, ThreadPoolExecutor() as both:

            def start(log: Path) -> Server:
                server = start_server(
                    log,
                    *("--server.address", "0.0.0.0"),
                    MERGE_BY_MERGE_ROOMS=store,
                    MERGE_BY_MERGE_SIGNING_KEY="one for both " * 4,
                )
                started.callback(stop, server.process)
                return server

            yield list(both.map(start, (one, two)))


class Wire:
    """A phone or the teacher, at one of the replicas."""

    def __init__(self, server: Server, path: str, **first: Any) -> None:
        self.stack = ExitStack()
        address = server.url.replace("http", "ws") + "/room/" + path
        origin = Origin(server.url)
        self.socket: ClientConnection = self.stack.enter_context(connect(address, origin=origin))
        self.say(**first)

    def say(self, **said: Any) -> None:
        self.socket.send(json.dumps(said))

    def hear(self, name: str, **values: Any) -> Any:
        """The next message with this name and these values."""
        while True:
            said = json.loads(self.socket.recv(timeout=PATIENCE))
            if name in said and (not values or values.items() <= said[name].items()):
                return said[name]

    def wait_for_end(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                self.socket.recv(timeout=PATIENCE)

    def vote(self, number: int, choice: int) -> None:
        self.say(asked=1, round=number, vote=choice)
        assert self.hear("counts") == choice


def test_a_room_survives_a_replica(replicas: list[Server]) -> None:
    """One dies in the second vote: phones reconnect to the other, keep their votes, and go on.

    The teacher sees `localhost`; the code leads to the address of this machine's network.
    """
    one, two = replicas
    port = urlsplit(two.url).port
    teacher = Wire(two, "teacher", address=f"http://localhost:{port}/room/")
    opened = teacher.hear("opened")
    code = opened["code"]
    if host := own_address():  # None if this machine is in no network
        found = f"http://{host}:{port}"
        assert opened["address"] == f"{found}/room/{code}"
        assert "on the same network" in opened["reach"]
        with urllib.request.urlopen(opened["address"], timeout=PATIENCE) as page:
            assert page.status == 200
        two = replace(two, url=found)
    phones = [Wire((one, two)[n % 2], f"{code}/phone", seat=None) for n in range(6)]
    seats = [phone.hear("seat") for phone in phones]
    teacher.hear("room", here=6)
    teacher.say(do="ask", question=QUESTION)
    for n, phone in enumerate(phones):
        phone.hear("room", phase="voting")
        phone.vote(1, n % 2)
    teacher.hear("room", voted=6)
    for what in ("close", "again"):
        teacher.say(do=what)
    for phone in phones[:3]:
        phone.hear("room", round=2)
        phone.vote(2, 0)
    one.process.kill()
    one.process.wait()
    for n in (0, 2, 4):
        phones[n].wait_for_end()
        phones[n] = Wire(two, f"{code}/phone", seat=seats[n])
        assert phones[n].hear("seat") == seats[n]
    for phone in phones[3:]:
        phone.hear("room", round=2)
        phone.vote(2, 1)
    room = teacher.hear("room", voted=6)
    assert room["here"] == 6
    for what in ("close", "show"):
        teacher.say(do=what)
    assert teacher.hear("room", phase="shown")["rounds"] == [[3, 3], [3, 3]]
    teacher.say(do="carry_out")
    teacher.say(do="ask", word={"step": 0, "tokens": ["SECRET", "u", [229]], "rules": [7, 3]})
    assert phones[5].hear("room", asked=2)["ballot"]["kind"] == "pairs"
    phones[5].say(asked=2, round=1, vote=1)
    assert phones[5].hear("counts") == 1
    for what in ("close", "show"):
        teacher.say(do=what)
    shown = teacher.hear("room", asked=2, phase="shown")
    assert (shown["rounds"], shown["right"], shown["tied"]) == ([[0, 1]], [1], [])
    for server in replicas:
        assert "SECRET" not in server.read_log()
        assert code not in server.read_log()
    for wire in (teacher, *phones):
        wire.stack.close()
