"""How the server's answers leave: at once.

Leans on: `streamlit run` binds the socket itself, without the protocol by name, and hands it to
nobody, so it is collected from all objects there are (`_bind_socket` of Streamlit 1.67.0).
Can go: when Streamlit or uvicorn sets TCP_NODELAY, or lets an app have its socket.
"""

import gc
import socket


def send_at_once() -> int:
    """Let no answer wait for the receipt of the one before, on all sockets that listen here.

    An answer goes out in two parts, head and body. Without TCP_NODELAY the body waits until the
    browser has confirmed the head, up to 40 ms later, and a first visit asks for a hundred small
    files. asyncio sets it on sockets made with their protocol by name; Streamlit 1.67.0 binds its
    own without. An accepted connection inherits it. Returns how many sockets listen.
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
