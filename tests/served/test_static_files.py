"""Streamlit's own files, as a browser gets them: the same as on disk, only smaller."""

import gzip
import urllib.request
from email.message import Message
from pathlib import Path

import streamlit

from tests.served_app import Server

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


def test_who_takes_no_gzip_gets_the_file_as_it_is(server: Server) -> None:
    body, headers = get(
        f"{server.url}/{SCRIPT.relative_to(FOLDER)}", **{"Accept-Encoding": "identity"}
    )
    assert body == SCRIPT.read_bytes()
    assert headers["Content-Encoding"] is None
