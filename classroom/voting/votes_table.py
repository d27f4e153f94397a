"""A class's votes as a table to take home.

It contains no names, because a room knows none: its voters are numbered, in the order of joining.
"""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from classroom.voting.ballot import ROUNDS, Ballot, Tally

#: The columns of the votes for a choice in each round, and of the numbers of those who gave them.
VOTES = ("first vote", "second vote")
VOTERS = tuple(f"voters of the {vote} (numbered as they joined)" for vote in VOTES)
HEAD = (
    *("time (UTC)", "corpus", "present", "form", "seed", "step", "question"),
    *("choice", "right", "belief", *VOTES, *VOTERS),
)
#: A spreadsheet treats a cell that begins with one of these as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guarded(cell: str) -> str:
    """The cell, changed if a spreadsheet would treat it as a formula.

    >>> guarded("=1+1"), guarded("h u")
    ("'=1+1", 'h u')
    """
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def results_csv(tallies: Iterable[Tally]) -> str:
    r"""One row for each choice that was right or got votes. A round that was not held is empty.

    The step of a quiz is the number of its question.

    >>> from classroom.voting.ballot import Ballot
    >>> ballot = Ballot(3, {}, ["u g", "h u", "p u"], frozenset([0]), {1: "words-once"})
    >>> tally = Tally(ballot, [[2, 1, 0]], 1.8e9, "hug", 9, [[[1, 3], [2], []]])
    >>> print(results_csv([tally]).replace("\r\n", "\n"))
    time (UTC),...,second vote,voters of the first vote (numbered as they joined),...
    2027-01-15 08:00,hug,9,,,3,,u g,yes,,2,,1 3,
    2027-01-15 08:00,hug,9,,,3,,h u,no,words-once,1,,2,
    <BLANKLINE>
    """
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(HEAD)
    for tally in tallies:
        ballot = tally.ballot
        about = [time_of(tally.asked_at), guarded(tally.corpus), tally.present, *_asked(ballot)]
        for choice, name in enumerate(ballot.choices):
            votes = [counts[choice] for counts in tally.rounds]
            is_right = choice in ballot.right
            if is_right or any(votes):
                belief = ballot.beliefs.get(choice, "")
                empty = [""] * (ROUNDS - len(votes))
                right = "yes" if is_right else "no"
                voters = [" ".join(map(str, numbers[choice])) for numbers in tally.voters]
                missing = [""] * (ROUNDS - len(voters))
                row = [guarded(name), right, belief, *votes, *empty, *voters, *missing]
                table.writerow([*about, *row])
    return out.getvalue()


def _asked(ballot: Ballot) -> list[str | int]:
    """The quiz that a question is from, its number, and its text, as far as there are any."""
    text = ballot.shown.get("text", "") if isinstance(ballot.shown, dict) else ""
    seed = "" if ballot.seed is None else ballot.seed
    return [ballot.form, seed, ballot.step, guarded(text)]


def time_of(seconds: float) -> str:
    """A moment to the minute, as a spreadsheet reads it; empty if it was not noted."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}" if seconds else ""
