"""Test a room over its websockets: a teacher, phones, and what strangers try."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from html import unescape
from typing import Any
from unittest.mock import MagicMock, Mock

import anyio
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from classroom.voting.room import LIFETIME, Room, load, new_code, save
from pages.components import rooms
from pages.components.rooms import hub as hubs
from pages.components.rooms import routes, sockets, teacher_socket
from pages.components.rooms.hub import R
from pages.components.rooms.sent_ballots import ballot_of_question, ballot_of_sent_word
from pages.components.rooms.sockets import Doors
from server.requests.endpoints import Endpoints
from server.requests.quotas import Places, Quota
from server.settings import settings
from server.stores.shared_store import MemoryStore, UnreachableError
from server.streamlit_internals.browser_messages import BrowserMessages

ADDRESS = "https://merge.example.edu/room/"
QUESTION = {"step": 1, "text": "2 + 2?", "choices": ["3", "4", "5"], "right": 1}
SCENE = {"step": 1, "words": [[["h", "ug"], 10]], "rules": [["u", "g", "ug"]], "running": "hug"}
MOST_ROOMS = 3
#: Looks for a message, with a turn for the app between two of them: it needs some twenty.
LOOKS = 500


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The routes behind the app's own doors, with rooms and limits for this test alone.

    In the end, no phone has a place, and no room is watched that nobody looks at.
    """
    monkeypatch.setattr(hubs, "store_of", lambda _, form, most: CopyingStore(form, most))
    monkeypatch.setattr(hubs, "MOST_ROOMS", MOST_ROOMS)
    hubs.hub.cache_clear()
    monkeypatch.setattr(routes, "_DOORS", Doors())
    middleware = [Middleware(each) for each in (Endpoints, Places, BrowserMessages)]
    with TestClient(Starlette(routes=routes.ROUTES, middleware=middleware)) as client:
        yield client
    assert (routes._DOORS.phones, hubs.hub()._views) == (0, {})
    hubs.hub.cache_clear()


class CopyingStore(MemoryStore[Room]):
    """Rooms in this process that are read as they were, like those of a store that is shared."""

    meanwhile: Callable[[], Awaitable[None]] | None = None  # happens while a room is read

    async def read(self, key: str) -> Room:
        room = load(save(await super().read(key)))
        if happens := self.meanwhile:
            self.meanwhile = None
            await happens()
        return room

    async def change(self, key: str, change: Callable[[Room], R]) -> R:
        return change(await super().read(key))


class Wire:
    """A websocket that is read until an expected message has come."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        socket.receive = self._receive
        #: The room as it was told before the answer to what was done last, if it was.
        self.told: dict[str, Any] | None = None

    def _receive(self) -> Any:
        """The next message; fails if none comes, by turns of the app and not by a clock."""

        async def look() -> Any:
            for _ in range(LOOKS):
                with suppress(anyio.WouldBlock):
                    return self.socket._send_rx.receive_nowait()
                await asyncio.sleep(0.01)
            pytest.fail("The room says nothing more.")

        return self.socket.portal.call(look)

    def say(self, **said: Any) -> None:
        self.socket.send_text(json.dumps(said))

    def hear(self, name: str) -> Any:
        while True:
            heard = self.socket.receive_json()
            if name in heard:
                return heard if name == "counts" else heard[name]

    def hear_room(self, **values: Any) -> Any:
        room, self.told = self.told, None
        while room is None or not values.items() <= room.items():
            room = self.hear("room")
        return room

    def do(self, what: str, **more: Any) -> Any:
        """Do something as the teacher, and return the answer: the room is told before it or after.

        The room waits a while before it tells everybody, so that depends on the machine.
        """
        self.say(do=what, **more)
        while True:
            heard = self.socket.receive_json()
            self.told = heard.get("room", self.told)
            if "did" in heard or "refused" in heard:
                return heard

    def end_code(self) -> int:
        try:
            while True:
                self.socket.receive_text()
        except WebSocketDisconnect as end:
            return int(end.code)


class Class:
    """A teacher and phones that leave when the lesson is over."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.open_sockets: list[Any] = []

    def wire(self, path: str) -> Wire:
        socket = self.client.websocket_connect(path)
        socket.__enter__()
        self.open_sockets.append(socket)
        return Wire(socket)

    def teacher(self, **said: Any) -> tuple[Wire, Any]:
        wire = self.wire("/room/teacher")
        wire.say(**({"address": ADDRESS} | said))
        return wire, wire.hear("opened")

    def phone(self, code: str, seat: Any = None) -> tuple[Wire, str]:
        wire = self.wire(f"/room/{code}/phone")
        wire.say(seat=seat)
        return wire, wire.hear("seat")


