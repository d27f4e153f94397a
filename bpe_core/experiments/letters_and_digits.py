"""The letters and digits inside tokens: a model gets ids, and an id says nothing about either.

A letter is recognized by its UTF-8 bytes, because a token can end in the middle of a character.
Unlike counting in the text, this gives the number of letters in each token, and the number that no
single token contains.

To add two numbers, their digits should be in the same columns. Grouped from the left, 7481 is 748·1
and 74815 is 748·15: the same token has two place values. Grouped from the right, as people group
thousands, digits keep their columns (Singh and Strouse, 2024, "Tokenization counts").
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import regex

from bpe_core.experiments import Encoder, token_bytes
from bpe_core.text.characters import graphemes_of


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
    for found in re.finditer(re.escape(wanted), text) if wanted else ():
        token = bisect_right(ends, found.start())
        if found.end() <= ends[token]:
            inside[token] += 1
        else:
            split += 1
    return LetterCount(inside, split)


def spelled_out(text: str, joint: str) -> str:
    """The letters of each word one by one, with something between them; spaces stay.

    >>> spelled_out("straw hat", "-")
    's-t-r-a-w h-a-t'
    """
    return regex.sub(r"\S+", lambda word: joint.join(graphemes_of(word[0])), text)


Cut = tuple[int, ...]


def cut_of(encoder: Encoder, digits: str) -> Cut:
    """How many digits each token of a number has; tokens without digits are left out."""
    return tuple(size for size in map(len, token_bytes(encoder, digits)) if size)


def borders_by_place(cut: Sequence[int]) -> set[int]:
    """The borders between the tokens of a number, given as the number of digits to the right.

    >>> sorted(borders_by_place((3, 1))), sorted(borders_by_place((1, 3)))
    ([1], [3])
    """
    return set(accumulate(reversed(cut))) - {sum(cut)}


def carries(a: str, b: str) -> list[int]:
    """The places into which a one is carried when two numbers are added: 1 for the tens, etc.

    >>> carries("7481", "2519")
    [1, 2, 3, 4]
    >>> carries("10", "5")
    []
    """
    found, carry = [], 0
    for place in range(max(len(a), len(b))):
        digits = (int(n[-1 - place]) if place < len(n) else 0 for n in (a, b))
        carry = (sum(digits) + carry) // 10
        if carry:
            found.append(place + 1)
    return found


@dataclass(frozen=True)
class Addition:
    """Two numbers and their sum as tokens: the cut of each, and the places of carries.

    `misaligned` holds the borders that are not in both numbers, where both have digits on either
    side; `crossing` holds the carries across a border in one of the numbers or in the sum.
    """

    numbers: tuple[str, str, str]
    cuts: tuple[Cut, Cut, Cut]
    carries: list[int]
    misaligned: list[int]
    crossing: list[int]

    @property
    def is_known(self) -> bool:
        """Whether every digit is in a token."""
        return [*map(len, self.numbers)] == [*map(sum, self.cuts)]


def add(encoder: Encoder, a: int, b: int) -> Addition:
    """Add two numbers in columns.

    >>> class ByThree:
    ...     def encode(self, text):
    ...         return [int(text[i : i + 3]) for i in range(0, len(text), 3)]
    ...     def token(self, token_id):
    ...         return b"%d" % token_id
    >>> added = add(ByThree(), 7489, 74821)
    >>> added.cuts, added.misaligned, added.crossing
    (((3, 1), (3, 2), (3, 2)), [1, 2], [1, 2])
    >>> add(ByThree(), 999, 1).crossing  # 100·0 has a border where neither number has one
    [1]
    """
    numbers = (str(a), str(b), str(a + b))
    cuts = (cut_of(encoder, numbers[0]), cut_of(encoder, numbers[1]), cut_of(encoder, numbers[2]))
    first, second, total = map(borders_by_place, cuts)
    shared = min(len(numbers[0]), len(numbers[1]))
    misaligned = sorted(place for place in first ^ second if place < shared)
    moved = carries(numbers[0], numbers[1])
    crossing = [place for place in moved if place in first | second | total]
    return Addition(numbers, cuts, moved, misaligned, crossing)


def count_cuts(encoder: Encoder, numbers: range) -> Counter[Cut]:
    """Count how many of the numbers are cut in each way.

    >>> class Single:
    ...     def encode(self, text):
    ...         return list(map(int, text))
    ...     def token(self, token_id):
    ...         return b"%d" % token_id
    >>> count_cuts(Single(), range(100))
    Counter({(1, 1): 90, (1,): 10})
    """
    return Counter(cut_of(encoder, str(number)) for number in numbers)


def group_from_left(text: str, size: int) -> list[str]:
    """Groups of `size` characters, the last one shorter.

    >>> group_from_left("7481", 3)
    ['748', '1']
    """
    return [text[i : i + size] for i in range(0, len(text), size)]


def group_from_right(digits: str, size: int) -> list[str]:
    """Groups of `size` digits, the first one shorter.

    >>> group_from_right("7481", 3)
    ['7', '481']
    """
    first = len(digits) % size
    return [digits[:first]] * bool(first) + group_from_left(digits[first:], size)
