"""A question to a class, and the result of the vote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
