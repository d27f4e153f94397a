"""The parser hands on one message at a time. tests/served has the attacks."""

import pytest
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from server.streamlit_internals.websocket_messages import MOST_FRAMES, Parser
from tests.served.attackers import BINARY, CONTINUATION, FIN, PING, frame


def parser() -> Parser:
    """A parser after its handshake."""
    opened = Parser(state=OPEN, max_size=100)
    return opened


def came(opened: ServerProtocol, data: bytes = b"") -> list[bytes]:
    opened.receive_data(data)
    return [bytes(event.data) for event in opened.events_received()]  # type: ignore[union-attr]


def test_the_next_message_waits_for_the_one_before() -> None:
    """However messages are cut; frames between the pieces of a message are let through."""
    opened = parser()
    said = frame(b"one") + frame(b"tw", BINARY) + frame(b"?", FIN | PING)
    said += frame(b"o", FIN | CONTINUATION) + frame(b"three")
    assert came(opened, said) == [b"one"]
    assert came(opened) == []
    assert (opened.finished, opened.unfinished) == (3, 0)
    opened.reader.is_held = False
    assert came(opened) == [b"tw", b"?", b"o"]
    assert (opened.finished, opened.unfinished) == (3, 0)
    opened.reader.is_held = False
    assert came(opened) == [b"three"]


def test_what_has_begun_is_counted() -> None:
    opened = parser()
    came(opened, frame(b"12345", BINARY) + frame(b"678", CONTINUATION))
    assert (opened.finished, opened.unfinished) == (0, 8)


@pytest.mark.parametrize("pieces", [MOST_FRAMES - 2, MOST_FRAMES])
def test_a_message_of_too_many_pieces_ends_its_websocket(pieces: int) -> None:
    """Empty pieces count too."""
    opened = parser()
    came(opened, frame(b"", BINARY) + frame(b"", CONTINUATION) * pieces)
    assert (opened.parser_exc is not None) == (pieces == MOST_FRAMES)
