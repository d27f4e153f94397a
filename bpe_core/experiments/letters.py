"""The letters inside tokens: a model gets ids, and an id says nothing about its letters.

A letter is recognised by its UTF-8 bytes, because a token can end in the middle of a character.
Unlike counting in the text, this gives the number of letters in each token, and the number that no
single token contains.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import regex

CLUSTER_PATTERN = regex.compile(r"\X")


class LetterCount(NamedTuple):
    """How often a letter occurs in each token, and how often it is split between tokens."""

    inside: list[int]
    split: int

    @property
    def total(self) -> int:
        return sum(self.inside) + self.split


def count_letter(tokens: Sequence[bytes], letter: str) -> LetterCount:
    """Count how often each token contains the letter; occurrences do not overlap.

    >>> count_letter([b"str", b"aw", b"berry"], "r")
    LetterCount(inside=[1, 0, 2], split=0)
    >>> count_letter(["哈".encode()[:2], "哈".encode()[2:]], "哈")
    LetterCount(inside=[0, 0], split=1)
    """
    wanted, text = letter.encode("utf-8", "surrogatepass"), b"".join(tokens)
    inside, split = [0] * len(tokens), 0
    ends = list(accumulate(map(len, tokens)))
    token, place = 0, text.find(wanted) if wanted else -1
    while place >= 0:
        while ends[token] <= place:
            token += 1
        if place + len(wanted) <= ends[token]:
            inside[token] += 1
        else:
            split += 1
        place = text.find(wanted, place + len(wanted))
    return LetterCount(inside, split)


def clusters(text: str) -> list[str]:
    """A text in characters as people count them: a letter with its accents is one character.

    An emoji that consists of several others is one character, too.

    >>> [len(cluster) for cluster in clusters("e\\u0301!")]
    [2, 1]
    """
    return CLUSTER_PATTERN.findall(text)


def spelled_out(text: str, joint: str) -> str:
    """The letters of each word one by one, with something between them; spaces stay.

    >>> spelled_out("straw hat", "-")
    's-t-r-a-w h-a-t'
    """
    return regex.sub(r"\S+", lambda word: joint.join(clusters(word[0])), text)
