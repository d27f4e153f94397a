"""Names at the ends of lines, where the eye already is: no legend to look up."""

from collections.abc import Sequence
from itertools import pairwise

#: What a line of type needs, in pixels.
APART = 15


def label_heights(wanted: Sequence[float], height: float) -> list[float]:
    """Pixels below the top for one label each, as near as they fit to where their lines end.

    Labels keep the order of their lines and are `APART`, as far as the chart's height allows.

    >>> label_heights([100, 98, 20], 150)
    [113, 98, 20]
    >>> label_heights([150, 149], 150)
    [150, 135]
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + APART)
    lowest = height
    for i in reversed(order):
        placed[i] = min(placed[i], lowest)
        lowest = placed[i] - APART
    return placed
