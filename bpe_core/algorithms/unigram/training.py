"""Unigram: start with too many tokens, learn their probabilities, drop those least missed.

The model: a word is made by drawing tokens with their probabilities, independently of each other.
A word has many segmentations, and its probability is the sum over all of them. Training goes in
rounds. In each round, expectation-maximization learns the probabilities (E step: how often each
token is expected, over all segmentations; M step: its share of all expected tokens); then the
tokens whose removal costs least are dropped. The rounds end when the vocabulary has the target
size. Single units are always kept, so that every word can be spelled.

Source: Kudo, 2018, "Subword Regularization: Improving Neural Network Translation Models with
Multiple Subword Candidates". Unlike BPE and WordPiece, which start small and merge, this starts
large and prunes. Unlike sentencepiece (same author), the M step is plain maximum likelihood, no
token is dropped outside the pruning, the cost of a removal counts all segmentations, and the last
round prunes exactly to the target size.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from bpe_core.algorithms.limits import (
    Clock,
    ReportSteps,
    StopReason,
    check_corpus,
    check_number,
    check_room,
    check_special_tokens,
)
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.algorithms.unigram.recorded_rounds import Snapshot
from bpe_core.algorithms.unigram.removal_costs import order_of_removal, removal_costs
from bpe_core.algorithms.unigram.seed import (
    MOST_TOKEN_UNITS,
    count_candidates,
    cut_into_pieces,
    find_seed,
)
from bpe_core.algorithms.unigram.segmentation_sums import (
    Floats,
    Int64s,
    WordLattices,
    find_best_paths,
)
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.errors import FactorError, SingleUnitsError
from bpe_core.text.corpus import Corpus

SHARE_KEPT = 4  # by default, one in this many candidates is kept
SEED_FACTOR = 5  # by default, this many seed tokens for each token of the target size
LEAST_UNIT_COUNT = 0.5  # single units are never expected less often than this
LEAST_PROBABILITY = 1e-300


def train_unigram(
    corpus: Corpus,
    *,
    vocab_size: int,
    max_token_length: int = MOST_TOKEN_UNITS,
    seed_size: int | None = None,
    shrinking_factor: float = 0.75,
    sub_iterations: int = 2,
    special_tokens: Sequence[str] = (),
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> UnigramTrace:
    """Learn a vocabulary with probabilities from a corpus and keep every round.

    `vocab_size` counts special tokens, single units and longer tokens. `seed_size` is the maximum
    number of substrings at the start (five times the vocabulary by default). Each round runs
    `sub_iterations` of expectation-maximization and keeps `shrinking_factor` of the tokens. The
    last state has the requested size, or fewer tokens if the seed has fewer (`nothing_left`).
    `progress(done, total)` is called with numbers of rounds and may raise an exception to cancel.
    After `time_limit` seconds of processor time, training ends with the current round. A word of
    more than 512 units is trained in pieces of 512; no token reaches over a cut.

    Raises `SingleUnitsError`, `NumberTooSmallError`, `FactorError`, `TimeLimitError`,
    `SpecialTokenError`.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trace = train_unigram(corpus, vocab_size=10)
    >>> trace.sizes, trace.vocabulary[7:], trace.tokenizer().tokens("hugs")
    ([19, 14, 10], ('hug', 'pun', 'pug'), ['hug', 's'])
    """
    check_corpus(corpus)
    special = check_special_tokens(special_tokens)
    check_room(corpus, vocab_size, len(special), SingleUnitsError)
    seed_size = SEED_FACTOR * vocab_size if seed_size is None else seed_size
    check_number("max_token_length", max_token_length, smallest=1)
    check_number("seed_size", seed_size, smallest=1)
    check_number("sub_iterations", sub_iterations, smallest=1)
    if not isinstance(shrinking_factor, Real) or not 0 < shrinking_factor < 1:
        raise FactorError(value=shrinking_factor)
    clock = Clock(None, progress, time_limit)
    learner = _Learner(corpus, max_token_length, int(seed_size), sub_iterations, clock)
    sizes = plan_sizes(learner.size, vocab_size - len(special), float(shrinking_factor))
    snapshots = _prune_until_over(learner, sizes, clock)
    is_full = learner.size + len(special) == vocab_size
    at_the_end: StopReason = "vocab_size" if is_full else "nothing_left"
    return UnigramTrace(
        corpus=corpus,
        **vars(learner.seed),
        snapshots=snapshots,
        special_tokens=special,
        stopped_because="time_limit" if len(snapshots) < len(sizes) else at_the_end,
        settings={
            "vocab_size": int(vocab_size),
            "max_token_length": int(max_token_length),
            "seed_size": int(seed_size),
            "shrinking_factor": float(shrinking_factor),
            "sub_iterations": int(sub_iterations),
        },
    )


@trains_again(*UnigramTrace.MAGICS)
def _train_again(corpus: Corpus, *, rounds: int, **settings: Any) -> UnigramTrace:
    trace = train_unigram(corpus, **settings)
    trace.snapshots = trace.snapshots[: max(0, rounds) + 1]
    return trace


def usual_size(corpus: Corpus, special: int = 0, most: int | None = None) -> int:
    """The default vocabulary size: a quarter of the candidates, but not more than `most`.

    Single units and `special` special tokens are added to that.

    >>> usual_size(Corpus.from_counts({"hug": 2, "hugs": 1}))  # g, h, s, u and one of hu, ug, hug
    5
    """
    quarter = -(-count_candidates(corpus) // SHARE_KEPT)
    longer = quarter if most is None else min(quarter, most)
    return len(corpus.base_vocabulary) + special + longer


def _prune_until_over(learner: _Learner, sizes: list[int], clock: Clock) -> list[Snapshot]:
    """Prune round by round from one size to the next, until the last one or until time is up."""
    clock.total = len(sizes) - 1
    snapshots = [learner.learn(0)]
    for number, size in enumerate(sizes[1:]):
        if clock.is_late():
            break
        learner.prune(size, snapshots[-1].costs)
        snapshots.append(learner.learn(number))
    clock.report(len(snapshots) - 1)
    return snapshots


def plan_sizes(size: int, target: int, factor: float) -> list[int]:
    """Plan how many tokens there are before the first round and after each round.

    >>> plan_sizes(100, 40, 0.75), plan_sizes(30, 40, 0.75)
    ([100, 75, 56, 42, 40], [30])
    """
    sizes = [size]
    while sizes[-1] > target:
        sizes.append(max(target, int(sizes[-1] * factor)))
    return sizes


class _Learner:
    """The state of a training: the remaining tokens, their probabilities, and the lattices.

    `numbers` are the tokens' positions in the seed; the base vocabulary always comes first.
    """

    def __init__(
        self, corpus: Corpus, max_token_length: int, seed_size: int, iterations: int, clock: Clock
    ) -> None:
        self._iterations = iterations
        self._clock = clock
        self._base = len(corpus.base_vocabulary)
        self._pieces = cut_into_pieces(corpus)
        self.seed, occurrences = find_seed(corpus, self._pieces, max_token_length, seed_size)
        clock.report(0)
        self._numbers = np.arange(len(self.seed.first))
        longest = int(self.seed.length.max())
        self._lattices = WordLattices.of(self._pieces, occurrences, longest)
        self._probabilities = shares(self.seed.count, self._base)

    @property
    def size(self) -> int:
        return len(self._numbers)

    def learn(self, rounds: int) -> Snapshot:
        """Run expectation-maximization after so many rounds, and find what the tokens are worth."""
        for _ in range(self._iterations):
            expected = self._lattices.sums(self._probabilities).expected_counts(self.size)
            self._probabilities = shares(expected, self._base)
            self._clock.report(rounds)
        sums = self._lattices.sums(self._probabilities)
        logarithms = np.log(self._probabilities)
        token_counts, used = find_best_paths(self._lattices, logarithms)
        return Snapshot(
            numbers=self._numbers.astype(np.int32),
            log_probabilities=logarithms,
            costs=removal_costs(sums, self._probabilities, self._base, self._pieces),
            loss=sums.loss,
            token_count=int(token_counts @ self._pieces.counts),
            in_use=int(np.count_nonzero(used)),
        )

    def prune(self, size: int, costs: Floats) -> None:
        """Drop the tokens that cost least; among equals, the one later in the seed goes first."""
        kept = np.ones(self.size, bool)
        kept[order_of_removal(costs, self._numbers)[: self.size - size]] = False
        self._lattices = self._lattices.keep(kept)
        self._numbers = self._numbers[kept]
        self._probabilities = self._probabilities[kept]


def shares(counts: Floats | Int64s, base: int) -> Floats:
    """The M step: each token's share of all expected tokens.

    Single units count at least half an occurrence, and no token's probability becomes zero.

    >>> shares(np.array([0.0, 2.0, 1.5]), base=1)
    array([0.125, 0.5  , 0.375])
    """
    counts = np.maximum(counts, LEAST_PROBABILITY)
    counts[:base] = np.maximum(counts[:base], LEAST_UNIT_COUNT)
    probabilities: Floats = counts / counts.sum()
    return np.maximum(probabilities, LEAST_PROBABILITY)
