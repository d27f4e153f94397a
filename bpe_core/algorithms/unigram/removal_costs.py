"""The cost of removing each token: how much less likely the corpus would become.

The cost of a token is the rise of the loss (negative log likelihood over all segmentations, in
nats) if the token alone were taken out of the vocabulary and the others kept their probabilities
until the next M step (Kudo, 2018, section 3.2). Unlike sentencepiece, which compares the best
segmentation of a token with its second best, this counts all segmentations of all words. It
follows from the marginals m of the edges:

- A token that occurs at one place of a word: the word keeps the share 1 - m of its probability.
  Where m is almost 1, that share is summed up from the other edges over the same unit, because
  subtracting would leave only rounding errors.
- A token that occurs at several places of a word: the segmentations that use one place and those
  that use another overlap, so the word's sum is computed again without the token. The share of the
  segmentations with the token is summed up by the place where each one first has it. For words of
  more than `LONG` units this would take too long, so their places are treated as if they were in
  different words.

So every cost is made of sums of positive numbers: rounding causes a relative error of some 1e-16
for each number added, and of some 1e-16 / (1 - m) in 1 - m. Equal costs may therefore differ in
their last digits (by up to 3e-15 relative in a thousand such pairs, compared with 500 digits), and
`order_of_removal` treats costs as equal if their relative difference is less than `EQUAL`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bpe_core.algorithms.unigram.seed import Int32s, Pieces
from bpe_core.algorithms.unigram.segmentation_sums import (
    Bools,
    Edges,
    Floats,
    Int64s,
    Layout,
    PathSums,
    Sums,
    add_up,
    sum_paths,
)

LONG = 32
ALMOST_ALL = 0.999
HARDLY = 1e-14  # a share this small is its own -log(1 - m)
LEAST_SHARE = 1e-300
EQUAL = 1e-13


def removal_costs(sums: PathSums, probabilities: Floats, base: int, pieces: Pieces) -> Floats:
    """The cost in nats of removing each token; infinite for the first `base` ones, which stay."""
    places = _Places.of(sums, pieces)
    removable = places.token >= base
    several = places.several & removable
    costs = _costs_at_one_place(places, removable & ~several, pieces, len(probabilities))
    costs += _costs_at_several(places, several, sums, probabilities, pieces)
    costs[:base] = np.inf
    return costs


def order_of_removal(costs: Floats, numbers: Int32s | Int64s) -> Int64s:
    """The positions of tokens, cheapest first; of equal costs, the one later in the seed first.

    >>> order_of_removal(np.array([2.0, 0.3, 0.1 + 0.2]), np.array([5, 6, 7])).tolist()
    [2, 1, 0]
    """
    by_cost = np.argsort(costs)
    rising = costs[by_cost]
    differs = rising[:-1] < rising[1:] * (1 - EQUAL)
    level = np.zeros(len(costs), np.int64)
    level[by_cost[1:]] = np.cumsum(differs)
    order: Int64s = np.lexsort((-numbers.astype(np.int64), level))
    return order


def is_same_cost(one: float, other: float) -> bool:
    """Whether two costs are equal except for rounding.

    >>> is_same_cost(0.3, 0.1 + 0.2), is_same_cost(0.3, 0.31)
    (True, False)
    """
    return one == other or abs(one - other) <= EQUAL * max(one, other) < np.inf


@dataclass(frozen=True)
class _Places:
    """All edges, with the token, word and marginal `share` of each.

    `unit` is the first unit of an edge, and `stop` is the one after its last.

    `several`: the token has other places in the same word, and the word is not too long.
    """

    token: Int64s
    word: Int64s
    share: Floats
    unit: Int64s
    stop: Int64s
    several: Bools

    @classmethod
    def of(cls, sums: PathSums, pieces: Pieces) -> _Places:
        edges, layout = sums.lattices.forward, sums.lattices.layout
        first_unit = pieces.starts[layout.word]
        unit_after = first_unit + layout.place
        is_short = layout.lengths[layout.word] <= LONG
        return cls(
            token=edges.token,
            word=np.repeat(layout.word, edges.per_node),
            share=sums.marginals(np.ones(len(pieces.counts))),
            unit=unit_after.take(edges.source),
            stop=np.repeat(unit_after, edges.per_node),
            several=edges.repeated & np.repeat(is_short, edges.per_node),
        )


def _costs_at_one_place(places: _Places, chosen: Bools, pieces: Pieces, tokens: int) -> Floats:
    chosen_places = np.flatnonzero(chosen)
    share = places.share[chosen_places]
    costs = share.copy()
    likely = share > HARDLY
    costs[likely] = -np.log1p(-np.minimum(share[likely], ALMOST_ALL))
    almost = share > ALMOST_ALL
    costs[almost] = -np.log(_shares_of_others(places, chosen_places[almost]))
    costs *= pieces.counts[places.word[chosen_places]]
    return add_up(places.token[chosen_places], costs, tokens)


def _shares_of_others(places: _Places, almost: Int64s) -> Floats:
    """The summed share of all other edges over the first unit of each of these edges.

    Every segmentation has exactly one edge over a unit.
    """
    units, size = places.unit[almost], int(places.stop.max(initial=0)) + 1
    wanted = np.zeros(size + 1, np.int32)
    wanted[units + 1] = 1
    before = np.cumsum(wanted, dtype=np.int32)  # how many wanted units come before each unit
    others = np.flatnonzero(before[places.stop] > before[places.unit])
    others = others[places.share[others] <= ALMOST_ALL]
    covered, stop, share = places.unit[others], places.stop[others], places.share[others]
    shares = np.zeros(size)
    while len(covered):
        np.add.at(shares, covered, share)
        going_on = covered + 1 < stop
        covered, stop, share = covered[going_on] + 1, stop[going_on], share[going_on]
    return np.maximum(shares[units], LEAST_SHARE)


def _costs_at_several(
    places: _Places, several: Bools, sums: PathSums, probabilities: Floats, pieces: Pieces
) -> Floats:
    tokens = len(probabilities)
    key = places.word[several] * tokens + places.token[several]
    key, inverse = np.unique(key, return_inverse=True)
    word, token = np.divmod(key, tokens)
    if not len(key):
        return np.zeros(tokens)
    layout, without = _sums_without(places, word, token, probabilities, pieces)
    # A segmentation with the token is: a part without it, the token, and anything after it.
    edge_word, edge_token = places.word[several], places.token[several]
    start = pieces.starts[edge_word]
    begin, end = places.unit[several] - start, places.stop[several] - start
    of_words = sums.lattices.layout
    logs = without.logarithms(layout.node(begin, inverse)) + np.log(probabilities[edge_token])
    logs += sums.after.logarithms(of_words.mirror[of_words.node(end, edge_word)])
    share = add_up(inverse, np.exp(logs - sums.log_totals[edge_word]), len(key))
    costs = sums.log_totals[word] - without.logarithms(layout.last)
    small = share < 0.5
    costs[small] = -np.log1p(-share[small])
    return add_up(token, costs * pieces.counts[word], tokens)


def _sums_without(
    places: _Places, word: Int64s, token: Int64s, probabilities: Floats, pieces: Pieces
) -> tuple[Layout, Sums]:
    """The sums of all paths through each of these words without the corresponding token."""
    wanted = np.zeros(len(pieces.counts), bool)
    wanted[word] = True
    edges = np.flatnonzero(wanted[places.word])
    edges = edges[np.argsort(places.word[edges], kind="stable")]
    first = np.searchsorted(places.word[edges], word)
    sizes = np.searchsorted(places.word[edges], word, side="right") - first
    copy = np.repeat(np.arange(len(word)), sizes)
    ends = np.cumsum(sizes)
    edges = edges[np.arange(ends[-1]) + np.repeat(first - (ends - sizes), sizes)]
    other = places.token[edges] != token[copy]
    edges, copy = edges[other], copy[other]
    layout = Layout.of(np.diff(pieces.starts)[word], pieces.counts[word])
    place = places.unit[edges] - pieces.starts[word[copy]]
    length = places.stop[edges] - places.unit[edges]
    end = layout.node(place + length, copy)
    token, repeated = places.token[edges], places.several[edges]
    lattice = Edges.sorted_by_end(layout, end, length, token, repeated)
    found = sum_paths(layout, lattice, probabilities[lattice.token], int(length.max()))
    return layout, found
