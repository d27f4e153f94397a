"""Names at the ends of lines, where the eye already is, so that no legend is needed."""

from collections.abc import Sequence
from itertools import pairwise

#: The height that a line of text needs, in pixels.
APART = 15


def label_heights(wanted: Sequence[float], height: float) -> list[float]:
    """Positions of labels in pixels below the top, as near as possible to the ends of their lines.

    Labels keep the order of their lines and are `APART` pixels apart, if the chart's height allows.

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
