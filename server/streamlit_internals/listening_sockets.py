"""Sends the server's answers at once.

Leans on: `streamlit run` binds the socket itself, without naming the protocol, and gives no access
to it, so it is searched for among all objects (`_bind_socket` of Streamlit 1.67.0).
Can go: when Streamlit or uvicorn sets TCP_NODELAY, or gives an app its socket.
"""

import gc
import socket


def send_at_once() -> int:
    """Set TCP_NODELAY on all listening sockets, so that answers don't wait for acknowledgements.

    An answer goes out in two parts, head and body. Without TCP_NODELAY the body waits until the
    browser has confirmed the head, up to 40 ms later, and a first visit asks for a hundred small
    files. asyncio sets the option on sockets that were created with an explicit protocol, but
    Streamlit 1.67.0 creates its own without one. Accepted connections inherit the option. Returns
    how many sockets listen.
    """
    listening = [
        thing
        for thing in gc.get_objects()
        if type(thing) is socket.socket
        and thing.fileno() >= 0
        and thing.family in (socket.AF_INET, socket.AF_INET6)
        and thing.type == socket.SOCK_STREAM
        and thing.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    ]
    for one in listening:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return len(listening)
