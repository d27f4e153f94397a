"""Who may stay connected: the rules alone, without a server. tests/served has the attacks."""

import asyncio
from typing import Any

import pytest

from server.streamlit_internals import connections
from server.streamlit_internals.connections import Connections, ReadingTime


class Transport:
    """Records what is sent, and whether it was closed; `unread` counts bytes that nobody reads."""

    def __init__(self, unread: int = 0) -> None:
        self.unread = unread
        self.looks = 0
        self.is_ended = False

    def get_write_buffer_size(self) -> int:
        self.looks += 1
        return self.unread

    def abort(self) -> None:
        self.is_ended = True


class Connection:
    def __init__(self) -> None:
        self.transport = Transport()


def waiting(all_connections: Connections, address: str, is_proxy: bool = False) -> Any:
    """A connection that waits for its next request, or None if it may not stay."""
    connection: Any = Connection()
    if not all_connections.enter(connection, address, is_proxy):
        return None
    all_connections.waiting[connection] = None
    return connection


def test_where_there_are_too_many_the_one_that_waits_longest_goes() -> None:
    """A connection that is being answered stays; if none waits, no more can come in."""
    all_connections = Connections(3)
    first, second, third = (waiting(all_connections, address) for address in "abc")
    del all_connections.waiting[first]  # it is now being answered
    fourth = waiting(all_connections, "d")
    assert [one.transport.is_ended for one in (first, second, third, fourth)] == [
        *(False, True),
        *(False, False),
    ]
    all_connections.waiting.clear()
    assert waiting(all_connections, "e") is None
    all_connections.leave(third)
    assert waiting(all_connections, "e") is not None
    assert len(all_connections.open) == 3


def test_an_address_has_half_and_a_proxy_all() -> None:
    """Beyond its half, an address loses its own connections."""
    all_connections = Connections(4)
    other = waiting(all_connections, "other")
    own = [waiting(all_connections, "own") for _ in range(3)]
    assert [one.transport.is_ended for one in (other, *own)] == [False, True, False, False]
    proxied = [waiting(all_connections, "own", is_proxy=True) for _ in range(2)]
    assert not any(one.transport.is_ended for one in (*own[1:], *proxied[:1]))
    assert other.transport.is_ended  # the oldest of all, when there are too many in total


def test_what_left_twice_is_counted_once() -> None:
    all_connections = Connections(2)
    one = waiting(all_connections, "a")
    all_connections.leave(one)
    all_connections.leave(one)
    assert waiting(all_connections, "a") is not None
    assert waiting(all_connections, "b") is not None


@pytest.mark.parametrize(("taken", "ends"), [(0, True), (3_999, True), (4_001, False)])
def test_an_answer_that_nobody_takes_ends_its_connection(
    monkeypatch: pytest.MonkeyPatch, taken: int, ends: bool
) -> None:
    """An answer that is read slowly continues."""
    monkeypatch.setattr(connections, "READING_SECONDS", 0.01)

    async def read() -> bool:
        transport = Transport(100_000)
        reading = ReadingTime(transport)  # type: ignore[arg-type]
        reading.start()
        transport.unread -= taken
        while transport.looks < 2:
            await asyncio.sleep(0)
        reading.stop()
        return transport.is_ended

    assert asyncio.run(read()) == ends
