"""Encode one word: step by step, from left to right, in other orders, with merges dropped.

A step applies one merge rule wherever it fits in the word; of all rules that fit, the one that
was learned first is applied first (Sennrich et al., 2016). Unlike `merge_word`, which gives the
same tokens and is made for speed, `encoding_steps` keeps every state on the way and each rule that
fitted there.

Of the other orders that tutorials print, only some give what training gave. One loop over the
merges is the same as always merging the pair that was learned first: a merge makes a token that
only later merges use, so it never brings back a pair whose turn is over.

BPE-dropout (Provilkov et al., 2020): at each step every merge that could be applied is dropped with
probability p, independently at each place of a pair. Of the merges that are left, the one learned
first is applied, leftmost first, once; then all are possible again. If all are dropped, the
word stays as it is (algorithm 1 of "BPE-Dropout: Simple and Effective Subword Regularization",
ACL 2020). With p = 0 this is the usual encoding, with p = 1 the base tokens. Unlike in subword-nmt,
which applies the chosen merge at all places where it was not dropped, but as in Hugging Face
tokenizers, a step merges one place. In Hugging Face tokenizers, dropped merges also get another
chance when a merge comes up whose pair is already gone; here, as in the paper, they get it only
after a merge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from bpe_core.errors import ProbabilityError

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


Ranks = dict[int, int]  # left id << 32 | right id -> id of the merged token; ids rise with steps


class Candidate(NamedTuple):
    """A pair of neighbours that a merge rule fits.

    `place` is the index of the left token, and `token_id` is the token that the pair becomes. The
    lower `token_id` is, the earlier the rule was learned.
    """

    place: int
    token_id: int


@dataclass(frozen=True)
class EncodingStep:
    """A state of a word: its tokens, and the pairs that a rule fits, from left to right.

    `token_id` is the token that the next rule makes, or None if no rule fits any more.
    """

    ids: tuple[int, ...]
    candidates: tuple[Candidate, ...]

    @property
    def token_id(self) -> int | None:
        return min((candidate.token_id for candidate in self.candidates), default=None)


def encoding_steps(ids: Iterable[int], ranks: Ranks) -> list[EncodingStep]:
    """All states of a word, from its base tokens to the last state, where no rule fits.

    Time grows with the square of the word's length, so use this for words that are displayed.

    >>> steps = encoding_steps([1, 2, 1, 2, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4})
    >>> [(step.ids, step.token_id) for step in steps]
    [((1, 2, 1, 2, 2), 3), ((3, 3, 2), 4), ((4, 2), None)]
    """
    steps = [_look(tuple(ids), ranks)]
    while (new := steps[-1].token_id) is not None:
        steps.append(_look(tuple(apply_rule(steps[-1].ids, new, ranks)), ranks))
    return steps


def _look(ids: tuple[int, ...], ranks: Ranks) -> EncodingStep:
    merged = (ranks.get(left << 32 | right) for left, right in pairwise(ids))
    found = (Candidate(i, new) for i, new in enumerate(merged) if new is not None)
    return EncodingStep(ids, tuple(found))


def apply_rule(ids: Sequence[int], new: int, ranks: Ranks) -> Iterator[int]:
    """The word with the rule that makes `new` applied wherever it fits, leftmost first."""
    i = 0
    while i < len(ids):
        fits = i + 1 < len(ids) and ranks.get(ids[i] << 32 | ids[i + 1]) == new
        yield new if fits else ids[i]
        i += 2 if fits else 1


def cut_at_special_tokens(
    text: str, special: Mapping[str, int]
) -> Iterator[tuple[str, int | None]]:
    """Cut a text into parts: ordinary text with None, special tokens with their ids.

    Where two special tokens begin at the same place, the longer one is taken.

    >>> list(cut_at_special_tokens("hug<s>pug", {"<s>": 0}))
    [('hug', None), ('<s>', 0), ('pug', None)]
    """
    if not special:
        yield text, None
        return
    # Not one pattern of all tokens: a file may have thousands, and Python would cache the pattern.
    tokens = LongestMatch(special)
    beginnings = re.compile(f"[{re.escape(''.join({token[0] for token in special}))}]")
    start = place = 0
    while found := beginnings.search(text, place):
        token_id, length = next(tokens.matches(text, found.start()), (0, 0))
        place = found.start() + max(1, length)
        if length:
            if start < found.start():
                yield text[start : found.start()], None
            yield text[found.start() : place], token_id
            start = place
    if start < len(text):
        yield text[start:], None


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


Cut = tuple[int, ...]  # a word as token ids


def drop_merges(ids: Iterable[int], ranks: Ranks, probability: float, random: Random) -> Cut:
    """Draw once: the token ids of a word, which is given as the ids of its base tokens.

    Time grows with the square of the word's length. Raises `ProbabilityError`.

    >>> ranks = {1 << 32 | 2: 3, 3 << 32 | 3: 4}
    >>> [drop_merges([1, 2, 1, 2], ranks, p, Random(3)) for p in (0, 0.5, 1)]
    [(4,), (1, 2, 3), (1, 2, 1, 2)]
    """
    check_probability(probability)
    cut = tuple(ids)
    while True:  # the merges after the first that is kept would not be applied anyway
        kept = (merge for merge in _possible(cut, ranks) if random.random() >= probability)
        if (merge := next(kept, None)) is None:
            return cut
        cut = _merged(cut, merge)


def shares_of_cuts(ids: Iterable[int], ranks: Ranks, probability: float) -> dict[Cut, float]:
    """All cuts that can be drawn, with their exact probabilities.

    Every state of the word is visited once, and a word of n base tokens can have 2^(n-1) states,
    so use this only for short words. Raises `ProbabilityError`.

    >>> shares_of_cuts([1, 2, 1, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4}, 0.5)
    {(1, 2, 1, 2): 0.25, (3, 1, 2): 0.25, (1, 2, 3): 0.125, (3, 3): 0.1875, (4,): 0.1875}
    """
    check_probability(probability)
    reached, ended = {tuple(ids): 1.0}, {}
    while reached:  # each round has one token fewer, so no cut is reached in two rounds
        following: dict[Cut, float] = {}
        for cut, share in reached.items():
            for merge in _possible(cut, ranks):
                after = _merged(cut, merge)
                following[after] = following.get(after, 0.0) + share * (1 - probability)
                share *= probability
            if share:
                ended[cut] = share
        reached = {cut: share for cut, share in following.items() if share}
    return ended


def check_probability(value: object) -> None:
    """Raise `ProbabilityError` for anything but a number from 0 to 1."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ProbabilityError(value=value)


def _possible(cut: Cut, ranks: Ranks) -> Sequence[tuple[int, int]]:
    """The merges that could be applied, as (new token, place), the first learned first."""
    return sorted((new, place) for place, new in _look(cut, ranks).candidates)


def _merged(cut: Cut, merge: tuple[int, int]) -> Cut:
    new, place = merge
    return (*cut[:place], new, *cut[place + 2 :])
