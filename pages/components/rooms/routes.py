"""The routes of rooms: the phones' page with its two files, and the websockets."""

from functools import cache, partial
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from pages.components.component import joined_styles, to_json, translations_of
from pages.components.component.joined_module import joined_module
from pages.components.rooms.hub import hub
from pages.components.rooms.sockets import Doors, PhoneSocket, RoomSocket
from pages.components.rooms.teacher_socket import TeacherSocket
from pages.session.language import HTML_LANG, _, best_language, speaking
from server.requests.headers import compressed_answer

_HERE = Path(__file__).parent
_PHONE = _HERE / "phone" / "phone.js"
_DOORS = Doors()
FILES = {"phone.js": "text/javascript", "phone.css": "text/css"}


@cache
def page(language: str) -> bytes:
    """The phones' page in a language: the same for every room, because it holds nothing of one."""
    with speaking(language):
        title, script_needed = _("Predict together"), _("This page needs JavaScript.")
        wait = _("Connecting…")
    html = (_HERE / "phone" / "phone.html").read_text("utf-8")
    for name, value in {
        "{lang}": HTML_LANG[language],
        "{title}": title,
        "{wait}": wait,
        "{script_needed}": script_needed,
        "{translations}": to_json(translations_of(_PHONE, language)).decode(),
    }.items():
        html = html.replace(name, escape(value))
    return html.encode()


@cache
def file(name: str) -> bytes:
    """One of `FILES`, with everything that it needs."""
    if name == "phone.js":
        return joined_module(_PHONE).encode()
    return joined_styles(f"components/rooms/phone/{name}").encode()


def _page(request: Request) -> Response:
    language = best_language(request.headers.get("Accept-Language"))
    return compressed_answer(request, page(language), "text/html", "no-cache")


def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return Response(status_code=404)
    return compressed_answer(request, file(name), FILES[name], "no-cache")


def _to_page(_request: Request) -> Response:
    return RedirectResponse("room/")


async def _serve(kind: type[RoomSocket], socket: WebSocket) -> None:
    await kind(socket, hub(), _DOORS).serve()


ROUTES = [
    Route("/room", _to_page),
    Route("/room/", _page),
    Route("/room/files/{name}", _file),
    Route("/room/{code}", _page),
    WebSocketRoute("/room/teacher", partial(_serve, TeacherSocket)),
    WebSocketRoute("/room/{code}/phone", partial(_serve, PhoneSocket)),
]
