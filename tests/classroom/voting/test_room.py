"""A room counts each vote once and in time, and keeps the votes secret until they are shown.

The tests name what other platforms for peer instruction got wrong.
"""

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from classroom.voting import room as module
from classroom.voting.ballot import Ballot, results_csv
from classroom.voting.room import (
    CODE_LETTERS,
    RefusedError,
    Room,
    load,
    new_code,
    read_code,
    save,
)
from tests.examples import examples

PAIRS = Ballot(
    4, {"words": [[["h", "u", "g"], 5]]}, ["h u", "u g", "=p u"], frozenset([0, 1]), {2: "longest"}
)
SEATS = ["ann", "bob", "cy", "dee"]
#: Empty or forged votes.
NO_CHOICES: list[Any] = [None, "", [], {}, -1, 3, 10**30, True, 0.0, "0"]


def room_with(*seats: str) -> Room:
    room = Room("digest", 100.0)
    for seat in seats:
        room.join(seat, f"wire of {seat}")
    return room


def asked_of(*seats: str) -> Room:
    room = room_with(*seats)
    room.ask(PAIRS)
    return room


def refuses(room: Room, action: Any, *arguments: Any) -> bool:
    """Whether the room refuses the action; checks that a refusal changes nothing at all."""
    before = save(room)
    try:
        action(*arguments)
    except RefusedError:
        assert save(room) == before
        return True
    return False


def test_the_first_vote_is_not_seen_before_the_second() -> None:
    """Until it is shown, phones and projector receive the same, however the first vote went."""
    seen = []
    for choice in (0, 2):
        room = asked_of("ann", "bob")
        for seat in ("ann", "bob"):
            room.vote(seat, 1, 1, choice)
        told = [(room.phone_view(), room.teacher_view())]
        room.close()
        told.append((room.phone_view(), room.teacher_view()))
        room.vote_again()
        told.append((room.phone_view(), room.teacher_view()))
        room.close()
        told.append((room.phone_view(), room.teacher_view()))
        seen.append(told)
        assert results_csv(room.tallies).splitlines() == [results_csv([]).strip()]
    assert seen[0] == seen[1]


def test_the_first_vote_can_be_shown_without_the_answer() -> None:
    """The class sees how it voted, talks, and votes again; nobody has been told what is right."""
    seen = []
    for right in (0, 2):
        room = room_with("ann", "bob")
        room.ask(Ballot(4, None, ["h u", "u g", "p u"], frozenset([right]), {1: "longest"}))
        room.vote("ann", 1, 1, 0)
        room.vote("bob", 1, 1, 2)
        room.close()
        room.count()
        seen.append((room.phone_view(), room.teacher_view()))
        assert seen[-1][0]["rounds"] == [[1, 0, 1]]
        assert results_csv(room.tallies) == results_csv([])
        room.vote_again()
        assert "rounds" not in room.teacher_view()
        room.close()
        assert refuses(room, room.count)  # the second vote is shown with the answer
        room.show()
    assert seen[0] == seen[1]


def test_a_full_room_gives_up_no_seat_that_voted_in_either_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_PHONES", 1)
    room = asked_of("ann")
    room.vote("ann", 1, 1, 0)
    room.leave("ann", "wire of ann")
    assert refuses(room, room.join, "late", "wire")
    room.close()
    room.vote_again()
    assert refuses(room, room.join, "late", "wire")


def test_the_table_names_the_quiz_and_guards_spreadsheets() -> None:
    """Also after a room was kept in a store."""
    room = room_with("ann")
    shown = {"kind": "choices", "step": 7, "text": "=2 + 2?", "choices": ["3", "=p u"]}
    room.ask(
        Ballot(7, shown, ["3", "=p u"], frozenset([0]), {1: "longest"}, form="mistakes", seed=3),
        1.8e9,
        "=hug",
    )
    room.vote("ann", 1, 1, 1)
    room = load(save(room))
    room.close()
    room.show()
    asked = ["2027-01-15 08:00", "'=hug", "1", "mistakes", "3", "7", "'=2 + 2?"]
    assert list(csv.reader(io.StringIO(results_csv(room.tallies))))[1:] == [
        [*asked, "3", "yes", "", "0", "", "", ""],
        [*asked, "'=p u", "no", "longest", "1", "", "1", ""],
    ]