@pytest.fixture
def lesson(app: TestClient) -> Iterator[Class]:
    held = Class(app)
    yield held
    for socket in held.open_sockets:
        with suppress(CancelledError):  # what the client does with one that is still open
            socket.__exit__(None, None, None)


def test_who_comes_back_has_the_same_seat_and_vote(lesson: Class) -> None:
    """This also works while the old connection is open; a made-up seat gets a new one."""
    teacher, opened = lesson.teacher()
    teacher.do("ask", question=QUESTION, corpus="c" * 999)
    assert teacher.hear_room(phase="voting")["source"][1] == "c" * 200
    ann, seat = lesson.phone(opened["code"])
    ann.hear("room")
    ann.say(asked=1, round=1, vote=2)
    ann.hear("counts")
    again, same = lesson.phone(opened["code"].lower(), seat)
    assert same == seat
    heard = again.socket.receive_json()
    assert (heard["room"]["phase"], heard["yours"]) == ("voting", 2)
    assert teacher.hear_room(voted=1)["here"] == 1
    for forged in ("made-up", seat + "x", 7, None, "x" * 100):
        assert lesson.phone(opened["code"], forged)[1] not in (seat, forged)
    assert teacher.hear_room(here=6)["voted"] == 1
    lesson.open_sockets[-1].close()
    assert teacher.hear_room(here=5)["voted"] == 1


def test_a_teacher_comes_back_by_the_token_and_nobody_else_does(lesson: Class) -> None:
    _, opened = lesson.teacher()
    again, same = lesson.teacher(code=opened["code"], token=opened["token"])
    assert same == opened
    assert again.do("ask", question=QUESTION) == {"did": "ask"}
    routes._DOORS.all_misses = Quota(4, 3_600)
    wrong = dict.fromkeys(("", opened["token"] + "x", None, "\ud800"), sockets.NO_ROOM)
    for token, code in {**wrong, opened["token"]: sockets.TOO_OFTEN}.items():
        wire = lesson.wire("/room/teacher")
        wire.say(address=ADDRESS, code=opened["code"], token=token)
        assert wire.end_code() == code


def test_one_page_leads_a_room(lesson: Class) -> None:
    """The page before it changes nothing any more, and is told why."""
    first, opened = lesson.teacher()
    ann, _ = lesson.phone(opened["code"])
    first.do("ask", question=QUESTION)
    second, _ = lesson.teacher(code=opened["code"], token=opened["token"])
    second.do("show")
    first.say(do="carry_out")
    assert first.end_code() == sockets.LED_ELSEWHERE
    third, _ = lesson.teacher(code=opened["code"], token=opened["token"])
    assert second.end_code() == sockets.LED_ELSEWHERE  # which has done nothing since
    assert ann.hear_room(phase="shown")["right"] == [1]
    assert third.do("back") == {"did": "back"}
    assert "right" not in ann.hear_room(phase="closed")
    assert third.do("end").keys() == {"did", "csv"}
    assert (ann.end_code(), third.end_code()) == (sockets.GONE, sockets.GONE)
    assert lesson.wire(f"/room/{opened['code']}/phone").end_code() == sockets.NO_ROOM


def test_beliefs_are_put_in_the_language_of_the_teachers_page(lesson: Class) -> None:
    english, chinese = (lesson.teacher(lang=lang)[1]["texts"] for lang in ("en", "zh-Hans"))
    assert english["belief_words-once"] == "wins if each word is counted only once"
    assert english.keys() == chinese.keys()
    assert not {*english.values()} & {*chinese.values()}


def test_a_question_is_withdrawn_and_hands_are_counted(lesson: Class) -> None:
    teacher, opened = lesson.teacher()
    ann, _ = lesson.phone(opened["code"])
    teacher.do("ask", question=QUESTION)
    assert teacher.do("drop") == {"did": "drop"}
    ann.hear_room(phase="waiting", asked=1)
    teacher.do("ask", question=QUESTION)
    ann.hear_room(asked=2)
    ann.say(asked=2, round=1, vote=0)
    assert ann.hear("counts")["taken"] is True
    for count in (9, 2):  # counted again
        assert teacher.do("hands", choice=1, count=count) == {"did": "hands"}
    assert teacher.do("hands", choice=3, count=1) == {"refused": "hands"}
    room = teacher.hear_room(voted=3)
    assert room["here"] == 3
    teacher.do("close")
    teacher.do("show")
    assert ann.hear_room(phase="shown")["rounds"] == [[1, 2, 0]]


