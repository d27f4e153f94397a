"""Sums over all segmentations of all words at once, and the best segmentation of each.

A word's segmentations are the paths through its lattice: nodes are the places between units, edges
are tokens. The forward algorithm gives each node the summed probability of all paths that lead to
it, alpha; going backward gives the sum of all paths from it to the end, beta. An edge's marginal,
the probability that a segmentation goes over it, is alpha * p * beta / (sum of all paths).

All words take the same step at once: nodes are numbered first by their place in the word and then
by word, so the nodes of one step are adjacent in memory, and so are the edges that end there.
Unlike a lattice of one word (`bpe_core.algorithms.unigram.lattice`), which a page can draw, this is
for arithmetic only. The backward pass is a forward pass through the mirrored words.

Sums are kept as plain probabilities. Where they would become too small for a double, the last few
nodes of that word are scaled up and the logarithm of the scale is kept beside them.

The best path to a node (Viterbi's algorithm) goes through the best path to one of the nodes before
it. Of equally good paths to a node, the one with the longest last token wins (the same rule as in
sentencepiece and Hugging Face tokenizers).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.unigram.seed import Occurrences, Pieces

Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

SMALL = 1e-200  # below this a sum is scaled up


def add_up(numbers: Int64s, values: Floats, size: int) -> Floats:
    """For each number below `size`, the sum of its values.

    >>> add_up(np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]), 3)
    array([4., 0., 2.])
    """
    sums: Floats = np.bincount(numbers, weights=values, minlength=size).astype(float, copy=False)
    return sums


@dataclass(frozen=True)
class Layout:
    """How the nodes are numbered: node (place i, word w) is `offset[i] + rank[w]`.

    Longer words have smaller ranks, so the words that have a place i are the first
    `offset[i + 1] - offset[i]` ranks. `word` and `place` are given for each node; `mirror` is the
    node that has as many units after it as this one has before it.
    """

    offset: Int64s
    rank: Int64s
    counts: Int64s
    lengths: Int64s
    of_rank: Int64s

    @classmethod
    def of(cls, lengths: Int64s, counts: Int64s) -> Layout:
        of_rank = np.argsort(-lengths, kind="stable")
        rank = np.empty_like(of_rank)
        rank[of_rank] = np.arange(len(of_rank))
        longer = len(lengths) - np.searchsorted(np.sort(lengths), np.arange(lengths.max() + 1))
        return cls(np.append(0, np.cumsum(longer)), rank, counts, lengths, of_rank)

    @property
    def steps(self) -> int:
        """The length of the longest word."""
        return len(self.offset) - 2

    @cached_property
    def word(self) -> Int64s:
        return self.of_rank[np.arange(self.offset[-1]) - self.offset[self.place]]

    @cached_property
    def place(self) -> Int64s:
        return np.repeat(np.arange(self.steps + 1), np.diff(self.offset))

    @cached_property
    def mirror(self) -> Int64s:
        return self.node(self.lengths[self.word] - self.place, self.word)

    @cached_property
    def last(self) -> Int64s:
        """The last node of each word."""
        return self.node(self.lengths, np.arange(len(self.lengths)))

    def node(self, place: Int64s, word: Int64s) -> Int64s:
        return self.offset[place] + self.rank[word]

    def sources(self, per_node: Int64s, units: Int64s) -> Int64s:
        """The nodes where edges begin, sorted by the node where they end.

        `per_node` is how many edges end at each node; `units` is how many units each edge covers.
        """
        place = np.repeat(self.place, per_node)
        place -= units
        ranks = np.arange(self.offset[-1]) - self.offset[self.place]
        sources: Int64s = self.offset.take(place)
        sources += np.repeat(ranks, per_node)
        return sources


@dataclass(frozen=True)
class Edges:
    """The edges of all words, sorted by their end node, longer ones first.

    The edges that end at node n are those from `begin[n]` to `begin[n + 1]`. `repeated`: the
    same token occurs in the same word more than once.
    """

    source: Int64s
    token: Int64s
    repeated: Bools
    begin: Int64s

    @classmethod
    def sorted_by_end(
        cls, layout: Layout, end: Int64s, length: Int64s, token: Int64s, repeated: Bools
    ) -> Edges:
        """Edges in any order, given by the node where they end and the units that they cover."""
        longest = int(length.max(initial=1))
        for_length = longest.bit_length()
        for_token = int(token.max(initial=0)).bit_length()
        # Everything packed into one number: a sort is several times faster than an argsort.
        key = end << for_length
        key |= longest - length
        key <<= for_token
        key |= token
        key <<= 1
        key |= repeated
        key.sort()
        repeated, key = (key & 1).astype(bool), key >> 1
        token, key = key & ((1 << for_token) - 1), key >> for_token
        length, key = longest - (key & ((1 << for_length) - 1)), key >> for_length
        per_node = np.bincount(key, minlength=int(layout.offset[-1]))
        begin = np.concatenate([[0], np.cumsum(per_node)])
        return cls(layout.sources(per_node, length), token, repeated, begin)

    def keep(self, renamed: Int64s) -> Edges:
        """Keep only the edges whose tokens have a new number (one that is not -1)."""
        token = renamed.take(self.token)
        chosen = token >= 0
        so_far = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(chosen, out=so_far[1:])
        places = np.flatnonzero(chosen)
        source, repeated = self.source.take(places), self.repeated.take(places)
        return Edges(source, token.take(places), repeated, so_far[self.begin])

    @cached_property
    def per_node(self) -> Int64s:
        return np.diff(self.begin)


@dataclass(frozen=True)
class Sums:
    """The sum of all paths to each node is `value * exp(log_scale)`; None means no scale."""

    value: Floats
    log_scale: Floats | None

    def logarithms(self, nodes: Int64s) -> Floats:
        logs = np.log(self.value[nodes])
        return logs if self.log_scale is None else logs + self.log_scale[nodes]


def sum_paths(layout: Layout, edges: Edges, weights: Floats, max_length: int) -> Sums:
    """The summed weight of all paths from a word's beginning to each node; `weights` are the
    edges'."""
    offset, begin, source = layout.offset.tolist(), edges.begin, edges.source
    borders = [*begin[layout.offset[:-1]].tolist(), len(source)]
    value = np.empty(offset[-1])
    value[: offset[1]] = 1.0
    log_scale: Floats | None = None
    current = np.zeros(offset[1])  # the scale of each word by rank
    for step in range(1, layout.steps + 1):
        first, last = borders[step], borders[step + 1]
        flow = value.take(source[first:last])
        flow *= weights[first:last]
        node, stop = offset[step], offset[step + 1]
        sums = np.add.reduceat(flow, begin[node:stop] - first, out=value[node:stop])
        if sums.min() < SMALL:
            log_scale = np.zeros(len(value)) if log_scale is None else log_scale
            ranks = np.flatnonzero(sums < SMALL)
            factor = 1.0 / sums[ranks]
            current[ranks] -= np.log(factor)
            # The sums of these words become about 1, at all nodes that are still needed.
            for place in range(max(0, step - max_length + 1), step + 1):
                nodes = offset[place] + ranks
                value[nodes] *= factor
                log_scale[nodes] = current[ranks]
        if log_scale is not None:
            log_scale[node:stop] = current[: stop - node]
    return Sums(value, log_scale)


