"""The headers that every answer of the running server has."""

import urllib.error
import urllib.request

import pytest

from tests.served_app import Server


@pytest.mark.parametrize(
    "path", ["/", "/room/BCDFHJ", "/_stcore/health", "/static/no-such-file.js", "/no/such/page"]
)
def test_every_answer_has_the_security_headers(server: Server, path: str) -> None:
    try:
        with urllib.request.urlopen(server.url + path) as answer:
            headers = answer.headers
    except urllib.error.HTTPError as error:
        headers = error.headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
