"""A list of seeds as a teacher types it."""

import re

from pages.session.parameters import SEEDS

#: The most sheets in one file.
MOST_SHEETS = 100
#: How many characters of the list are read.
_LONGEST = 1_000


def read_seeds(typed: str) -> list[int] | None:
    """The seeds in order, without duplicates; None if the list is invalid or too long.

    >>> read_seeds("1-3, 7 2"), read_seeds("5，6；9–10")
    ([1, 2, 3, 7], [5, 6, 9, 10])
    >>> read_seeds("3-1"), read_seeds("0"), read_seeds(""), read_seeds("1-101"), read_seeds("one")
    (None, None, None, None, None)
    """
    seeds: list[int] = []
    for part in re.split(r"[,;，；、\s]+", typed.strip()[:_LONGEST]):
        found = re.fullmatch(r"([0-9]{1,6})(?:[-–—]([0-9]{1,6}))?", part)
        if not found:
            return None
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= SEEDS or last - first >= MOST_SHEETS:
            return None
        seeds += range(first, last + 1)
    unique = list(dict.fromkeys(seeds))
    return unique if len(unique) <= MOST_SHEETS else None
