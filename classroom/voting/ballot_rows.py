"""The rows of tokens on a ballot, in which the class taps its choice.

A choice is known by its *key*: two adjacent tokens, or the number of one token. Wherever the
same key occurs, it is the same choice.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bpe_core import Token
from bpe_core.text.corpus import plain_token
from classroom.voting.ballot import MOST_CHOICES

#: Most words that a phone shows; nobody would scroll through more.
MOST_WORDS = 30
#: Most tokens of one word that are shown: a text without spaces is a single word.
MOST_TOKENS = 40
#: The error handler that spells bytes in a table.
NAMES_OF_BYTES = "backslashreplace"

K = TypeVar("K", bound=Hashable)


@dataclass
class Paper(Generic[K]):
    """The rows on a ballot, as JSON values, and the number of each choice.

    >>> paper: Paper[str] = Paper()
    >>> paper.write(["a", "b", "a"], ["a", "b", "a"], 7)
    >>> paper.rows, paper.numbers
    ([{'tokens': ['a', 'b', 'a'], 'choices': [0, 1, 0], 'count': 7}], {'a': 0, 'b': 1})
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[K, int] = field(default_factory=dict)

    def write(self, tokens: Sequence[Token], keys: Sequence[K], count: int | None = None) -> None:
        """Add a word with its count, if it has one, unless that makes too many choices."""
        if len(self.numbers.keys() | set(keys)) <= MOST_CHOICES:
            self.rows.append(self._row(tokens, keys) | {"count": count})

    def offer(self, tokens: Sequence[Token], keys: Sequence[K]) -> None:
        """Add a row of tokens that stand apart, and are no word."""
        self.rows.append(self._row(tokens, keys) | {"count": None, "apart": True})

    def _row(self, tokens: Sequence[Token], keys: Sequence[K]) -> dict[str, Any]:
        choices = [self.numbers.setdefault(key, len(self.numbers)) for key in keys]
        return {"tokens": [plain_token(token) for token in tokens], "choices": choices}

    def places(self, keys: Iterable[K]) -> frozenset[int]:
        """The numbers of those choices that are on the ballot."""
        return frozenset(self.numbers[key] for key in keys if key in self.numbers)

    def beliefs(self, believed: Iterable[tuple[K, str]], right: frozenset[int]) -> dict[int, str]:
        """The belief behind each wrong choice; the first one names it.

        >>> paper = Paper([], {"a": 0, "b": 1})
        >>> paper.beliefs([("a", "x"), ("b", "y"), ("b", "z"), ("c", "x")], frozenset([0]))
        {1: 'y'}
        """
        found: dict[int, str] = {}
        for key, name in believed:
            if key in self.numbers and self.numbers[key] not in right:
                found.setdefault(self.numbers[key], name)
        return found


def name_of(*tokens: Token) -> str:
    r"""The name of a choice in a table.

    >>> name_of("h", "ug"), name_of(b"\xe5", b"h"), name_of("hug")
    ('h + ug', '\\xe5 + h', 'hug')
    """
    texts = [t if isinstance(t, str) else t.decode("utf-8", NAMES_OF_BYTES) for t in tokens]
    return " + ".join(texts)
