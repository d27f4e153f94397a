"""Ways to encode one word that tutorials print, only some of which give what training gave.

`merge_word` and `LongestMatch` have files of their own. One loop over the merges is the same as
always merging the pair that was learned first: a merge makes a token that only later merges use,
so it never brings back a pair whose turn is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bpe_core.encoding.encoding_steps import Ranks, apply_rule
from bpe_core.encoding.longest_match import LongestMatch


def in_one_loop(ids: Iterable[int], ranks: Ranks) -> list[int]:
    """Go through the merges once, in the order they were learned; apply each wherever it fits.

    >>> in_one_loop([1, 2, 1, 2, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4})
    [4, 2]
    """
    word = tuple(ids)
    for new in sorted(ranks.values()):
        word = tuple(apply_rule(word, new, ranks))
    return list(word)


def leftmost_first(ids: Iterable[int], ranks: Ranks) -> list[int]:
    """Always merge the leftmost pair that any merge fits, whichever was learned first.

    >>> ranks = {2 << 32 | 3: 4, 1 << 32 | 2: 5}  # bc, then ab
    >>> leftmost_first([1, 2, 3], ranks)
    [5, 3]
    """
    word = list(ids)
    place = 0
    while place + 1 < len(word):
        new = ranks.get(word[place] << 32 | word[place + 1])
        if new is None:
            place += 1
        else:
            word[place : place + 2] = [new]
            place = max(0, place - 1)
    return word


def longest_anywhere(ids: Sequence[int], spelled: str, tokens: LongestMatch) -> list[int]:
    """Take the longest token anywhere in the word, then do the same to its left and its right.

    `spelled` is the word with one character per base token, as `tokens` spells its tokens. Of
    several longest ones, the first is taken.

    >>> longest_anywhere([1, 2, 3, 4], "abcd", LongestMatch({"ab": 5, "bcd": 6}))
    [1, 6]
    """

    def cut(start: int, end: int) -> list[int]:
        if start == end:
            return []
        text, places = spelled[:end], range(start, end)
        fitting = [next(tokens.matches(text, at), (ids[at], 1)) for at in places]
        token_id, size = max(fitting, key=lambda found: found[1])
        left = start + fitting.index((token_id, size))
        return [*cut(start, left), token_id, *cut(left + size, end)]

    return cut(0, len(ids))
