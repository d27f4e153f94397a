"""The lattice of one word: every segmentation as a path, and the table that finds the best one.

Nodes are the places between units, from 0 to n; an edge is a token that spells the units between
two nodes. Viterbi's table has an entry for each node: the best score (log probability) of a path
to it, and the last edge of that path. Unlike `bpe_core.algorithms.unigram.segmentation_sums`, which
sums over all words at once, this keeps everything that a page can draw.

Of equally good paths to a node, the one with the longest last token wins. An unknown unit is an
edge of its own with the score of the least likely token minus `UNKNOWN_PENALTY` (both as in
sentencepiece and Hugging Face tokenizers).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import exp, log
from operator import attrgetter, itemgetter
from random import Random

UNKNOWN_PENALTY = 10.0
NOTHING = -1


def add_logarithms(values: Sequence[float]) -> float:
    """log(sum(exp(value))).

    >>> round(exp(add_logarithms([log(0.25), log(0.5)])), 9)
    0.75
    """
    top = max(values)
    return top + log(sum(exp(value - top) for value in values))


@dataclass(frozen=True)
class Edge:
    """The token `token_id` from node `start` to node `end`."""

    start: int
    end: int
    token_id: int
    log_probability: float


@dataclass(frozen=True)
class Candidate:
    """A path to a node that is compared: the best path to an edge's beginning, then the edge."""

    edge: int
    score: float


@dataclass(frozen=True)
class Path:
    """A segmentation: its edges in order, their tokens, and its log probability."""

    edges: tuple[int, ...]
    token_ids: tuple[int, ...]
    log_probability: float


class Lattice:
    """All segmentations of a word; get it with `tokenizer.lattice(word)`.

    - `length`: how many units the word has; the nodes are 0 to `length`
    - `edges`: sorted by their end, the longest first; elsewhere an edge is given by its index here
    """

    def __init__(self, length: int, edges: Sequence[Edge]) -> None:
        self.length = length
        self.edges = tuple(sorted(edges, key=lambda edge: (edge.end, edge.start)))

    def __repr__(self) -> str:
        return f"Lattice({self.length} units, {len(self.edges)} edges)"

    @cached_property
    def ending_at(self) -> list[list[int]]:
        """For each node, the edges that end there."""
        lists: list[list[int]] = [[] for _ in range(self.length + 1)]
        for i, edge in enumerate(self.edges):
            lists[edge.end].append(i)
        return lists

    # The best segmentation

    @cached_property
    def table(self) -> list[list[Candidate]]:
        """For each node, the paths that Viterbi's algorithm compares there, in its order.

        The first path with the highest score wins.
        """
        best = [0.0] * (self.length + 1)
        table: list[list[Candidate]] = []
        for node, edges in enumerate(self.ending_at):
            row = [
                Candidate(i, best[self.edges[i].start] + self.edges[i].log_probability)
                for i in edges
            ]
            best[node] = max((candidate.score for candidate in row), default=0.0)
            table.append(row)
        return table

    @cached_property
    def back_pointers(self) -> list[int]:
        """For each node, the last edge of the best path to it; -1 at the word's beginning."""
        return [max(row, key=lambda c: c.score).edge if row else NOTHING for row in self.table]

    @cached_property
    def best(self) -> Path:
        """The most likely segmentation."""
        return self.n_best(1)[0]

    def n_best(self, n: int) -> list[Path]:
        """The `n` most likely segmentations, best first (fewer if there are fewer).

        Every node keeps its `n` best paths; the first is that of `best`.
        """
        # Of each path: its score, its last edge, and which path to that edge's start it uses.
        ways: list[list[tuple[float, int, int]]] = [[(0.0, NOTHING, 0)]]
        for edges in self.ending_at[1:]:
            found = (
                (score + self.edges[i].log_probability, i, place)
                for i in edges
                for place, (score, *_) in enumerate(ways[self.edges[i].start])
            )
            # Among equal scores `nlargest` keeps the first, as Viterbi's algorithm does.
            ways.append(heapq.nlargest(n, found, key=itemgetter(0)))
        return [self._follow(ways, place) for place in range(len(ways[self.length]))]

    def _follow(self, ways: list[list[tuple[float, int, int]]], place: int) -> Path:
        edges, node = [], self.length
        score = ways[node][place][0]
        while node > 0:
            _, edge, place = ways[node][place]
            edges.append(edge)
            node = self.edges[edge].start
        return self._path(edges[::-1], score)

    def _path(self, edges: Sequence[int], score: float) -> Path:
        ids = tuple(self.edges[i].token_id for i in edges)
        return Path(tuple(edges), ids, score)

    # All segmentations

    @cached_property
    def before(self) -> list[float]:
        """For each node, the log of the summed probability of all paths to it (forward)."""
        return self._sums(1.0)

    def _sums(self, power: float) -> list[float]:
        """The same as `before`, with every probability raised to a power."""
        sums = [0.0]
        for edges in self.ending_at[1:]:
            ways = (self.edges[i] for i in edges)
            sums.append(add_logarithms([sums[e.start] + power * e.log_probability for e in ways]))
        return sums

    @cached_property
    def after(self) -> list[float]:
        """For each node, the log of the summed probability of all paths from it (backward)."""
        start = attrgetter("start")
        sums = [0.0] * (self.length + 1)
        for node, edges in groupby(sorted(self.edges, key=start, reverse=True), key=start):
            sums[node] = add_logarithms([e.log_probability + sums[e.end] for e in edges])
        return sums

    @property
    def log_probability(self) -> float:
        """The log of the word's probability, summed over all segmentations."""
        return self.before[self.length]

    @cached_property
    def marginals(self) -> list[float]:
        """For each edge, the probability that a segmentation contains it."""
        return [
            exp(self.before[e.start] + e.log_probability + self.after[e.end] - self.log_probability)
            for e in self.edges
        ]

    @cached_property
    def path_count(self) -> int:
        """How many segmentations there are."""
        counts = [1]
        for edges in self.ending_at[1:]:
            counts.append(sum(counts[self.edges[i].start] for i in edges))
        return counts[self.length]

    def share(self, path: Path, temperature: float = 1.0) -> float:
        """The probability with which `sample` draws a segmentation.

        >>> from bpe_core import Corpus, train_unigram
        >>> tokenizer = train_unigram(Corpus.from_counts({"hug": 10}), vocab_size=4).tokenizer()
        >>> lattice = tokenizer.lattice("hug")
        >>> [round(sum(map(lattice.share, lattice.n_best(2), [t] * 2)), 9) for t in (0.5, 2.0)]
        [1.0, 1.0]
        """
        power = 1.0 / temperature
        return exp(power * path.log_probability - self._sums(power)[self.length])

    def sample(self, random: Random, temperature: float = 1.0) -> Path:
        """A segmentation drawn with its probability to the power 1 / temperature.

        Kudo, 2018, section 3.3 (there the power is alpha): sums go forward, the draw goes
        backward from the word's end.
        """
        power = 1.0 / temperature
        sums = self._sums(power)
        edges, node, score = [], self.length, 0.0
        while node > 0:
            ending = self.ending_at[node]
            weights = [
                exp(sums[self.edges[i].start] + power * self.edges[i].log_probability - sums[node])
                for i in ending
            ]
            chosen = random.choices(ending, weights)[0]
            edges.append(chosen)
            score += self.edges[chosen].log_probability
            node = self.edges[chosen].start
        return self._path(edges[::-1], score)
