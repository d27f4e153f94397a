"""A room as text, for a store that several servers share, and back."""

import json
from typing import Any

from classroom.voting.ballot import Ballot, Tally
from classroom.voting.room import Room


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
