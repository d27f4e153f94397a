"""A state of a Unigram training: the tokens, their costs, and the segmentations of the words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.unigram.recorded_rounds import RecordedRounds
from bpe_core.algorithms.unigram.removal_costs import order_of_removal
from bpe_core.algorithms.unigram.seed import PIECE_UNITS
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.text.corpus import Token


@dataclass(frozen=True)
class RankedToken:
    """A token with its number, its log probability, and the cost of its removal (nats)."""

    number: int
    token: Token
    log_probability: float
    cost: float


class UnigramState:
    """One state of a Unigram trace; get it with `trace.state_at(step)`.

    - `size`: how many tokens the vocabulary has, including special tokens
    - `log_probabilities` (natural logarithms) and `costs` (of removing a token, in nats): for each
      token, by id without special tokens
    - `loss`: the negative log likelihood of the corpus over all segmentations, in nats
    - `token_count`: how many tokens the whole corpus has if every word has its best segmentation

    >>> from bpe_core import Corpus, train_unigram
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> state = train_unigram(corpus, vocab_size=10).state_at(2)
    >>> state.words[:2], state.token_count
    ([(('hug',), 10), (('pug',), 5)], 49)
    >>> [ranked.token for ranked in state.cheapest(2)]
    ['pug', 'pun']
    """

    def __init__(self, recorded: RecordedRounds, step: int) -> None:
        self.step = step
        self._recorded = recorded
        self._snapshot = snapshot = recorded.snapshots[step]
        self.size = recorded.sizes[step]
        self.log_probabilities, self.costs = snapshot.log_probabilities, snapshot.costs
        self.loss, self.token_count = snapshot.loss, snapshot.token_count

    def __repr__(self) -> str:
        return f"UnigramState(step {self.step} of {len(self._recorded)})"

    @cached_property
    def vocabulary(self) -> tuple[Token, ...]:
        """The vocabulary by id: special tokens, base vocabulary, longer tokens."""
        return self._recorded.vocabulary_at(self.step)

    # Ranking the tokens

    def cheapest(self, top: int = 20) -> list[RankedToken]:
        """The tokens whose removal costs least, cheapest first; single units are excluded.

        Among equal costs, the token later in the seed comes first.
        """
        snapshot = self._snapshot
        order = order_of_removal(snapshot.costs, snapshot.numbers)
        places = order[np.isfinite(snapshot.costs[order])][:top]
        columns = snapshot.numbers, snapshot.log_probabilities, snapshot.costs
        rows = zip(*(column[places].tolist() for column in columns), strict=True)
        return [RankedToken(i, self._recorded.token(i), log, cost) for i, log, cost in rows]

    def dropped(self, top: int = 20) -> list[RankedToken]:
        """The tokens that this round dropped, cheapest first, with their values before it."""
        if not self.step:
            return []
        before = UnigramState(self._recorded, self.step - 1)
        return before.cheapest(min(top, self.dropped_total))

    @property
    def dropped_total(self) -> int:
        """How many tokens this round dropped."""
        return self._recorded.sizes[self.step - 1] - self.size if self.step else 0

    # The words

    @cached_property
    def words(self) -> list[tuple[tuple[Token, ...], int]]:
        """The best segmentation and the count of each word, in the corpus's order."""
        corpus, vocabulary = self._recorded.corpus, self.vocabulary
        ids = self.word_ids(range(len(corpus.words)))
        counts = corpus.counts.tolist()
        return [
            (tuple(vocabulary[i] for i in word), count)
            for word, count in zip(ids, counts, strict=True)
        ]

    def word_ids(
        self, indices: Iterable[int] | NDArray[np.int64], *, max_units: int | None = None
    ) -> list[list[int]]:
        """The token ids of the words with these indices, each in its best segmentation.

        Words of more than 512 units are segmented in pieces of 512, as in training. With
        `max_units`, a longer word is cut after this many units.
        """
        corpus, first = self._recorded.corpus, self._recorded.first_base_id
        found = []
        for index in indices:
            start, stop = corpus.starts[index : index + 2].tolist()
            if max_units is not None:
                stop = min(stop, start + max_units)
            units = (corpus.units[start:stop] + first).tolist()
            borders = [*range(0, len(units), PIECE_UNITS), len(units)]
            pieces = [units[a:b] for a, b in pairwise(borders)]
            found.append([i for piece in pieces for i in self._tokenizer.encode_units(piece)])
        return found

    @cached_property
    def _tokenizer(self) -> UnigramTokenizer:
        return UnigramTokenizer(self._recorded, self.step)