@pytest.mark.parametrize(
    ("choices", "right", "beliefs"),
    [
        ([], [], {}),
        (["a"], [0], {}),
        (["a", "b"], [], {}),
        (["a", "b"], [2], {}),
        (["a", "b"], [0], {2: "x"}),
        (["a"] * 401, [0], {}),
    ],
)
def test_a_ballot_without_sense_is_none(choices: list[str], right: Any, beliefs: Any) -> None:
    with pytest.raises(ValueError, match="a ballot"):
        Ballot(1, None, choices, frozenset(right), beliefs)


def test_codes_are_spread_over_all_letters() -> None:
    codes = [new_code() for _ in range(400)]
    assert len(set(codes)) > 390  # of millions: two of 400 are equal in one try of a hundred
    assert set("".join(codes)) == set(CODE_LETTERS)
    assert not set(CODE_LETTERS) & set("AEIOUVLQSZG0123456789")
    assert all(read_code(f" {code[:3]} {code[3:].lower()}\n") == code for code in codes)
    assert read_code("BCDFHA") is read_code("BCDFH") is None


@pytest.mark.parametrize("kept", [5, 6, 8])
def test_a_room_that_was_kept_by_an_older_version_is_read(kept: int) -> None:
    """A replica with a newer version takes over a lesson that is under way."""
    values = json.loads(save(asked_of("ann")))
    assert values["ballot"][5:] == [[], "", None, []]
    del values["leader"]
    del values["ballot"][kept:]
    assert load(json.dumps(values)) == asked_of("ann")


#: What each move of the teacher's leads to, from a phase and a round; anything else is refused.
AFTER: dict[tuple[str, str, int], tuple[str, int]] = {
    ("ask", "waiting", 0): ("voting", 1),
    ("carry_out", "counted", 1): ("waiting", 0),
    ("count", "closed", 1): ("counted", 1),
    ("drop", "counted", 1): ("waiting", 0),
    ("show", "counted", 1): ("shown", 1),
    ("back", "counted", 1): ("closed", 1),
    ("back", "voting", 2): ("closed", 1),
    **{("vote_again", phase, 1): ("voting", 2) for phase in ("closed", "counted", "shown")},
}
for number in (1, 2):
    AFTER |= {
        ("close", "voting", number): ("closed", number),
        ("drop", "voting", number): ("waiting", 0),
        ("drop", "closed", number): ("waiting", 0),
        ("show", "voting", number): ("shown", number),
        ("show", "closed", number): ("shown", number),
        ("back", "closed", number): ("voting", number),
        **{("carry_out", phase, number): ("waiting", 0) for phase in ("voting", "closed", "shown")},
        ("back", "shown", number): ("closed", number),
    }
MOVES = sorted({move for move, *_ in AFTER})
#: The same ballot, with a tie, and with what decides about each choice.
TIED = replace(PAIRS, tied=frozenset([0, 1]), solution=["5 times", "also", "once"])
SMALL = 2  # seats, and tallies


