"""Insertions into Streamlit's page."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from server.requests.headers import STREAMLITS_FILES as FOLDER
from server.streamlit_internals.page_files import Insertion, PageInsertions

ADDED = Insertion("<style>html { color: red }</style>", "<p>Soon.</p>")
INDEX = (FOLDER / "index.html").read_text(encoding="utf-8")


def _page(request: Request) -> Response:
    """As Streamlit answers: compressed if the browser accepts that, with the file's own tag."""
    headers = {"Content-Type": "text/html; charset=utf-8", "ETag": "file"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(gzip.compress(INDEX.encode()), headers=headers)
    return Response(INDEX, headers=headers)


def _other(_request: Request) -> Response:
    return Response("<head></head>", headers={"Content-Type": "text/html", "ETag": "own"})


ROUTES = [
    Route("/", _page),
    Route("/unigram", _page),
    Route("/room/ABCD", _other),
    Route("/_stcore/page", _page),
    Route("/text", lambda _request: PlainTextResponse("</head> ./static/js/index.")),
]


@pytest.fixture
def client() -> TestClient:
    app = Starlette(routes=ROUTES)
    return TestClient(PageInsertions(app, lambda _request: ADDED))


@pytest.mark.parametrize("path", ["/", "/unigram"])
def test_streamlits_page_has_what_is_added(client: TestClient, path: str) -> None:
    """Its tag is dropped, so that a browser that has the bare page asks for this one."""
    answer = client.get(path)
    head, shown = "<head>", '<div id="root">'
    with_head = INDEX.replace(head, head + ADDED.head)
    assert answer.text == with_head.replace(shown, ADDED.body + shown) != with_head != INDEX
    assert "etag" not in answer.headers


@pytest.mark.parametrize("path", ["/room/ABCD", "/_stcore/page", "/text"])
def test_any_other_answer_is_left_alone(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert "Soon." not in answer.text
    assert answer.status_code == 200
