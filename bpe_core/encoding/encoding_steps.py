"""The encoding of one word, step by step, and where special tokens occur in a text.

A step applies one merge rule wherever it fits in the word; of all rules that fit, the one that
was learned first is applied first (Sennrich et al., 2016). Unlike `merge_word`, which gives the
same tokens and is made for speed, this keeps every state on the way and each rule that fitted
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from bpe_core.encoding.longest_match import LongestMatch

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
