"""One room, from the first phone to the last tally. Unlike a chat, it has one teacher.

    waiting --ask--> voting --close--> closed --show--> shown --carry out--> waiting
                       ^ |               |  |             ^ |
                       | +---------------|--|----show-----+ |
                       |                 |  +--count--> counted
                       +-- second vote --+----------------+-+

While the first vote is *closed*, the class talks, and votes again. What is *counted* is seen
without the answer. From every stage but the first the teacher can go *back* to the one before, and
a ballot can be *dropped*, or in a test *carried out*, before its answer is shown. One page leads:
the one that entered the room last.

An action that is not possible now is refused and changes nothing.
"""

import json
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from classroom.voting.ballot import ROUNDS, Ballot, Tally

#: Without I, L, O, Q, U, V, S, Z and G, which look like another letter or a digit, and without the
#: other vowels, so that no words are formed.
CODE_LETTERS = "BCDFHJKMNPRTWXY"
CODE_LENGTH = 6
#: Most seats of a room.
MOST_PHONES = 1_000
#: Most tallies that are kept.
MOST_TALLIES = 500
#: What the names of votes begin with that are raised hands; a seat's name has no space.
HAND = "hand"
#: A room expires this many seconds after its teacher's last action.
LIFETIME = 2 * 60 * 60.0

Phase = Literal["waiting", "voting", "closed", "counted", "shown"]


class RefusedError(Exception):
    """The action is not possible now, or not for this caller. Nothing has changed."""


class ClosedError(RefusedError):
    """The teacher lets no new phones in."""


