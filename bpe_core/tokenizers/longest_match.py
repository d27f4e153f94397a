"""Reading a word from the left: which of many tokens it goes on with.

Tokens are sorted, and each knows the longest other token that it begins with. Where a text goes
on with any token, the last one that is not sorted after the text is the longest of them, or begins
with it. Unlike trying every length of a token at every place, this looks once, and its time does
not grow with how many lengths there are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

NOTHING = -1


class LongestMatch:
    """Finds tokens, given by their spelling with their ids, anywhere in a text.

    >>> list(LongestMatch({"h": 0, "hu": 1, "hug": 2, "u": 3}).matches("hubs", 0))
    [(1, 2), (0, 1)]
    """

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._spelled = sorted(ids)
        self._ids = [ids[token] for token in self._spelled]
        self._beginnings = list(_beginnings(self._spelled))
        self._longest = max(map(len, ids), default=0)

    def matches(self, text: str, start: int) -> Iterator[tuple[int, int]]:
        """Id and length of every token that the text goes on with at `start`, longest first."""
        rest = text[start : start + self._longest]
        place = bisect_right(self._spelled, rest) - 1
        while place > NOTHING:
            token = self._spelled[place]
            if rest.startswith(token):
                yield self._ids[place], len(token)
            place = self._beginnings[place]


def _beginnings(tokens: list[str]) -> Iterator[int]:
    """For each of these sorted tokens the place of the longest other one that it begins with.

    >>> list(_beginnings(["h", "hu", "hug", "hut", "u"]))
    [-1, 0, 1, 1, -1]
    """
    open_places: list[int] = []
    for place, token in enumerate(tokens):
        while open_places and not token.startswith(tokens[open_places[-1]]):
            open_places.pop()
        yield open_places[-1] if open_places else NOTHING
        open_places.append(place)