class WordLattices:
    """The lattices of all words over one vocabulary, ready for sums.

    `max_length` is that of the longest token. Give `probabilities` by token number everywhere.
    """

    def __init__(self, layout: Layout, forward: Edges, backward: Edges, max_length: int) -> None:
        self.layout = layout
        self.forward = forward
        self._backward = backward
        self._max_length = max_length

    @classmethod
    def of(cls, pieces: Pieces, occurrences: Occurrences, max_length: int) -> WordLattices:
        """Build the lattices over these tokens."""
        layout = Layout.of(np.diff(pieces.starts), pieces.counts)
        place = np.arange(len(pieces.of_unit)) - pieces.starts[pieces.of_unit]
        node_before, node_after = (layout.node(place + i, pieces.of_unit) for i in (0, 1))
        first, last = occurrences.unit, occurrences.unit + occurrences.length - 1
        about = (
            occurrences.length.astype(np.int64),
            occurrences.token.astype(np.int64),
            occurrences.repeated,
        )
        end_after = node_after.take(last)
        forward = Edges.sorted_by_end(layout, end_after, *about)
        end_before = layout.mirror[node_before].take(first)
        backward = Edges.sorted_by_end(layout, end_before, *about)
        return cls(layout, forward, backward, max_length)

    def keep(self, kept: Bools) -> WordLattices:
        """The lattices over the tokens that are kept, renumbered in the same order."""
        renamed = np.where(kept, np.cumsum(kept) - 1, -1)
        forward = self.forward.keep(renamed)
        backward = self._backward.keep(renamed)
        return WordLattices(self.layout, forward, backward, self._max_length)

    def sums(self, probabilities: Floats) -> PathSums:
        """The sums of all paths to and from every node."""
        weights = probabilities[self.forward.token]
        mirrored = probabilities[self._backward.token]
        return PathSums(
            lattices=self,
            weights=weights,
            before=sum_paths(self.layout, self.forward, weights, self._max_length),
            after=sum_paths(self.layout, self._backward, mirrored, self._max_length),
        )


