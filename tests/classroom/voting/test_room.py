"""A room counts each vote once and in time, and keeps the votes secret until they are shown.

The tests name what other platforms for peer instruction got wrong.
"""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from classroom.voting import room as module
from classroom.voting.ballot import Ballot, Tally, results_csv
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
NO_CHOICES: list[Any] = [None, "", [], {}, -1, 11, 10**30, True, 0.0, "0"]


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
    """Whether the room refuses the action; checks that a refusal changes nothing at all, and that
    its version tells of any other change."""
    before, version = save(room), room.version
    try:
        action(*arguments)
    except RefusedError:
        assert save(room) == before
        return True
    assert save(room) == before or room.version > version
    return False


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
    room.vote_again()
    room.vote("ann", 1, 2, 0)
    room.show()
    asked = ["2027-01-15 08:00", "'=hug", "1", "mistakes", "3", "7", "'=2 + 2?"]
    assert list(csv.reader(io.StringIO(results_csv(room.tallies))))[1:] == [
        [*asked, "3", "yes", "", "0", "1", "", "1"],
        [*asked, "'=p u", "no", "longest", "1", "0", "1", ""],
    ]


def test_a_ballot_without_sense_is_none() -> None:
    """It has from 2 to 400 choices, and its answers are among them."""
    wrong = [("", 0, {}), ("a", 0, {}), ("ab", 2, {}), ("ab", 0, {2: "x"}), ("a" * 401, 0, {})]
    for choices, right, beliefs in wrong:
        with pytest.raises(ValueError, match="a ballot"):
            Ballot(1, None, choices, frozenset([right]), beliefs)
    with pytest.raises(ValueError, match="a ballot"):
        Ballot(1, None, "ab", frozenset())


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
#: A ballot with a tie, with eleven choices, and with what decides about each.
TIED = Ballot(4, {}, [*"abcdefghijk"], frozenset([0, 1]), {10: "longest"}, frozenset([0, 1]))
TIED = replace(TIED, solution=[f"{name} times" for name in TIED.choices])
CHOICES = st.sampled_from([0, 1, 10])
VOTES = st.lists(st.tuples(st.sampled_from(SEATS), CHOICES), max_size=5)
SMALL = 2  # seats, and tallies


