"""A question to a class, and the result of the vote.

A choice is known by its *key*: two adjacent tokens, or the number of one token. Wherever the same
key occurs, it is the same choice.

The votes are a table to take home. It contains no names, because a room knows none: its voters are
numbered, in the order of joining.
"""

import csv
import io
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from bpe_core import Token
from bpe_core.text.corpus import plain_token

#: Most choices of one ballot: each pair of neighbours in the displayed words, or each token.
MOST_CHOICES = 400
#: How many times a ballot can be voted on.
ROUNDS = 2


@dataclass(frozen=True)
class Ballot:
    """A question with numbered choices.

    - `step`: the step of the walk that is asked about, or the number of the question
    - `shown`: what the screens draw, as JSON values; it does not reveal the right choices
    - `choices`: the name of each choice in a table
    - `right`: the right choices, more than one if there is a tie
    - `beliefs`: for a wrong choice, the name of the belief behind it, as in `classroom.beliefs`
    - `tied`: the right choices among which only the tie rule decided
    - `solution`: for each choice, what decides about it, as JSON values; empty if nothing is known
    - `form`, `seed`: for a question of a quiz, what it is about, and the seed it was drawn with
    """

    step: int
    shown: Any
    choices: Sequence[str]
    right: frozenset[int]
    beliefs: Mapping[int, str] = field(default_factory=dict)
    tied: frozenset[int] = frozenset()
    form: str = ""
    seed: int | None = None
    solution: Sequence[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        numbers = range(len(self.choices))
        if not 2 <= len(numbers) <= MOST_CHOICES:
            raise ValueError("a ballot has from 2 to 400 choices")
        answers = {*self.right, *self.beliefs} <= set(numbers) and self.tied <= self.right
        if not self.right or not answers:
            raise ValueError("a ballot's answers are among its choices")

    def source(self, corpus: str) -> list[Any]:
        """Name its source: the algorithm or the kind, the corpus, and the quiz with its seed.

        >>> shown = {"kind": "pairs", "algorithm": "bpe"}
        >>> Ballot(3, shown, ["a", "b"], frozenset([0])).source("hug")
        ['bpe', 'hug', '', None]
        """
        shown = self.shown if isinstance(self.shown, dict) else {}
        return [shown.get("algorithm", shown.get("kind")), corpus, self.form, self.seed]

    def is_choice(self, choice: object) -> bool:
        """Whether this is a valid choice: its number, as an `int` and nothing similar.

        >>> ballot = Ballot(1, None, ["a", "b"], frozenset([0]))
        >>> [ballot.is_choice(each) for each in (0, 1, 2, -1, True, None, "1", 1.0)]
        [True, True, False, False, False, False, False, False]
        """
        return type(choice) is int and 0 <= choice < len(self.choices)


@dataclass(frozen=True)
class Tally:
    """How often each choice of a ballot was voted for, in each round.

    `asked_at` is when it was asked (Unix time), `corpus` on what, `present` of how many people;
    `voters` are, for each round and each choice, those who voted for it, numbered as they joined.
    """

    ballot: Ballot
    rounds: Sequence[Sequence[int]]
    asked_at: float = 0.0
    corpus: str = ""
    present: int = 0
    voters: Sequence[Sequence[Sequence[int]]] = ()

    def right_in(self, number: int) -> int:
        """How many were right in a round, counted from 0.

        >>> Tally(Ballot(1, None, ["a", "b", "c"], frozenset([0, 1])), [[3, 1, 7]]).right_in(0)
        4
        """
        return sum(self.rounds[number][choice] for choice in self.ballot.right)


#: Most words that a phone shows; nobody would scroll through more.
MOST_WORDS = 30
#: Most tokens of one word that are shown: a text without spaces is a single word.
MOST_TOKENS = 40
#: The error handler that spells bytes in a table.
NAMES_OF_BYTES = "backslashreplace"

K = TypeVar("K", bound=Hashable)


@dataclass
class Paper(Generic[K]):
    """The rows on a ballot, as JSON values, and the number of each choice.

    >>> paper: Paper[str] = Paper()
    >>> paper.write(["a", "b", "a"], ["a", "b", "a"], 7)
    >>> paper.rows, paper.numbers
    ([{'tokens': ['a', 'b', 'a'], 'choices': [0, 1, 0], 'count': 7}], {'a': 0, 'b': 1})
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[K, int] = field(default_factory=dict)

    def write(self, tokens: Sequence[Token], keys: Sequence[K], count: int | None = None) -> None:
        """Add a word with its count, if it has one, unless that makes too many choices."""
        if len(self.numbers.keys() | set(keys)) <= MOST_CHOICES:
            self.rows.append(self._row(tokens, keys) | {"count": count})

    def offer(self, tokens: Sequence[Token], keys: Sequence[K]) -> None:
        """Add a row of tokens that stand apart, and are no word."""
        self.rows.append(self._row(tokens, keys) | {"count": None, "apart": True})

    def _row(self, tokens: Sequence[Token], keys: Sequence[K]) -> dict[str, Any]:
        choices = [self.numbers.setdefault(key, len(self.numbers)) for key in keys]
        return {"tokens": [plain_token(token) for token in tokens], "choices": choices}

    def places(self, keys: Iterable[K]) -> frozenset[int]:
        """The numbers of those choices that are on the ballot."""
        return frozenset(self.numbers[key] for key in keys if key in self.numbers)

    def beliefs(self, believed: Iterable[tuple[K, str]], right: frozenset[int]) -> dict[int, str]:
        """The belief behind each wrong choice; the first one names it.

        >>> paper = Paper([], {"a": 0, "b": 1})
        >>> paper.beliefs([("a", "x"), ("b", "y"), ("b", "z"), ("c", "x")], frozenset([0]))
        {1: 'y'}
        """
        found: dict[int, str] = {}
        for key, name in believed:
            if key in self.numbers and self.numbers[key] not in right:
                found.setdefault(self.numbers[key], name)
        return found


def name_of(*tokens: Token) -> str:
    r"""The name of a choice in a table.

    >>> name_of("h", "ug"), name_of(b"\xe5", b"h"), name_of("hug")
    ('h + ug', '\\xe5 + h', 'hug')
    """
    texts = [t if isinstance(t, str) else t.decode("utf-8", NAMES_OF_BYTES) for t in tokens]
    return " + ".join(texts)


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
    r"""The cell, changed if a spreadsheet would treat it as a formula.

    >>> guarded("=1+1"), guarded("h u")
    ("'=1+1", 'h u')
    >>> "".join(guarded(f"{sign}1")[0] for sign in "=+-@\t\ra")
    "''''''a"
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


def _asked(ballot: Ballot) -> list[str | int | None]:
    """The quiz that a question is from, its number, and its text, as far as there are any."""
    text = ballot.shown.get("text", "") if isinstance(ballot.shown, dict) else ""
    return [ballot.form, ballot.seed, ballot.step, guarded(text)]


def time_of(seconds: float) -> str:
    """A moment to the minute, as a spreadsheet reads it; empty if it was not noted."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}" if seconds else ""
