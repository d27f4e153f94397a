"""Build a word's lattice for the browser, as values that JSON can hold."""

from math import exp
from typing import Any

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.lattice import Path as Way

#: How many segmentations are listed.
MOST_WAYS = 8
#: Up to this many are added up one by one: the remainder to 1 may be too small to subtract.
MOST_ADDED = 64

#: Characters, or bytes by their value, and the end-of-word marker as text.
Units = list[str | int]


def lattice_data(
    lattice: Lattice,
    units: Units,
    *,
    left_out: Units,
    unknown_id: int,
    marker: str = "",
    has_bytes: bool = False,
) -> dict[str, Any]:
    """A lattice over `units`, with Viterbi's table and the best ways.

    Scores are natural logarithms of probabilities; `left_out` are units that are not drawn,
    `marker` is the one that ends a word. With `has_bytes`, an unknown unit becomes its bytes.
    """
    found = lattice.n_best(MOST_ADDED)
    ways, total = found[:MOST_WAYS], lattice.log_probability
    rest = sum(exp(way.log_probability - total) for way in found[MOST_WAYS:])
    if lattice.path_count > len(found):
        rest = max(rest, 1.0 - sum(exp(way.log_probability - total) for way in ways))
    unknown = [units[e.start] for e in lattice.edges if e.token_id == unknown_id]
    return {
        "marker": marker,
        "units": units,
        "left_out": left_out,
        "edges": [
            [edge.start, edge.end, edge.log_probability, edge.token_id == unknown_id]
            for edge in lattice.edges
        ],
        "table": [[[way.edge, way.score] for way in row] for row in lattice.table],
        "back": lattice.back_pointers,
        "best": list(lattice.best.edges),
        "ways": [_way(way, total) for way in ways],
        "way_total": lattice.path_count,
        "rest": rest,
        "total": total,
        "unknown": list(dict.fromkeys(unknown)),
        "has_bytes": has_bytes,
    }


def _way(way: Way, total: float) -> dict[str, Any]:
    """A segmentation: its edges, its score, and its share of the word's probability."""
    return {
        "edges": list(way.edges),
        "score": way.log_probability,
        "share": exp(way.log_probability - total),
    }
