"""Answers are sent without delay."""

import socket

from server.streamlit_internals.listening_sockets import send_at_once


def test_a_connection_to_a_listening_socket_waits_for_no_receipt() -> None:
    """Bound as Streamlit does it: without naming the protocol, and only on the listener."""
    with socket.socket() as listener, socket.socket() as visitor:
        listener.bind(("127.0.0.1", 0))
        assert send_at_once() >= 0
        assert not listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        listener.listen()
        assert send_at_once() >= 1
        visitor.connect(listener.getsockname())
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