class Rooms(RuleBasedStateMachine):
    """Anybody does anything at any time. A naive room, made of a few lists, runs beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Room("digest", 100.0)
        self.phase = "waiting"
        self.asked = 0
        self.said: list[tuple[int, int, str, int]] = []  # ballot, round, seat, choice
        self.round = 0
        self.seats: set[str] = set()
        self.kept: list[tuple[int, int]] = []  # ballot, rounds
        self.raised: dict[tuple[int, int, int], int] = {}  # by ballot, round, choice
        self.here: dict[str, str] = {}  # seats and their newest connections
        self.door = {"closed": False, "rushed": False, "leader": ""}
        self.views: dict[int, Any] = {}  # what was sent of each version

        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(module, "MOST_PHONES", SMALL)
        self.patch.setattr(module, "MOST_TALLIES", SMALL)

    def teardown(self) -> None:
        self.patch.undo()

    @initialize()
    def some_are_here(self) -> None:
        for seat in SEATS[:2]:
            self.join(seat, "1")

    def attempt(self, is_allowed: bool, action: Any, *arguments: Any) -> bool:
        assert refuses(self.room, action, *arguments) is not is_allowed
        return is_allowed

    @rule(seat=st.sampled_from(SEATS), connection=st.sampled_from("12"))
    def join(self, seat: str, connection: str) -> None:
        """A closed room lets those in who have a seat. A full one gives up an empty seat, unless
        it has voted on this ballot."""
        voted = {s for a, _, s, _ in self.said if a == self.asked and self.phase != "waiting"}
        is_full, free = len(self.seats) == SMALL, self.seats - {*self.here} - voted
        is_new = seat not in self.seats
        may_enter = not is_new or (not self.door["closed"] and bool(not is_full or free))
        if self.attempt(may_enter, self.room.join, seat, connection):
            gone = self.seats - {*self.room.here}
            assert gone <= free
            assert len(gone) == (is_new and is_full)
            self.seats = self.seats - gone | {seat}
            self.here[seat] = connection
            numbers = self.room.numbers.values()  # each phone's own, also after it was given up
            assert [*numbers] == [*range(1, len(numbers) + 1)]

    @rule(what=st.sampled_from(["open", "close", "rush", "lead"]), connection=st.sampled_from("12"))
    def the_door(self, what: str, connection: str) -> None:
        """It opens or closes; one address takes many seats; or another page leads the room."""
        room = self.room
        does: dict[str, tuple[Any, dict[str, Any]]] = {
            "open": (room.open_to_new, {"closed": False, "rushed": False}),
            "close": (room.close_to_new, {"closed": True}),
            "rush": (room.note_rush, {"rushed": True}),
            "lead": (lambda: room.lead(connection), {"leader": connection}),
        }
        action, changes = does[what]
        action()
        self.door |= changes

    @rule(choice=st.integers(0, 2), count=st.integers(0, SMALL))
    def hands(self, choice: int, count: int) -> None:
        """They are counted instead of those that were counted for the same choice before."""
        for nothing in NO_CHOICES:
            assert not self.attempt(False, self.room.raise_hands, nothing, count)
        for number in (-1, SMALL + 1, True, "1", None):
            assert not self.attempt(False, self.room.raise_hands, choice, number)
        may = self.phase in ("voting", "closed")
        if self.attempt(may, self.room.raise_hands, choice, count):
            self.raised[self.asked, self.round, choice] = count

    @rule(seat=st.sampled_from(SEATS), connection=st.sampled_from("12"))
    def leave(self, seat: str, connection: str) -> None:
        """The end of an older connection changes nothing."""
        self.room.leave(seat, connection)
        if self.here.get(seat) == connection:
            del self.here[seat]

    @rule(seat=st.sampled_from(SEATS), choice=st.integers(0, 2))
    def vote(self, seat: str, choice: int) -> None:
        """A vote can be changed until the round is closed; late and forged ones count nowhere."""
        room, is_open = self.room, self.phase == "voting" and seat in self.seats
        for number in (1, 2):
            assert not self.attempt(False, room.vote, seat, self.asked - 1, number, choice)
            assert not self.attempt(False, room.vote, "mallory", self.asked, number, choice)
            for nothing in NO_CHOICES:
                assert not self.attempt(False, room.vote, seat, self.asked, number, nothing)
            counts = is_open and number == self.round
            if self.attempt(counts, room.vote, seat, self.asked, number, choice):
                self.said.append((self.asked, self.round, seat, choice))
                assert room.vote_of(seat) == choice

    def move(self, room: Room, move: str) -> None:
        """Do this if the room lets the teacher do it now; both are as `AFTER` says."""
        after = AFTER.get((move, self.phase, self.round))
        arguments = [TIED] if move == "ask" else []
        assert refuses(room, getattr(room, move), *arguments) is (after is None)
        assert (room.phase, len(room.votes)) == (after or (self.phase, self.round))

    @rule(data=st.data())
    def lead(self, data: st.DataObject) -> None:
        """The teacher tries everything in a copy of the room, and does what is possible now."""
        possible = [each for each in MOVES if (each, self.phase, self.round) in AFTER]
        move = data.draw(st.sampled_from(possible))
        for each in MOVES:
            self.move(load(save(self.room)), each)
        self.move(self.room, move)
        if move == "ask":
            self.asked += 1
            assert not any(self.room.vote_of(seat) is not None for seat in self.seats)
        if move == "carry_out":
            self.kept = [*self.kept, (self.asked, self.round)][-SMALL:]
        if (move, self.phase, self.round) == ("back", "voting", 2):
            self.said = [each for each in self.said if each[:2] != (self.asked, 2)]
            self.raised = {k: n for k, n in self.raised.items() if k[:2] != (self.asked, 2)}
        self.phase, self.round = AFTER[move, self.phase, self.round]

    @rule()
    def goes_to_the_store_and_back(self) -> None:
        again = load(save(self.room))
        assert again == self.room
        self.room = again

    def naive(self, asked: int, rounds: int) -> list[list[int]]:
        """The last choice of each seat, counted, and the hands."""
        out = []
        for number in range(1, rounds + 1):
            last = {s: c for a, r, s, c in self.said if (a, r) == (asked, number)}
            counts = Counter(last.values())
            hands = [self.raised.get((asked, number, choice), 0) for choice in range(3)]
            out.append([counts[choice] + hands[choice] for choice in range(3)])
        return out

    @invariant()
    def nothing_is_seen_before_it_is_shown(self) -> None:
        seen = self.room.phone_view()
        assert ("rounds" in seen) == (self.phase in ("counted", "shown"))
        assert ("right" in seen) == ("beliefs" in seen) == (self.phase == "shown")
        if self.phase == "shown":  # every tied pair, and the belief behind a wrong one
            assert seen["right"] == seen["tied"] == [0, 1]
            assert seen["beliefs"] == {"2": "longest"}
            about = {*"01"} | ({"2"} if any(r[2] for r in seen["rounds"]) else set())
            assert seen["solution"] == {i: TIED.solution[int(i)] for i in about}
        shown = [*self.kept, *([(self.asked, self.round)] if self.phase == "shown" else [])]
        assert [tally.rounds for tally in self.room.tallies] == [self.naive(*a) for a in shown]
        now = {s for a, r, s, _ in self.said if (a, r) == (self.asked, self.round)}
        told = self.room.teacher_view()
        hands = sum(n for k, n in self.raised.items() if k[:2] == (self.asked, self.round))
        assert told["voted"] == len(now) + hands
        assert told["here"] == len(now | {*self.here}) + hands
        assert told.items() >= self.door.items()
        assert told["choices"] == (PAIRS.choices if self.round else [])
        assert {seat for seat, wire in self.room.here.items() if wire} == {*self.here}
        past = told["past"]
        rounds = [self.naive(*a) for a in shown]
        assert [p["voted"] for p in past] == [[*map(sum, each)] for each in rounds]
        assert [p["right"] for p in past] == [[sum(r[:2]) for r in each] for each in rounds]
        view = json.dumps(told)
        assert self.views.setdefault(self.room.version, (seen, view)) == (seen, view)

    @invariant()
    @precondition(lambda self: self.phase in ("counted", "shown"))
    def the_tally_is_the_naive_one(self) -> None:
        assert self.room.phone_view()["rounds"] == self.naive(self.asked, self.round)


TestRooms = Rooms.TestCase
TestRooms.settings = examples(500)