def corpus_of(asked: int) -> str:
    return ["", "low", "hug"][asked % 3]


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
        self.kept: list[tuple[int, int, int]] = []  # ballot, rounds, how many were present
        self.raised: dict[tuple[int, int, int], int] = {}  # by ballot, round, choice
        self.came: list[str] = []  # seats, in the order of their numbers
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
            if seat not in self.came:
                self.came.append(seat)

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

    @rule(hands=st.dictionaries(CHOICES, st.integers(0, SMALL)))
    def raise_hands(self, hands: dict[int, int]) -> None:
        """They are counted instead of those that were counted for the same choice before."""
        for nothing in NO_CHOICES:
            assert not self.attempt(False, self.room.raise_hands, nothing, 1)
        for number in (-1, SMALL + 1, True, "1", None):
            assert not self.attempt(False, self.room.raise_hands, 1, number)
        may = self.phase in ("voting", "closed")
        for choice, count in hands.items():
            if self.attempt(may, self.room.raise_hands, choice, count):
                self.raised[self.asked, self.round, choice] = count

    @rule(seat=st.sampled_from(SEATS), connection=st.sampled_from("12"))
    def leave(self, seat: str, connection: str) -> None:
        """The end of an older connection changes nothing."""
        self.room.leave(seat, connection)
        if self.here.get(seat) == connection:
            del self.here[seat]

    def vote(self, seat: str, choice: int) -> None:
        """A vote can be changed until the round is closed; a late one counts nowhere."""
        is_open = self.phase == "voting" and seat in self.seats
        for number in (1, 2):
            counts = is_open and number == self.round
            if self.attempt(counts, self.room.vote, seat, self.asked, number, choice):
                self.said.append((self.asked, self.round, seat, choice))
                assert self.room.vote_of(seat) == choice

    def forge_votes(self) -> None:
        """For an earlier ballot, by somebody who has no seat, or for what is no choice."""
        forged = [(self.asked - 1, "ann", 0), (self.asked, "mallory", 0)]
        for asked, seat, choice in [*forged, *[(self.asked, "ann", each) for each in NO_CHOICES]]:
            assert refuses(self.room, self.room.vote, seat, asked, self.round, choice)

    def move(self, room: Room, move: str) -> None:
        """Do this if the room lets the teacher do it now; both are as `AFTER` says."""
        after = AFTER.get((move, self.phase, self.round))
        asked = self.asked + 1
        arguments = [TIED, float(asked), corpus_of(asked)] if move == "ask" else []
        assert refuses(room, getattr(room, move), *arguments) is (after is None)
        assert (room.phase, len(room.votes)) == (after or (self.phase, self.round))

    @rule(stages=st.lists(VOTES, min_size=1, max_size=8), data=st.data())
    def lead(self, stages: list[list[tuple[str, int]]], data: st.DataObject) -> None:
        """Some vote, and the teacher goes on, again and again.

        Then the teacher tries everything in copies of the room as it comes back from a store.
        """
        for votes in stages:
            for seat, choice in votes:
                self.vote(seat, choice)
            self.go_on(data)
            self.it_is_seen_as_far_as_it_is_shown()
        self.forge_votes()
        for move in MOVES:
            again = load(save(self.room))
            assert again == self.room
            self.move(again, move)

    def go_on(self, data: st.DataObject) -> None:
        possible = [each for each in MOVES if (each, self.phase, self.round) in AFTER]
        onward = [each for each in possible if each in ("close", "vote_again")]
        move = data.draw(st.sampled_from([*possible, *onward * 4]))
        self.move(self.room, move)
        if move == "ask":
            self.asked += 1
            assert not any(self.room.vote_of(seat) is not None for seat in self.seats)
        if move == "carry_out":
            self.kept = [*self.kept, (self.asked, self.round, self.present())][-SMALL:]
        if (move, self.phase, self.round) == ("back", "voting", 2):
            self.said = [each for each in self.said if each[:2] != (self.asked, 2)]
            self.raised = {k: n for k, n in self.raised.items() if k[:2] != (self.asked, 2)}
        self.phase, self.round = AFTER[move, self.phase, self.round]

    def last_choices(self, asked: int, number: int) -> dict[str, int]:
        return {s: c for a, r, s, c in self.said if (a, r) == (asked, number)}

    def hands_up(self, asked: int, number: int) -> list[int]:
        return [self.raised.get((asked, number, choice), 0) for choice in range(11)]

    def voted(self) -> set[str]:
        return {*self.last_choices(self.asked, self.round)}

    def present(self) -> int:
        return len(self.voted() | {*self.here}) + sum(self.hands_up(self.asked, self.round))

    def naive(self, asked: int, rounds: int, present: int) -> Tally:
        """The last choice of each seat, counted, and the hands."""
        counts, voters = [], []
        for number in range(1, rounds + 1):
            last, hands = self.last_choices(asked, number), self.hands_up(asked, number)
            seats = [[seat for seat in self.came if last.get(seat) == c] for c in range(11)]
            counts.append([len(each) + n for each, n in zip(seats, hands, strict=True)])
            voters.append([[self.came.index(seat) + 1 for seat in each] for each in seats])
        return Tally(TIED, counts, float(asked), corpus_of(asked), present, voters)

    @invariant()
    def it_is_seen_as_far_as_it_is_shown(self) -> None:
        seen, told = self.room.phone_view(), self.room.teacher_view()
        now = (self.asked, self.round, self.present())
        if self.phase in ("counted", "shown"):
            assert seen["rounds"] == self.naive(*now).rounds
        if self.phase == "shown":  # every tied pair, and the belief behind a wrong one
            assert seen["right"] == seen["tied"] == [0, 1]
            assert seen["beliefs"] == {"10": "longest"}
            about = [0, 1, *[10] * any(counts[10] for counts in seen["rounds"])]
            assert seen["solution"] == {str(i): TIED.solution[i] for i in about}
        tallies = [self.naive(*each) for each in [*self.kept, *[now] * (self.phase == "shown")]]
        assert self.room.tallies == tallies
        assert told["past"] == [
            {
                "step": TIED.step,
                "source": TIED.source(tally.corpus),
                "voted": [*map(sum, tally.rounds)],
                "right": [sum(counts[:2]) for counts in tally.rounds],
            }
            for tally in tallies
        ]
        hands = sum(self.hands_up(self.asked, self.round))
        assert told["voted"] == len(self.voted()) + hands
        assert told["here"] == self.present()
        stage = {"phase": self.phase, "asked": self.asked, "round": self.round}
        assert told.items() >= (self.door | seen | stage).items()
        assert told["choices"] == (TIED.choices if self.round else [])
        assert told["source"] == (TIED.source(corpus_of(self.asked)) if self.round else None)
        assert {seat for seat, wire in self.room.here.items() if wire} == {*self.here}
        view = json.dumps(told)
        assert self.views.setdefault(self.room.version, (seen, view)) == (seen, view)

    @invariant()
    @precondition(lambda self: self.phase in ("voting", "closed", "counted"))
    def nothing_is_seen_before_it_is_shown(self) -> None:
        """It would look the same if something else were right, and until it is counted, if
        everybody had voted for something else."""
        other = load(save(self.room))
        other.ballot = Ballot(4, {}, TIED.choices, frozenset([2]))
        if self.phase != "counted":
            other.votes = [dict.fromkeys(votes, 2) for votes in other.votes]
        assert other.phone_view() == self.room.phone_view()
        assert other.teacher_view() == self.room.teacher_view()


TestRooms = Rooms.TestCase
TestRooms.settings = examples(500)
