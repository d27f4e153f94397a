"""What the removal of each token would cost: how much less likely the corpus would become.

The cost of a token is the rise of the loss (negative log likelihood over all segmentations, in
nats) if the token alone were taken out of the vocabulary and the others kept their probabilities
until the next M step (Kudo, 2018, section 3.2). Unlike sentencepiece, which compares the best
segmentation of a token with its second best, this counts all segmentations of all words. It
follows from the marginals m of the edges:

- A token that stands at one place of a word: the word keeps the share 1 - m of its probability.
  Where m is almost 1, that share is summed up from the other edges over the same unit, because
  subtracting would leave only rounding errors.
- A token that stands at several places of a word: segmentations with one and with the other place
  overlap, so the word's sum is worked out again without the token. In words of more than `LONG`
  units, which would take too long, the places are taken as if they were in different words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bpe_core.unigram.seed import Pieces
from bpe_core.unigram.segmentation_sums import (
    Bools,
    Edges,
    Floats,
    Int64s,
    Layout,
    PathSums,
    add_up,
    sum_paths,
)

LONG = 32
ALMOST_ALL = 1 - 1e-5
HARDLY = 1e-10  # a share this small is its own -log(1 - m)
LEAST_SHARE = 1e-300


def removal_costs(sums: PathSums, probabilities: Floats, base: int, pieces: Pieces) -> Floats:
    """The cost in nats of removing each token; infinite for the first `base` ones, which stay."""
    places = _Places.of(sums, pieces)
    removable = places.token >= base
    several = places.several & removable
    costs = _costs_at_one_place(places, removable & ~several, pieces, len(probabilities))
    costs += _costs_at_several(places, several, sums, probabilities, pieces)
    costs[:base] = np.inf
    return costs


@dataclass(frozen=True)
class _Places:
    """All edges: token, word and marginal `share` of each, and its first unit and the one after it.

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
    """The summed share of all other edges over the first unit of these.

    Every segmentation has exactly one edge over a unit.
    """
    units, size = places.unit[almost], int(places.stop.max(initial=0)) + 1
    wanted = np.zeros(size + 1, np.int32)
    wanted[units + 1] = 1
    before = np.cumsum(wanted, dtype=np.int32)  # how many wanted units stand before each unit
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
    share = add_up(inverse, places.share[several], len(key))
    word, token = np.divmod(key, tokens)
    costs = share * pieces.counts[word]
    again = np.flatnonzero(share > HARDLY)
    if len(again):
        without = _log_totals_without(places, word[again], token[again], probabilities, pieces)
        costs[again] = (sums.log_totals[word[again]] - without) * pieces.counts[word[again]]
    return add_up(token, costs, tokens)


def _log_totals_without(
    places: _Places, word: Int64s, token: Int64s, probabilities: Floats, pieces: Pieces
) -> Floats:
    """For each of these words the log of its summed probability without the token beside it."""
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
    return found.logarithms(layout.last)