def test_a_room_ends_some_time_after_its_teachers_last_action(
    lesson: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, opened = lesson.teacher()
    monkeypatch.setattr(teacher_socket, "time", lambda: 1e10)
    for do in ("ask", "close"):
        teacher.do(do, question=QUESTION)
    room = asyncio.run(hubs.hub().read(opened["code"]))
    assert (room.asked_at, room.expires) == (1e10, 1e10 + LIFETIME)


def test_a_room_is_closed_to_new_phones(lesson: Class) -> None:
    """Those who are in come back; nobody else does, or takes a seat of those at their address."""
    routes._DOORS.seats = Quota(2, 7_200)
    teacher, opened = lesson.teacher()
    _, seat = lesson.phone(opened["code"])
    assert teacher.do("close_to_new") == {"did": "close_to_new"}
    stranger = lesson.wire(f"/room/{opened['code']}/phone")
    stranger.say(seat=None)
    assert stranger.end_code() == sockets.CLOSED
    assert lesson.phone(opened["code"], seat)[1] == seat
    teacher.do("open_to_new")
    assert lesson.phone(opened["code"])[1] != seat


def test_one_address_cannot_outvote_a_class(lesson: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has so many seats and no more, and the projector says that they came at once."""
    doors = Doors()
    doors.seats, doors.rush = Quota(4, 7_200), Quota(3, 60)
    monkeypatch.setattr(routes, "_DOORS", doors)
    teacher, opened = lesson.teacher()
    seats = [lesson.phone(opened["code"])[1] for _ in range(3)]
    assert lesson.phone(opened["code"], seats[0])[1] == seats[0]
    assert not asyncio.run(hubs.hub().read(opened["code"])).is_rushed
    lesson.phone(opened["code"])
    assert teacher.hear_room(rushed=True)["here"] == 4
    for made_up in (None, "made up", ["a", "list"]):
        fifth = lesson.wire(f"/room/{opened['code']}/phone")
        fifth.say(seat=made_up)
        assert fifth.end_code() == sockets.FULL
    teacher.do("open_to_new")
    assert teacher.hear_room(rushed=False)["here"] == 4


def test_phones_are_given_an_address_that_they_can_reach(
    lesson: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A teacher who opened `localhost` gets the machine's address in its network."""
    local = "http://localhost:8501/room/"
    monkeypatch.setattr(rooms, "own_address", lambda: "192.0.2.7")
    option = {"server.address": None}
    monkeypatch.setattr(rooms.st, "get_option", option.get)
    opened = lesson.teacher(address=local)[1]
    assert opened["address"] == f"http://192.0.2.7:8501/room/{opened['code']}"
    assert "on the same network" in opened["reach"]
    assert rooms.reachable("http://localhost/room/")[0] == "http://192.0.2.7/room/"
    option["server.address"] = "127.0.0.1"
    bound = lesson.teacher(address=local, lang="zh")[1]
    assert bound["address"] == local + bound["code"]
    assert "--server.address 0.0.0.0" in bound["reach"]
    assert "手机打不开" in bound["reach"]
    assert lesson.teacher()[1]["reach"] == ""


def test_a_machine_without_a_network_has_no_address_for_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the system says so, or would send to the machine itself."""
    probe = MagicMock()
    monkeypatch.setattr(rooms.socket, "socket", lambda *_: probe)
    probe.__enter__().getsockname.return_value = ("127.0.0.1", 9)
    assert rooms.own_address() is None
    probe.__enter__().connect.side_effect = OSError
    assert rooms.own_address() is None


def test_what_no_phone_says_ends_its_connection(lesson: Class) -> None:
    _, opened = lesson.teacher()
    for said in ("", "[]", "{", '{"seat":' + "1" * 500 + "}", '{"a":' * 30, "\x00", "1e999"):
        wire = lesson.wire(f"/room/{opened['code']}/phone")
        wire.socket.send_text(said)
        assert wire.end_code() == sockets.INVALID_MESSAGE
    longest = json.dumps({"seat": "x" * (sockets.PHONE_CHARACTERS - len('{"seat": ""}'))})
    wire = lesson.wire(f"/room/{opened['code']}/phone")
    wire.socket.send_text(longest)
    assert wire.hear("seat")
    bytes_only = lesson.wire(f"/room/{opened['code']}/phone")
    bytes_only.socket.send_bytes(b'{"seat":null}')
    assert bytes_only.end_code() == sockets.INVALID_MESSAGE


def test_a_forged_vote_changes_nothing_and_votes_that_come_too_fast_wait(lesson: Class) -> None:
    """Those of one phone, and those of all in a room. Which a room takes is tested with the room.

    A vote that is made for another ballot is not told which one counts in this.
    """
    routes._DOORS.phone_votes, routes._DOORS.votes = Quota(5, 3_600), Quota(6, 3_600)
    teacher, opened = lesson.teacher()
    teacher.do("ask", question=QUESTION)
    ann, bob, cy = (lesson.phone(opened["code"])[0] for _ in range(3))
    ann.say(asked=1, round=1, vote=2)
    assert ann.hear("counts") == {"asked": 1, "round": 1, "counts": 2, "taken": True}
    for forged in ({"vote": "1"}, {"do": "show"}, {"vote": 1, "asked": 2}, {"vote": 1, "round": 2}):
        said = {"asked": 1, "round": 1} | forged
        ann.say(**said)
        counts = 2 if (said["asked"], said["round"]) == (1, 1) else None
        assert ann.hear("counts").items() >= {"counts": counts, "taken": False}.items()
    ann.say(asked=1, round=1, vote=0)
    bob.say(asked=1, round=1, vote=1)
    assert bob.hear("counts")["taken"] is True
    cy.say(asked=1, round=1, vote=1)
    teacher.do("close")
    teacher.do("show")
    assert teacher.hear_room(phase="shown")["rounds"] == [[0, 1, 1]]


def test_who_waited_for_a_turn_may_have_to_wait_again(lesson: Class) -> None:
    """Until the vote is counted: others may have been faster."""
    seconds = iter([0.001, 0.001, 0.0])
    routes._DOORS.votes = Mock(take=lambda code, size: next(seconds))
    teacher, opened = lesson.teacher()
    teacher.do("ask", question=QUESTION)
    ann, _ = lesson.phone(opened["code"])
    ann.say(asked=1, round=1, vote=2)
    assert ann.hear("counts")["taken"] is True
    assert list(seconds) == []


@pytest.mark.parametrize("do", ["join", "vote", "__init__", "tallies", None, 1, ["close"]])
def test_a_teacher_can_do_only_what_there_is_to_do(lesson: Class, do: Any) -> None:
    teacher, _ = lesson.teacher()
    teacher.say(do=do)
    assert teacher.end_code() == sockets.INVALID_MESSAGE


def test_whoever_says_too_much_or_nothing_is_not_waited_for(
    lesson: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, opened = lesson.teacher(address=ADDRESS.ljust(300, "x"))
    teacher.say(do="csv", more="x" * sockets.TEACHER_CHARACTERS)
    far = lesson.wire("/room/teacher")
    far.say(address=ADDRESS.ljust(301, "x"))
    assert (teacher.end_code(), far.end_code()) == (sockets.INVALID_MESSAGE,) * 2
    for module in (sockets, teacher_socket):
        monkeypatch.setattr(module, "SECONDS_TO_ASK", 0.01)
    for path in ("teacher", f"{opened['code']}/phone"):
        assert lesson.wire(f"/room/{path}").end_code() == sockets.INVALID_MESSAGE


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"key": "x", "step": 0},
        {"word": {"step": 0, "tokens": ["h", "u"], "rules": [1]}},
        {"word": {"step": 0, "tokens": ["h", "u", "g"], "rules": [1]}},
        {"word": {"step": 0, "tokens": ["h", "u", ""], "rules": [1, None]}},
        {"word": {"step": 0, "tokens": ["h", "u", [256]], "rules": [1, None]}},
        {"word": {"step": 0, "tokens": ["h", "u", "g"], "rules": [True, None]}},
        {"word": {"step": True, "tokens": ["h", "u", "g"], "rules": [1, None]}},
        {"word": {"step": 0, "tokens": ["h", "u"] * 64 + ["g"], "rules": [1] * 128}},
        {"word": {"step": 0}},
        {"word": "hug"},
        {"key": None},
        *({"question": question} for question in (None, [], {})),
        *({"question": {**QUESTION, "right": right}} for right in (3, True)),
        *(
            {"question": {**QUESTION, "choices": choices}}
            for choices in (["a"], ["a", 1], "ab", ["a"] * 9, ["a", "x" * 501])
        ),
        *({"question": {**QUESTION, "text": text}} for text in ("", "x" * 2_001)),
        {"question": {**QUESTION, "step": "1"}},
        *(
            {"question": {**QUESTION, "languages": languages}}
            for languages in (
                *("zh", {"zh": 1}),
                *({"zh-Hans": {"text": "?", "choices": ["3"] * n}} for n in (2, 4)),
            )
        ),
        *(
            {"question": {**QUESTION, "scene": SCENE | wrong}}
            for wrong in (
                {"words": [["hug", 10]]},
                {"words": [[["h"], "10"]]},
                {"words": [[["h"], 1]] * 41},
                {"rules": [["h", "u"]]},
                {"running": ["hug"]},
                {"step": "1"},
            )
        ),
    ],
)
def test_a_question_without_sense_is_refused(lesson: Class, asked: dict[str, Any]) -> None:
    teacher, _ = lesson.teacher()
    assert teacher.do("ask", **asked) == {"refused": "ask"}


def test_a_question_may_be_as_large_as_the_limits_say() -> None:
    """Of a quiz's name, only letters are kept, which no spreadsheet reads as a formula.

    A belief is behind a wrong choice.
    """
    words, rules = [[["h", [0, 255]] * 64, 1]] * 40, [["x" * 400, [7] * 400, "x"]] * 40
    largest = QUESTION | {"text": "x" * 2_000, "choices": ["x" * 500, *"abcdefg"]}
    scene = {"step": None, "words": words, "rules": rules, "running": "x" * 2_000}
    about = {"scene": scene, "beliefs": [*["words-once"] * 7, "none of ours"]}
    ballot = ballot_of_question(largest | about | {"form": "m" * 21, "seed": 3})
    assert (len(ballot.shown["scene"]["words"]), ballot.form, ballot.seed) == (40, "m" * 20, 3)
    assert ballot.beliefs == dict.fromkeys((0, *range(2, 7)), "words-once")
    formula = ballot_of_question(QUESTION | {"form": "=1+1", "seed": 3})
    assert (formula.form, formula.seed) == ("", None)
    word = {"step": 0, "tokens": ["h", "u"] * 64, "rules": [1, None] * 63 + [1]}
    assert len(ballot_of_sent_word(word).shown["words"][0]["tokens"]) == 128


def test_codes_cannot_be_guessed_by_trying(lesson: Class) -> None:
    """After too many wrong codes, a right one is refused like any other."""
    _, opened = lesson.teacher()
    assert lesson.wire(f"/room/{new_code()}/phone").end_code() == sockets.NO_ROOM
    for _ in range(sockets.ALL_MISSES):
        routes._DOORS.missed({"client": ("203.0.113.9", 0)})
    for code in (new_code(), opened["code"], "BCDFHI"):
        assert lesson.wire(f"/room/{code}/phone").end_code() == sockets.TOO_OFTEN


def test_an_address_uses_up_what_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that does not say whose requests it passes on uses up nothing."""
    monkeypatch.setattr(sockets, "Quota", partial(Quota, clock=float))
    doors = Doors()
    one, other = ({"client": (f"203.0.113.{n}", 0)} for n in (7, 8))

    def may_try(scope: Any, code: str) -> bool:
        with suppress(sockets.EndError):
            doors.let_try(scope)
            doors.missed(scope)
            return True
        return False

    kinds: list[tuple[Callable[[Any, str], bool], int]] = [
        (lambda scope, _: doors.may_open(scope), sockets.OPENED),
        (doors.may_sit, settings().address_seats),
        (may_try, sockets.MISSES),
    ]
    for may, most in kinds:
        assert all(may({"client": ("127.0.0.1", 50_000)}, "A") for _ in range(most + 1))
        for scope in (one, other):
            assert [may(scope, "A") for _ in range(most + 1)] == [True] * most + [False]
    assert doors.may_sit(one, "B")
    for _ in range(sockets.ALL_MISSES):  # of everybody together, behind a proxy, too
        doors.missed(one)
    assert not may_try({"client": ("127.0.0.1", 50_000)}, "A")
    for scope, code in ((one, "A"), (other, "A"), (one, "B")):
        rush = [doors.is_rush(scope, code) for _ in range(sockets.RUSH + 1)]
        assert rush == [False] * sockets.RUSH + [True]


def test_there_are_so_many_phones_and_no_more(lesson: Class) -> None:
    """In all rooms at once, and of those that enter one within a minute."""
    _, opened = lesson.teacher()
    routes._DOORS.joins = Quota(2, 3_600)
    assert lesson.phone(opened["code"]) != lesson.phone(opened["code"])
    assert lesson.wire(f"/room/{opened['code']}/phone").end_code() == sockets.TROUBLE
    assert lesson.phone(lesson.teacher()[1]["code"])  # of another room
    routes._DOORS.most_phones = 2
    assert lesson.wire(f"/room/{opened['code']}/phone").end_code() == sockets.FULL


def test_there_are_so_many_rooms_and_no_more(
    lesson: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a code of its own."""
    found = iter("BBCDF")
    monkeypatch.setattr(hubs, "new_code", lambda: 6 * next(found))
    routes._DOORS.opened = Quota(MOST_ROOMS + 1, 3_600)
    codes = {lesson.teacher()[1]["code"] for _ in range(MOST_ROOMS)}
    assert len(codes) == MOST_ROOMS
    for code in (sockets.FULL, sockets.TOO_OFTEN):
        wire = lesson.wire("/room/teacher")
        wire.say(address=ADDRESS)
        assert wire.end_code() == code


@pytest.mark.parametrize(
    ("wanted", "lang", "said"),
    [("zh-CN,zh;q=0.9", "zh-Hans", "一起预测"), ("de, fr", "en", "Predict together")],
)
def test_the_page_is_in_the_language_of_the_phone(
    app: TestClient, wanted: str, lang: str, said: str
) -> None:
    answer = app.get("/room/BCDFHJ", headers={"Accept-Language": wanted})
    assert f'<html lang="{lang}">' in answer.text
    assert said in answer.text
    start, _, rest = answer.text.partition('data-translations="')
    assert "{" not in start
    assert bool(json.loads(unescape(rest.partition('"')[0]))) is (lang != "en")


def test_the_page_is_light(app: TestClient) -> None:
    """It is at most 60 kB in total, and requests nothing else."""
    parts = [app.get(f"/room/{path}") for path in ("BCDFHJ", "files/phone.js", "files/phone.css")]
    assert {(p.status_code, p.headers["Cache-Control"]) for p in parts} == {(200, "no-cache")}
    assert sum(len(part.content) for part in parts) <= 60_000
    assert app.get("/room/files/other.js").status_code == 404
    assert "Accept-Language" in parts[0].headers["Vary"]


def test_a_full_class_lets_phones_in(lesson: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones, and their teacher's room, do not take a session's place."""
    monkeypatch.setattr(Places, "_is_full", lambda *_: True)
    _, opened = lesson.teacher()
    assert lesson.client.get(f"/room/{opened['code']}").status_code == 200
    assert lesson.phone(opened["code"])


@pytest.mark.parametrize("is_shared", [True, False])
def test_no_change_of_a_room_is_missed(monkeypatch: pytest.MonkeyPatch, is_shared: bool) -> None:
    """One by another replica, or else one that comes while the room cannot be read.

    It is not undone by somebody who reads the room as it was before.
    """
    monkeypatch.setattr(hubs, "SELDOM", 1e6)
    store = CopyingStore(hubs.FORM, 1)
    store.is_shared = is_shared
    hub = hubs.Hub(store)

    async def hears(view: hubs.View, **told: Any) -> None:
        async for text in view.for_teacher.listen():
            if told.items() <= json.loads(text).items():
                assert text == hubs.to_text(view.room.teacher_view())
                return

    async def follow() -> None:
        code, _ = await hub.open()
        lead = partial((store if is_shared else hub).change, code, lambda room: room.lead("me"))
        async with hub.looking_at(code) as view:
            if is_shared:
                await lead()
                await hears(view, leader="me")
                return

            async def lead_and_fail() -> None:
                await lead()
                raise UnreachableError

            store.meanwhile = lead_and_fail
            await hub.change(code, Room.note_rush)
            await hears(view, leader="me")

            async def close() -> None:
                await hub.change(code, Room.close_to_new)
                await hears(view, closed=True)

            store.meanwhile = close  # while somebody else reads what was there before
            async with hub.looking_at(code) as other:
                assert other.room.is_closed
            await hub.end(code)
            async for _ in view.for_phones.listen():
                pass

    asyncio.run(asyncio.wait_for(follow(), 60))


def test_slow_phones_hear_the_newest_and_hold_up_nobody() -> None:
    async def listen() -> list[str]:
        channel, heard = hubs.Channel("a"), []
        async for text in channel.listen():
            heard.append(text)
            for newer in ("b", "c", "c", "d") if text == "a" else (None,):  # while it is slow
                channel.say(newer)
        return heard

    assert asyncio.run(listen()) == ["a", "d"]
