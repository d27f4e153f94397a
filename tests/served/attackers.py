"""Visitors who send a running server raw bytes, as no browser would."""

import os
import socket
import struct
import time
import urllib.request
import zlib
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from tests.served_app import PATIENCE

FIN, COMPRESSED, MASKED = 0x80, 0x40, 0x80
CONTINUATION, BINARY, PING = 0, 2, 9


def frame(payload: bytes, head: int = FIN | BINARY) -> bytes:
    """One frame of a websocket, masked with zeros, so its content stays as it is."""
    size = len(payload)
    if size < 126:
        length = struct.pack("!B", MASKED | size)
    elif size < 2**16:
        length = struct.pack("!BH", MASKED | 126, size)
    else:
        length = struct.pack("!BQ", MASKED | 127, size)
    return bytes([head]) + length + bytes(4) + payload


def bomb(size: int, head: int = FIN | COMPRESSED | BINARY) -> bytes:
    """A frame that is a thousand times smaller than the `size` zeros in it."""
    deflate = zlib.compressobj(9, wbits=-12)
    packed = deflate.compress(bytes(size)) + deflate.flush(zlib.Z_SYNC_FLUSH)
    return frame(packed[:-4] if head & FIN else packed, head)


class Connection:
    """A connection to the server over which anything can be sent."""

    def __init__(self, url: str, source: str = "127.0.0.1") -> None:
        self.host = urlsplit(url).netloc
        name, _, port = self.host.partition(":")
        self.socket = socket.create_connection(
            (name, int(port)), PATIENCE, source_address=(source, 0)
        )

    def __enter__(self) -> "Connection":
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def open_websocket(self) -> int:
        """Ask for a websocket that may be compressed, and return the answer's status."""
        said = [
            "GET /_stcore/stream HTTP/1.1",
            f"Host: {self.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: streamlit",
            "Sec-WebSocket-Extensions: permessage-deflate",
        ]
        self.send("\r\n".join([*said, "", ""]).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            if not (came := self.socket.recv(1)):
                break
            head += came
        return int(head.split()[1]) if head else 0

    def wait_until_closed(self, seconds: float) -> None:
        """Ignore what the server sends, until it ends the connection or the time is over."""
        end = time.monotonic() + seconds
        with suppress(OSError):
            while (left := end - time.monotonic()) > 0:
                self.socket.settimeout(left)
                if not self.socket.recv(65_536):
                    return


def is_served(url: str) -> bool:
    """Whether a new visitor gets the page. Raises what a browser would show."""
    asked = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return bool(answer.read())


def memory_of(pid: int) -> int:
    """Bytes of memory used by a process and those it has started."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
