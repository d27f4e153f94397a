"""Reading a word from the left: finding the tokens that match at each position.

Tokens are sorted, and each knows the longest other token that it begins with. If any token matches
at a position, the last token that is not sorted after the text is the longest match, or begins
with the longest match. Unlike trying every token length at every position, this looks once, and
its time does not grow with the number of lengths.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

NOTHING = -1


class LongestMatch:
    """A finder of tokens anywhere in a text; takes the tokens' spellings with their ids.

    >>> list(LongestMatch({"h": 0, "hu": 1, "hug": 2, "u": 3}).matches("hubs", 0))
    [(1, 2), (0, 1)]
    """

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._spelled = sorted(ids)
        self._ids = [ids[token] for token in self._spelled]
        self._beginnings = list(_beginnings(self._spelled))
        self._longest = max(map(len, ids), default=0)

    def matches(self, text: str, start: int) -> Iterator[tuple[int, int]]:
        """The id and length of every token that matches the text at `start`, longest first."""
        rest = text[start : start + self._longest]
        place = bisect_right(self._spelled, rest) - 1
        while place > NOTHING:
            token = self._spelled[place]
            if rest.startswith(token):
                yield self._ids[place], len(token)
            place = self._beginnings[place]

    def encode(self, text: str, unknown: Sequence[int]) -> list[int]:
        """The ids of a text, always by the longest token; `unknown[i]` where none matches at i.

        >>> LongestMatch({"h": 0, "hug": 1}).encode("hhug!", [7] * 5)
        [0, 1, 7]
        """
        found, start = [], 0
        while start < len(text):
            token_id, size = next(self.matches(text, start), (unknown[start], 1))
            found.append(token_id)
            start += size
        return found


def _beginnings(tokens: list[str]) -> Iterator[int]:
    """For each of these sorted tokens, the index of the longest other one that it begins with.

    >>> list(_beginnings(["h", "hu", "hug", "hut", "u"]))
    [-1, 0, 1, 1, -1]
    """
    open_places: list[int] = []
    for place, token in enumerate(tokens):
        while open_places and not token.startswith(tokens[open_places[-1]]):
            open_places.pop()
        yield open_places[-1] if open_places else NOTHING
        open_places.append(place)
