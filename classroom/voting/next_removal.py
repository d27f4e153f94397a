"""The ballot before a round of Unigram: which token will it drop?

A round drops many tokens, so many choices are right: every token that goes, and every token that
stays but costs no more than one that goes. The class chooses in the words, as they are segmented
now, or from a few candidates, because the tokens that go first are seldom in the words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.unigram.removal_costs import is_same_cost
from bpe_core.algorithms.unigram.trace import UnigramTrace
from classroom.beliefs import clear_winner
from classroom.voting.ballot import MOST_TOKENS, MOST_WORDS, Ballot, Paper, name_of

#: Most candidates that go, and most that stay, besides those that somebody may believe in.
MOST_CANDIDATES = 3


def ballot_of_round(trace: UnigramTrace, step: int) -> Ballot:
    """The ballot after `step` rounds. Raises a ValueError if no round follows.

    >>> from bpe_core import Corpus, train_unigram
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> ballot = ballot_of_round(train_unigram(Corpus.from_counts(counts), vocab_size=10), 0)
    >>> ballot.step, sorted(ballot.choices[right] for right in ballot.right)
    (1, ['bu', 'gs', 'ugs'])
    """
    if not 0 <= step < len(trace):
        raise ValueError("no round follows this step")
    now = _Pruning(trace, step)
    paper: Paper[int] = Paper()
    candidates = now.candidates()
    paper.offer([trace.token(number) for number in candidates], candidates)
    words = trace.history.shown
    for place, numbers in now.segmentations():
        count = int(trace.corpus.counts[words[place]])
        paper.write([trace.token(number) for number in numbers], numbers, count)
    right = paper.places(number for number in paper.numbers if now.is_right(number))
    return Ballot(
        step=step + 1,
        shown={
            "kind": "tokens",
            "algorithm": "unigram",
            "step": step + 1,
            "words": paper.rows,
            "more": len(trace.corpus.words) - (len(paper.rows) - 1),
        },
        choices=[name_of(trace.token(number)) for number in paper.numbers],
        right=right,
        beliefs=paper.beliefs(now.believed(), right),
        tied=paper.places(number for number in paper.numbers if now.is_tied(number)),
        solution=[now.worked_out(number) for number in paper.numbers],
    )


@dataclass
class _Pruning:
    """A round of pruning: the tokens it drops, and those that somebody may believe it drops.

    Tokens are known by their number in the seed, where single units come first.
    """

    trace: UnigramTrace
    step: int

    def __post_init__(self) -> None:
        now, after = self.trace.snapshots[self.step : self.step + 2]
        self.numbers: NDArray[np.int32] = now.numbers
        self.log_probabilities = now.log_probabilities
        self.costs = dict(zip(now.numbers.tolist(), now.costs.tolist(), strict=True))
        self.stay = {*after.numbers.tolist()}
        # The highest cost of a token that goes, at which only the tie rule may decide.
        self.edge = max(cost for number, cost in self.costs.items() if number not in self.stay)
        at_edge = [number for number in self.costs if self._is_at_edge(number)]
        self.has_tie = any(number in self.stay for number in at_edge)

    def _is_at_edge(self, number: int) -> bool:
        return is_same_cost(self.costs[number], self.edge)

    def is_right(self, number: int) -> bool:
        """Whether a token goes, or costs no more than one that goes."""
        return number not in self.stay or self._is_at_edge(number)

    def is_tied(self, number: int) -> bool:
        """Whether only the tie rule decided about a token."""
        return self.has_tie and self._is_at_edge(number)

    def worked_out(self, number: int) -> dict[str, float]:
        """Return the cost of removing a token; nothing for one that always stays."""
        return {"cost": self.costs[number]} if self._is_longer(number) else {}

    def candidates(self) -> list[int]:
        """Some tokens that go and some that stay, in alphabetical order.

        Those to which a belief leads are among them. The order of the seed would reveal which go:
        frequent tokens come first in it.
        """
        view = self.trace.history.views[self.step]
        longer_first = sorted(view.likely, key=lambda number: not self._is_longer(number))
        go = view.cheapest[: view.next_total][:MOST_CANDIDATES]
        others = (n for n in [*view.cheapest, *longer_first] if not self.is_right(n))
        stay = list(dict.fromkeys(others))[:MOST_CANDIDATES]
        found = {*go, *stay, *(number for number, _ in self._wrong_by_belief())}
        return sorted(found, key=lambda number: name_of(self.trace.token(number)))

    def segmentations(self) -> Iterator[tuple[int, Sequence[int]]]:
        """The most frequent words in the corpus's order: a place in the history, and the tokens."""
        history = self.trace.history
        counts = self.trace.corpus.counts[history.shown]
        for place in sorted(np.argsort(-counts, kind="stable")[:MOST_WORDS].tolist()):
            now = [tokens for since, tokens in history.segmentations[place] if since <= self.step]
            yield place, now[-1][:MOST_TOKENS]

    def believed(self) -> Iterator[tuple[int, str]]:
        """Tokens with the belief that they go: single units never do."""
        yield from self._wrong_by_belief()
        yield from ((number, "single-unit") for number in self.costs if not self._is_longer(number))

    def _wrong_by_belief(self) -> Iterator[tuple[int, str]]:
        """The least probable and the longest token, if they are no ties and stay."""
        longer = [number for number in self.costs if self._is_longer(number)]
        rarity = dict(zip(self.numbers.tolist(), (-self.log_probabilities).tolist(), strict=True))
        beliefs = {
            "least-probable": {number: rarity[number] for number in longer},
            "longest-dropped": {number: float(self.trace.length[number]) for number in longer},
        }
        for name, numbers in beliefs.items():
            winner = clear_winner(numbers)
            if winner and not self.is_right(winner[0]):
                yield winner[0], name

    def _is_longer(self, number: int) -> bool:
        return number >= len(self.trace.corpus.base_vocabulary)