@dataclass(frozen=True)
class PathSums:
    """The results of the forward and backward passes for one set of probabilities.

    `before` is alpha; `after` is beta at the mirrored node.
    """

    lattices: WordLattices
    weights: Floats
    before: Sums
    after: Sums

    @cached_property
    def log_totals(self) -> Floats:
        """For each word, the logarithm of the summed probability of its segmentations."""
        return self.before.logarithms(self.lattices.layout.last)

    @cached_property
    def loss(self) -> float:
        """How unlikely the corpus is: the negative log likelihood in nats."""
        return 0.0 - float(self.lattices.layout.counts @ self.log_totals)  # no −0

    def expected_counts(self, tokens: int) -> Floats:
        """How often each token is expected in the corpus, over all segmentations."""
        marginals = self.marginals(self.lattices.layout.counts.astype(float))
        return add_up(self.lattices.forward.token, marginals, tokens)

    def marginals(self, word_weights: Floats) -> Floats:
        """For each edge, its probability times the weight of its word."""
        layout, edges = self.lattices.layout, self.lattices.forward
        if self.before.log_scale is None and self.after.log_scale is None:
            flow = self.before.value.take(edges.source)
            per_node = self.after.value[layout.mirror] * np.exp(-self.log_totals)[layout.word]
        else:  # each factor alone may be beyond what a double holds
            every = np.arange(len(layout.word))
            after = self.after.logarithms(layout.mirror) - self.log_totals[layout.word]
            flow = self.before.logarithms(every).take(edges.source)
            flow += np.repeat(after, edges.per_node)
            np.exp(flow, out=flow)
            per_node = np.ones(len(every))
        flow *= self.weights
        flow *= np.repeat(per_node * word_weights[layout.word], edges.per_node)
        return flow


def find_best_paths(lattices: WordLattices, log_probabilities: Floats) -> tuple[Int64s, Bools]:
    """For each word the tokens in its best segmentation, and for each token whether any has it."""
    chosen = _choose_edges(lattices, log_probabilities)
    edges, layout = lattices.forward, lattices.layout
    used = np.zeros(len(log_probabilities), bool)
    tokens = np.zeros(len(layout.lengths), np.int64)
    word, node = np.arange(len(layout.lengths)), layout.last
    while len(word):
        edge = chosen[node]
        used[edges.token[edge]] = True
        tokens[word] += 1
        node = edges.source[edge]
        going_on = node >= layout.offset[1]
        word, node = word[going_on], node[going_on]
    return tokens, used


def _choose_edges(lattices: WordLattices, log_probabilities: Floats) -> Int64s:
    """For each node, the last edge of the best path to it (meaningless at a word's beginning)."""
    edges, layout = lattices.forward, lattices.layout
    weights = log_probabilities[edges.token]
    best = np.zeros(int(layout.offset[-1]))
    chosen = np.zeros(len(best), np.int64)
    offset, begin = layout.offset.tolist(), edges.begin
    for step in range(1, layout.steps + 1):
        node, stop = offset[step], offset[step + 1]
        first, last = int(begin[node]), int(begin[stop])
        scores = best.take(edges.source[first:last])
        scores += weights[first:last]
        starts = begin[node:stop] - first
        np.maximum.reduceat(scores, starts, out=best[node:stop])
        winners = np.flatnonzero(scores == np.repeat(best[node:stop], edges.per_node[node:stop]))
        chosen[node:stop] = winners[np.searchsorted(winners, starts)] + first
    return chosen