@dataclass
class Room:
    """A class and its teacher.

    - `teacher`: the digest of the teacher's token; `expires`: when the room expires
    - `asked`: how many ballots there have been; `ballot`: the current one
    - `here`: for each seat, its latest connection, "" if that has ended
    - `numbers`: for each seat, its number in the table of results, in the order of coming
    - `votes`: for each round of the ballot, the choice of each seat
    - `asked_at`, `corpus`: when the ballot was asked (Unix time), and on which corpus
    - `leader`: the connection of the page that leads
    - `is_closed`: whether only phones that have a seat may enter
    - `is_rushed`: whether one address has taken many seats at once
    - `version`: a number that differs after every change

    >>> room = Room("digest", expires=10.0)
    >>> room.join("ann", "1"), room.join("bob", "2")
    (None, None)
    >>> room.ask(Ballot(1, None, ["u g", "h u"], frozenset([0])))
    >>> room.vote("ann", 1, 1, 1), room.vote("ann", 1, 1, 0), room.vote("bob", 1, 1, 1)
    (None, None, None)
    >>> room.phone_view()["phase"], room.teacher_view()["voted"]
    ('voting', 2)
    >>> room.close(), room.show(), room.phone_view()["rounds"]
    (None, None, [[1, 1]])
    """

    teacher: str
    expires: float
    phase: Phase = "waiting"
    asked: int = 0
    ballot: Ballot | None = None
    here: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    votes: list[dict[str, int]] = field(default_factory=list)
    past: list[Tally] = field(default_factory=list)
    asked_at: float = 0.0
    corpus: str = ""
    leader: str = ""
    is_closed: bool = False
    is_rushed: bool = False
    version: int = 0

    # Actions of phones

    def join(self, seat: str, connection: str) -> None:
        """Give a phone its seat, new or old. Raises a RefusedError if all seats are taken."""
        if seat not in self.here:
            if self.is_closed:
                raise ClosedError
            if len(self.here) >= MOST_PHONES:
                self._make_room()
        self.here[seat] = connection
        self.numbers.setdefault(seat, len(self.numbers) + 1)
        self._changed()

    def leave(self, seat: str, connection: str) -> None:
        """Note that a connection has ended. The seat's vote stays, and so does a seat that has
        already come back through another connection."""
        if connection and self.here.get(seat) == connection:
            self.here[seat] = ""
            self._changed()

    def vote(self, seat: str, asked: int, number: int, choice: object) -> None:
        """Choose, or choose again. Raises a RefusedError for a late, forged or empty vote.

        `asked` and `number` say which ballot and which round the vote is for. A vote for an earlier
        one does not count.
        """
        is_now = self.phase == "voting" and (asked, number) == (self.asked, len(self.votes))
        if seat not in self.here or not is_now or self.ballot is None:
            raise RefusedError
        if not isinstance(choice, int) or not self.ballot.is_choice(choice):
            raise RefusedError
        if self.votes[-1].get(seat) != choice:
            self.votes[-1][seat] = choice
            self._changed()

    def vote_of(self, seat: str) -> int | None:
        """The choice of a seat in this round."""
        return self.votes[-1].get(seat) if self.votes else None

    # Actions of the teacher. Each raises a RefusedError if the phase does not allow it.

    def ask(self, ballot: Ballot, now: float = 0.0, corpus: str = "") -> None:
        """Open the first vote on a ballot."""
        self._only_in("waiting")
        self.asked += 1
        self.asked_at, self.corpus = now, corpus
        self.ballot, self.votes, self.phase = ballot, [{}], "voting"
        self._changed()

    def raise_hands(self, choice: object, count: object) -> None:
        """Count raised hands for a choice, instead of those that were counted before."""
        self._only_in("voting", "closed")
        if self.ballot is None or not isinstance(choice, int) or not self.ballot.is_choice(choice):
            raise RefusedError
        if type(count) is not int or not 0 <= count <= MOST_PHONES:
            raise RefusedError
        hands = f"{HAND} {choice} "
        kept = {seat: vote for seat, vote in self.votes[-1].items() if not seat.startswith(hands)}
        self.votes[-1] = kept | {f"{hands}{number}": choice for number in range(count)}
        self._changed()

    def close(self) -> None:
        """Accept no more votes in this round."""
        self._move("closed", "voting")

    def count(self) -> None:
        """Let everybody see how the first vote went, but not what is right."""
        self._not_in_the_last_round()
        self._move("counted", "closed")

    def show(self) -> None:
        """Let everybody see how the rounds went, and what is right; who has not voted is late."""
        self._move("shown", "voting", "closed", "counted")

    def vote_again(self) -> None:
        """Open the second vote, after the class has talked. The first may be shown or hidden."""
        self._not_in_the_last_round()
        self._move("voting", "closed", "counted", "shown")
        self.votes.append({})

    def back(self) -> None:
        """Return to the stage before: the answer and the votes are hidden again, a closed vote is
        open again, and a second vote that has begun is cancelled."""
        if self.phase == "voting":
            if len(self.votes) == 1:
                raise RefusedError
            self.votes.pop()
        before: Phase = "voting" if self.phase == "closed" else "closed"
        self._move(before, "voting", "closed", "counted", "shown")

    def lead(self, connection: str) -> None:
        """Let the page with this connection lead, and no other."""
        self.leader = connection
        self._changed()

    def carry_out(self) -> None:
        """Finish the step: keep the ballot as a tally, so that the next can be asked.

        In a test, its answer may never have been shown.
        """
        self._only_in("voting", "closed", "counted", "shown")
        self.past = [*self.past, self._tally()][-MOST_TALLIES:]
        self._forget_ballot()

    def drop(self) -> None:
        """Withdraw a ballot before its answer is shown; nothing of it is kept."""
        self._only_in("voting", "closed", "counted")
        self._forget_ballot()

    def close_to_new(self) -> None:
        """Let only those phones in that have a seat."""
        self.is_closed = True
        self._changed()

    def open_to_new(self) -> None:
        """Let new phones in again."""
        self.is_closed = self.is_rushed = False
        self._changed()

    def note_rush(self) -> None:
        """Note that one address has taken many seats at once, which the teacher should know."""
        if not self.is_rushed:
            self.is_rushed = True
            self._changed()

    def extend(self, now: float) -> None:
        """Postpone the room's end, since the teacher has done something."""
        self.expires = now + LIFETIME

    # Views

    @property
    def tallies(self) -> list[Tally]:
        """Everything that has been shown or finished."""
        return [*self.past, self._tally()] if self.phase == "shown" else list(self.past)

    def phone_view(self) -> dict[str, Any]:
        """Everything a phone may know: nothing about votes, or the answer, until they are shown."""
        view: dict[str, Any] = {
            "phase": self.phase,
            "asked": self.asked,
            "round": len(self.votes),
            "ballot": self.ballot and self.ballot.shown,
        }
        if self.phase not in ("counted", "shown") or self.ballot is None:
            return view
        tally = self._tally()
        view |= {"rounds": [list(counts) for counts in tally.rounds]}
        if self.phase == "counted":
            return view
        return view | {
            "right": sorted(tally.ballot.right),
            "tied": sorted(tally.ballot.tied),
            "solution": {
                str(choice): worked
                for choice, worked in enumerate(tally.ballot.solution)
                if choice in tally.ballot.right or any(counts[choice] for counts in tally.rounds)
            },
            "beliefs": {str(choice): name for choice, name in tally.ballot.beliefs.items()},
        }

    def teacher_view(self) -> dict[str, Any]:
        """The phones' view, plus how many are present and have voted, and the class's history."""
        return self.phone_view() | {
            "here": self._present(),
            "leader": self.leader,
            "voted": len(self.votes[-1]) if self.votes else 0,
            "source": self.ballot and self.ballot.source(self.corpus),
            "closed": self.is_closed,
            "rushed": self.is_rushed,
            "choices": list(self.ballot.choices) if self.ballot else [],
            "past": [_summary(tally) for tally in self.tallies],
        }

    # Internal helpers

    def _only_in(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise RefusedError

    def _not_in_the_last_round(self) -> None:
        if len(self.votes) == ROUNDS:
            raise RefusedError

    def _move(self, to: Phase, *phases: Phase) -> None:
        self._only_in(*phases)
        self.phase = to
        self._changed()

    def _changed(self) -> None:
        self.version += 1

    def _present(self) -> int:
        """How many are connected or have voted in this round."""
        here = {seat for seat, connection in self.here.items() if connection}
        return len(here | set(self.votes[-1] if self.votes else ()))

    def _tally(self) -> Tally:
        assert self.ballot is not None
        rounds = [counted(votes, self.ballot) for votes in self.votes]
        phones = [self._phones(votes, len(self.ballot.choices)) for votes in self.votes]
        return Tally(self.ballot, rounds, self.asked_at, self.corpus, self._present(), phones)

    def _phones(self, votes: dict[str, int], choices: int) -> list[list[int]]:
        """For each choice, the numbers of the phones that voted for it; hands have none."""
        found: list[list[int]] = [[] for _ in range(choices)]
        for seat, choice in votes.items():
            if seat in self.numbers:
                found[choice].append(self.numbers[seat])
        return [sorted(each) for each in found]

    def _forget_ballot(self) -> None:
        self.ballot, self.votes, self.phase = None, [], "waiting"
        self._changed()

    def _make_room(self) -> None:
        """Remove a seat that is not connected and has no vote in this ballot."""
        for seat, connection in self.here.items():
            if not connection and not any(seat in votes for votes in self.votes):
                del self.here[seat]
                return
        raise RefusedError


def counted(votes: dict[str, int], ballot: Ballot) -> Sequence[int]:
    """How often each choice was voted for.

    >>> counted({"ann": 1, "bob": 1}, Ballot(1, None, ["a", "b"], frozenset([0])))
    [0, 2]
    """
    counts = Counter(votes.values())
    return [counts[choice] for choice in range(len(ballot.choices))]


def _summary(tally: Tally) -> dict[str, Any]:
    """One entry of the class's history: how many voted, and how many of them were right."""
    return {
        "step": tally.ballot.step,
        "source": tally.ballot.source(tally.corpus),
        "voted": [sum(counts) for counts in tally.rounds],
        "right": [tally.right_in(number) for number in range(len(tally.rounds))],
    }


def new_code() -> str:
    """A code for a room, one of eleven million.

    >>> code = new_code()
    >>> len(code), set(code) <= set(CODE_LETTERS)
    (6, True)
    """
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """The code that somebody typed, even in lower case or with spaces; None if it isn't a code.

    >>> read_code(" bcd fhj "), read_code("BCDFHI"), read_code("BCDFH")
    ('BCDFHJ', None, None)
    """
    code = "".join(typed[:40].split()).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def save(room: Room) -> str:
    """The room as JSON.

    >>> load(save(Room("digest", 10.0))) == Room("digest", 10.0)
    True
    """
    values = vars(room) | {
        "ballot": room.ballot and _ballot_values(room.ballot),
        "past": [_tally_values(tally) for tally in room.past],
    }
    return json.dumps(values, separators=(",", ":"))


def load(text: str) -> Room:
    """The room that `save` has written."""
    values: dict[str, Any] = json.loads(text)
    ballot, past = values.pop("ballot"), values.pop("past")
    tallies = [Tally(_ballot(saved), *rest) for saved, *rest in past]
    return Room(**values, ballot=ballot and _ballot(ballot), past=tallies)


def _tally_values(tally: Tally) -> list[Any]:
    values = [tally.rounds, tally.asked_at, tally.corpus, tally.present, tally.voters]
    return [_ballot_values(tally.ballot), *values]


def _ballot_values(ballot: Ballot) -> list[Any]:
    beliefs = list(ballot.beliefs.items())
    right, tied = sorted(ballot.right), sorted(ballot.tied)
    newer = [ballot.form, ballot.seed, ballot.solution]
    return [ballot.step, ballot.shown, list(ballot.choices), right, beliefs, tied, *newer]


def _ballot(values: list[Any]) -> Ballot:
    step, shown, choices, right, beliefs, *newer = values  # older rooms kept nothing more
    tied, *rest = newer or [[]]
    return Ballot(step, shown, choices, frozenset(right), dict(beliefs), frozenset(tied), *rest)
