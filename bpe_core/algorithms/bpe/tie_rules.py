"""Tie rules: choose one of several equally frequent pairs. BPE itself leaves this open.

BPE says "merge the most frequent pair" and nothing about ties, and ties are common. Every
implementation has to decide, and its merges depend on that. Here the decision is in one place:

- `first-seen`: the pair found first when the current corpus is read from its start (what
  `max(counts, key=counts.get)` does in most tutorials);
- `lowest-id`: the smallest left id, then the smallest right id (Hugging Face tokenizers, rustbpe);
- `largest-text`: the largest pair of strings (subword-nmt, the code of Sennrich et al., 2016).

A rule turns a pair into a key, and the smallest key wins. Unlike the trainer, a rule knows
nothing of counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import UnknownTieRuleError
from bpe_core.text.corpus import Token

Key = Any  # whatever can be compared with the keys of the same rule
Ints = NDArray[np.int64]
Tokens = Callable[[], Sequence[Token]]  # makes the vocabulary, where a rule needs it


class TieRule(ABC):
    """A tie rule for one training: it is told about every merge and ranks pairs.

    These descriptions of a rule are in English, and a page translates them:

    - `label`: its name in a list
    - `about`: which pair it takes, and who uses it, in a sentence that begins with its label
    - `verdict`: why the first pair of a tie won
    - `instruction`: what to do by hand, after "If several pairs share the highest count:"
    - `choice`: which pair it takes, after "Among equally frequent pairs, "; so it is named where a
      trainer of somebody's own uses it instead of the rule that was asked for

    and for the short Python program of a training, which says "Among equals, " and the choice:

    - `python_key`: the key by which the largest of a tie is chosen, given `pair` and `TOKENS`;
      empty where the rule takes the first pair found
    """

    name: ClassVar[str]
    label: ClassVar[str]
    about: ClassVar[str]
    verdict: ClassVar[str]
    instruction: ClassVar[str]
    choice: ClassVar[str]
    python_key: ClassVar[str]

    def __init__(self, base_vocabulary: Sequence[Token]) -> None:  # noqa: B027
        """Start with the base tokens, whose ids are their positions."""

    def learn(self, left: int, right: int) -> None:  # noqa: B027  (most rules need not know)
        """Record the next merge."""

    @abstractmethod
    def key(self, left: int, right: int, first: int) -> Key:
        """The pair's key; the smallest wins. `first` is the position of its first occurrence."""

    @staticmethod
    @abstractmethod
    def ranks(left: Ints, right: Ints, first: Ints, tokens: Tokens) -> Ints:
        """The same order for many pairs at once, as numbers; `tokens()` gives the vocabulary."""


class FirstSeen(TieRule):
    """The pair found first when the current corpus is read from its start.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"ba": 1, "ab": 1})
    >>> train_bpe(corpus, tie_break="first-seen").merges[0].token
    'ba'
    """

    name = "first-seen"
    label = "first seen"
    about = (
        "**First seen** takes the one that comes first when you read the corpus from the start, as "
        "most courses do."
    )
    verdict = "The rule “first seen” decides: this pair comes first in the corpus."
    instruction = "take the one you meet first when you read the words from the top."
    choice = "the one met first in the corpus is taken"
    python_key = ""

    def key(self, left: int, right: int, first: int) -> int:
        return first

    @staticmethod
    def ranks(left: Ints, right: Ints, first: Ints, tokens: Tokens) -> Ints:
        return first


class LowestId(TieRule):
    """The pair with the smallest left id, and among those the one with the smallest right id.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"ba": 1, "ab": 1})
    >>> train_bpe(corpus, tie_break="lowest-id").merges[0].token
    'ab'
    """

    name = "lowest-id"
    label = "lowest id"
    about = (
        "**Lowest id** compares the ids of the left tokens, then of the right ones, and takes the "
        "lowest, as Hugging Face tokenizers does."
    )
    verdict = "The rule “lowest id” decides: this pair has the lowest ids, left before right."
    instruction = (
        "take the one with the lowest left id, then the lowest right id; ids follow the order of "
        "the characters, then of the merges."
    )
    choice = "the one with the lowest ids is taken"
    python_key = "(-pair[0], -pair[1])"

    def key(self, left: int, right: int, first: int) -> tuple[int, int]:
        return left, right

    @staticmethod
    def ranks(left: Ints, right: Ints, first: Ints, tokens: Tokens) -> Ints:
        return left << 32 | right


class LargestText(TieRule):
    """The pair whose left token is last in lexicographic order; among equals, the last right token.

    Texts are compared code point by code point (bytes by value). Where two different tokens have
    the same text (a marker that is also in the text), the smaller id counts as larger.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"ab": 1, "ba": 1, "aab": 1, "bab": 1})
    >>> [merge.token for merge in train_bpe(corpus, tie_break="largest-text").merges]
    ['ab', 'bab', 'ba', 'aab']
    """

    name = "largest-text"
    label = "largest text"
    about = "**Largest text** takes the one that sorts last as text, as subword-nmt does."
    verdict = "The rule “largest text” decides: sorted as text, this pair comes last."
    instruction = "take the one that comes last in alphabetical order."
    choice = "the last in lexicographic order is taken"
    python_key = "(TOKENS[pair[0]], -pair[0], TOKENS[pair[1]], -pair[1])"

    def __init__(self, base_vocabulary: Sequence[Token]) -> None:
        codes = [list(map(ord, t)) if isinstance(t, str) else list(t) for t in base_vocabulary]
        distinct = sorted({code for token in codes for code in token}, reverse=True)
        turned = {code: chr(i) for i, code in enumerate(distinct)}
        self._end = chr(len(distinct))
        self._turned = ["".join(turned[code] for code in token) for token in codes]

    def learn(self, left: int, right: int) -> None:
        self._turned.append(self._turned[left] + self._turned[right])

    def key(self, left: int, right: int, first: int) -> tuple[str, int, str, int]:
        return self._turned[left] + self._end, left, self._turned[right] + self._end, right

    @staticmethod
    def ranks(left: Ints, right: Ints, first: Ints, tokens: Tokens) -> Ints:
        texts: list[Any] = list(tokens())
        ordered = sorted(range(len(texts)), key=texts.__getitem__, reverse=True)
        place = np.empty(len(texts), np.int64)
        place[ordered] = np.arange(len(texts))
        return place[left] << 32 | place[right]


#: The rules that can be chosen, by name.
TIE_RULES: Mapping[str, type[TieRule]] = {
    rule.name: rule for rule in (FirstSeen, LowestId, LargestText)
}


def find_tie_rule(name: str) -> type[TieRule]:
    """The tie rule of that name, or `UnknownTieRuleError`.

    >>> find_tie_rule("lowest-id").name
    'lowest-id'
    """
    if name not in TIE_RULES:
        raise UnknownTieRuleError(name=name, known=tuple(TIE_RULES))
    return TIE_RULES[name]
