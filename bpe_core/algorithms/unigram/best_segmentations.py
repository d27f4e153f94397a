"""The best segmentation of all words at once, for the counts of every round.

Viterbi's algorithm: the best path to a node goes through the best path to one of the nodes before
it. Of equally good paths to a node, the one with the longest last token wins (the same rule as in
sentencepiece and Hugging Face tokenizers). Unlike `bpe_core.algorithms.unigram.lattice`, which does
the same for one word and shows its table, this is for arithmetic only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bpe_core.algorithms.unigram.segmentation_sums import Bools, Floats, Int64s, WordLattices


@dataclass(frozen=True)
class BestPaths:
    """The best segmentations: `tokens` is the length of each, `used` which tokens occur in any."""

    tokens: Int64s
    used: Bools


def find_best_paths(lattices: WordLattices, log_probabilities: Floats) -> BestPaths:
    """The best segmentation of every word."""
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
    return BestPaths(tokens, used)


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
