"""Some pages come with the first walk."""

import pytest
from starlette.requests import Request

from pages.frame_parts.first_walk import first_paint


def body(path: str = "/", query: str = "", cookie: str = "") -> str:
    """The addition to the page for this request."""
    headers = [(b"cookie", cookie.encode())] if cookie else []
    scope = {"type": "http", "path": path, "query_string": query.encode(), "headers": headers}
    return first_paint(Request(scope | {"server": ("app", 80), "scheme": "http"})).body


@pytest.mark.parametrize(("path", "query"), [("/", "lang=en"), ("/", "step=3"), ("/unigram", "")])
def test_a_link_comes_without_the_first_walk(path: str, query: str) -> None:
    assert "first-walk" in body()
    assert not body(path, query)


def test_whoever_has_read_the_idea_sees_its_first_sentence() -> None:
    assert " data-read>" in body(cookie="lessons_read=unigram.train")
    assert " data-read>" not in body(cookie="lessons_read=unigram")
