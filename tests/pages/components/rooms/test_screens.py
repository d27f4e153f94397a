"""Compare the screens of a room, from the first phone to the last answer, with kept outlines."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from classroom.voting.ballot import Ballot
from classroom.voting.room import Room
from classroom.voting.walk_ballots import ballot_of_round, ballot_of_step, ballot_of_word
from pages.components.beliefs import belief_texts
from pages.components.rooms.sent_ballots import ballot_of_question
from tests.kept import OUTLINES, changes_by, compare_with_kept
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "screens.js"
PHONE, TEACHER = "http://app/room/BCDFHJ", "http://app/train"
OPENED = {
    "code": "BCDFHJ", "token": "secret", "address": PHONE, "qr": "data:,",
    "reach": "In the same network.", "texts": belief_texts("at_vote"),
}  # fmt: skip
ARROWS = ("Right", "Down", "Left", "Up")
HUG = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
#: Five pairs are tied, of which a phone explains three.
TIES = Corpus.from_counts({"ab": 3, "bc": 3, "abc": 1, "de": 4, "fg": 4, "hi": 4})
QUESTION = {
    "step": 7, "text": "What next?", "choices": ["this", "that", "neither"], "right": 1,
    "languages": {"en": {"text": "And then?", "choices": ["one", "two", "none"]}},
    "scene": {
        "step": 2, "words": [[["h", "ug"], 10]], "rules": [["u", "g", "ug"]], "running": "hug hugs",
    },
}  # fmt: skip
#: A ballot of each kind, and the choices of up to three phones in each vote.
BALLOTS: dict[str, tuple[Ballot, list[list[int]]]] = {
    "pairs": (ballot_of_step(train_bpe(HUG), 1), [[1, 0, 2], [0, 0]]),
    "ties": (ballot_of_step(train_bpe(TIES), 0), [[0, 1, 1]]),
    "scores": (ballot_of_step(train_wordpiece(TIES), 1), [[0, 1, 1]]),
    "tokens": (ballot_of_round(train_unigram(HUG, vocab_size=8), 0), [[0, 1, 1]]),
    "rules": (ballot_of_word(1, ["h", "u", "g", "哈".encode()], [7, 3, None]), [[0, 1, 1]]),
    "choices": (ballot_of_question(QUESTION), [[0, 1, 1], [1, 1, 2]]),
}


def lead(ballot: Ballot, votes: list[list[int]]) -> Iterator[Room]:
    """Lead a class through a ballot; yields the room after each change that its screens show."""
    room = Room("", 0.0)
    seats = ("ann", "bob", "cy")
    for seat in seats:
        room.join(seat, seat)
    yield room
    room.ask(ballot, corpus="hug")
    yield room
    for number, choices in enumerate(votes, start=1):
        if number > 1:
            room.vote_again()
            yield room
        for seat, choice in zip(seats, choices, strict=False):
            room.vote(seat, 1, number, choice)
        yield room
        room.close()
        yield room
        if number < len(votes):
            room.show()
            yield room
    if len(votes) == 1:
        room.count()
        yield room
    room.show()
    yield room


def copies(ballot: Ballot, votes: list[list[int]]) -> Iterator[Room]:
    """The same, each as it was then."""
    return (deepcopy(room) for room in lead(ballot, votes))


def hear(screen: str, room: Room) -> list[Any]:
    """The message about a room that a screen is sent."""
    if screen == TEACHER:
        return ["hear", {"room": room.teacher_view()}]
    return ["hear", {"room": room.phone_view(), "yours": room.vote_of("ann")}]


def entered(screen: str) -> list[list[Any]]:
    """A screen is opened, and is in its room."""
    if screen == TEACHER:
        return [["open", screen], ["press", "button"], ["connect"], ["hear", {"opened": OPENED}]]
    return [["open", screen], ["connect"], ["hear", {"seat": "ann"}]]


def compare(browser: Script, name: str, acts: list[list[Any]]) -> None:
    """Do one thing after another, and compare what is shown with the file of this name."""
    lines = changes_by(json.loads(json.dumps(acts)), browser.ask, title_of)
    compare_with_kept(lines, OUTLINES / "rooms.outline", name)


def title_of(act: list[Any]) -> str:
    """The act in words; what a message says is seen by what it changes."""
    return "hear" if act[0] == "hear" else " ".join(map(str, act))


def test_each_stage_of_a_vote_is_shown(browser: Script) -> None:
    acts: list[list[Any]] = []
    for led in BALLOTS.values():
        for screen in (PHONE, TEACHER):
            acts += entered(screen)
            acts += [hear(screen, room) for room in copies(*led)]
    compare(browser, "votes", acts)


def test_a_phone_votes_and_says_why_it_cannot(browser: Script) -> None:
    """By taps and keys, with a vote that the server does not take, and each end of a connection."""
    in_words, voting, _, closed, *_ = (hear(PHONE, room) for room in copies(*BALLOTS["pairs"]))
    answer = {"asked": 1, "round": 1, "counts": 0, "taken": True}
    following = ["hear", voting[1] | {"room": voting[1]["room"] | {"asked": 2}}]
    chips = [["press", "button.chip", n] for n in (0, 1, 3, 4, 6, 5, 6, 6)]
    keys = [["focus", "button.chip"], *(["key", f"Arrow{way}"] for way in ARROWS)]
    again = [["wait", 10], ["connect"], ["hear", {"seat": "ann"}], voting]
    acts = [
        *(*entered(PHONE), in_words, voting, *chips, *keys),
        *(["hear", answer], ["press", ".chip", 4], ["press", ".chip", 5]),
        *(["hear", answer | {"counts": 1, "taken": False}], ["press", ".chip", 1]),
        *(["lose", 1006], ["lose", 1006], again[0], *chips[:2], *again[1:]),
        *(["turn", True], ["wait", 4], ["turn", False]),
        *(["turn", True], ["wait", 6], ["turn", False], *again[1:]),
        *(
            each
            for event in ("online", "pageshow")
            for each in (["lose", 1006], ["come", event], *again[1:])
        ),
        *(["lose", 4003], *again, closed, *chips[:2], voting, *chips[:1], following),
        *(
            each
            for code in (4000, 4001, 4002, 4006)
            for each in (["open", PHONE], ["lose", code], ["come", "online"])
        ),
        *(["open", PHONE.replace("BCDFHJ", "")], ["write", "input", "bcd"], ["submit", "form"]),
        *(["write", "input", " bcd fhj "], ["submit", "form"]),
    ]
    compare(browser, "phone", acts)


def test_a_teacher_leads_by_buttons_and_by_keys(browser: Script) -> None:
    """Each move, each tool, answers that refuse, and each end of the connection."""
    waiting, voting, voted, closed, *_, shown = (
        hear(TEACHER, room) for room in copies(*BALLOTS["pairs"])
    )
    moves = [["press", ".moves button", n] for n in range(2)]
    keys = [["key", key] for key in ("PageDown", "ArrowUp", "b", "Escape", ".", "x")]
    hands = [["write", ".hands input", "3"], *[["submit", ".hands form"]] * 2]
    others = {"rushed": True, "closed": True, "here": 1}
    foreign = {"source": ["wordpiece", "low", "", None]}
    acts = [
        *(*entered(TEACHER), waiting, *moves[:1], *keys),
        *(
            voting,
            *moves,
            *keys,
            *hands,
            ["key", "ArrowRight"],
            ["key", "PageUp"],
            voted,
            ["hear", {"room": voted[1]["room"] | others}],
        ),
        *(["press", ".tools button", n] for n in range(7)),
        *(["focus", ".tools input[readonly]"], ["key", "ArrowRight"], ["wait", 31], ["wait", 31]),
        *(["press", ".ending button"], closed, *moves, *keys, shown, *moves, *keys),
        *(["hear", {answer: "show"}] for answer in ("did", "refused")),
        ["hear", {"did": "csv", "csv": "a,b"}],
        *(["hear", {"did": "carry_out"}], ["hear", {"room": shown[1]["room"] | foreign}]),
        *(*moves, ["hear", {"did": "carry_out"}]),
        *(["lose", 1006], ["wait", 1], ["connect"], ["hear", {"opened": OPENED}], voting),
        *(["lose", 4007], ["wait", 1]),
        *(*entered(TEACHER), shown),
        *(act for end in (4000, 4004) for act in (*entered(TEACHER), voting, ["lose", end])),
        *(["open", TEACHER], ["press", "button"], ["connect"], ["lose", 4002]),
        *(["open", f"{TEACHER}?large"], ["focus", "button"], ["press", "button"]),
        *(["hear", {"opened": OPENED}], waiting, voting, voted),
        *(["lose", 1006], ["leave"], ["wait", 1]),
    ]
    compare(browser, "projector", acts)
