"""The parts of a question. Unlike a sentence, a value can be compared, and shown in any language.

Two values that look alike on a screen can't be separate choices, so they count as equal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from bpe_core import Token

#: A space is shown as this sign, so that it can be seen.
SPACE = "␣"
SPACES = str.maketrans({" ": SPACE, "\u3000": SPACE})


@dataclass(frozen=True)
class Word:
    """A word, or any text, as it occurs in the corpus."""

    text: str


@dataclass(frozen=True)
class Tokens:
    """Consecutive tokens: the pieces of a word, or a single token."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Pair:
    """Two adjacent tokens."""

    left: Token
    right: Token


@dataclass(frozen=True)
class Sum:
    """How words add up to a count: for each, how often the pair occurs in it, and its count."""

    addends: tuple[tuple[str, int, int], ...]


#: A `str` is the name of something that the page puts into words, such as a tie rule.
Value = int | float | str | Word | Tokens | Pair | Sum


@dataclass(frozen=True)
class Question:
    """A question about the words of a `Hand`.

    - `kind`: which question it is; `facts`: the values in its sentence and its explanation
    - `answer`: the one right choice; `wrong`: two or three others
    - `words_at`: the step at which the words are shown beside it; None to show no words
    - `rules`: how many merges are listed beside it
    - `beliefs`: for each of `wrong`, the name of the belief behind it (as in
      `classroom.beliefs`), or ""; empty if none is known
    """

    kind: str
    facts: dict[str, Value]
    answer: Value
    wrong: tuple[Value, ...]
    words_at: int | None
    rules: int
    beliefs: tuple[str, ...] = ()


def look(value: Value | Token) -> object:
    r"""A key for what a learner sees: values that look alike have equal keys.

    >>> look(Word("e\u0301")) == look(Word("é")), look(Tokens((b"a",))) == look(Tokens(("a",)))
    (True, True)
    >>> look(Tokens(("ab",))) == look(Tokens(("a", "b"))), look(2) == look(2.0)
    (False, True)
    >>> len({look(Word(space)) for space in " \u3000␣"})
    1
    >>> look(Pair("a", "bc")) == look(Pair("ab", "c"))
    False
    """
    if isinstance(value, Tokens):
        return tuple(look(token) for token in value.tokens)
    if isinstance(value, Pair):
        return (look(value.left), "+", look(value.right))
    if isinstance(value, Word):
        return look(value.text)
    if isinstance(value, bytes):
        try:
            value = value.decode()
        except UnicodeDecodeError:
            return value
    return normalize("NFC", value.translate(SPACES)) if isinstance(value, str) else value


def different(answer: Value, others: Iterable[Value], most: int) -> tuple[Value, ...]:
    """The first `most` of `others` that look different from the answer and from one another.

    >>> different(3, [3, 5, 5, 4, 9, 8], most=3)
    (5, 4, 9)
    """
    seen = {look(answer)}
    kept: list[Value] = []
    for other in others:
        if len(kept) < most and look(other) not in seen:
            seen.add(look(other))
            kept.append(other)
    return tuple(kept)
