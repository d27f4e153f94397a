"""Following somebody's merges through a corpus: what were the most frequent pairs at each step?

A follower does not choose what to merge: the merges are given, and it makes them one after the
other, counting and merging as its recipe says. Knowing whether a given pair had the highest count,
and which pairs tied with it, tests every tie rule at once. A wrong recipe is ruled out at the first
step that it cannot explain. Unlike `Merger`, which keeps what a trace needs, a follower keeps what
a trainer believes, even where that is wrong.

A pair is one number: the left token's id in its upper 32 bits, the right one's in its lower.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from bpe_core.diagnosis.ranking import Ranking
from bpe_core.diagnosis.words import Words


def split_pair(pair: int) -> tuple[int, int]:
    """The ids of a pair's tokens.

    >>> split_pair(3 << 32 | 4)
    (3, 4)
    """
    return pair >> 32, pair & 0xFFFFFFFF


class Follower(ABC):
    """A corpus in the middle of training; `ranking` says which pairs are the most frequent now.

    `texts` holds the text of each token. `met` says when each pair entered the table of counts: a
    smaller number means earlier.
    """

    ranking: Ranking
    #: Whether a pair keeps its first and last place for as long as it keeps its count.
    places_are_fixed = False
    #: Which of `EVENTS` have happened, or may have happened.
    events: set[str]

    def __init__(self, words: Words) -> None:
        self.words = words
        self.texts = list(words.base)
        self.ids: dict[bytes, int] = {}
        for number, text in enumerate(self.texts):
            self.ids.setdefault(text, number)
        self.met: dict[int, int] = {}

    def find(self, left: bytes, right: bytes) -> int | None:
        """The pair made of two texts; None if one of them is not a token yet."""
        ids = self.ids
        if left not in ids or right not in ids:
            return None
        return ids[left] << 32 | ids[right]

    def new_token(self, pair: int) -> int:
        """The id of what a pair is merged into."""
        left, right = split_pair(pair)
        return self.token_of(self.texts[left] + self.texts[right])

    def token_of(self, text: bytes) -> int:
        """The id of a text, a new one if necessary: equal texts are one token."""
        number = self.ids.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    @abstractmethod
    def merge(self, pair: int) -> None:
        """Make the next merge, and count as the recipe does."""

    @abstractmethod
    def first_place(self, pair: int) -> tuple[int, int]:
        """Where the pair first occurs: a word's index, and a place in that word."""

    @abstractmethod
    def last_place(self, pair: int) -> tuple[int, int]:
        """Where the pair last occurs."""
