"""The words of a corpus as a recipe makes them, right or wrong.

Unlike `Corpus`, which is for one right way of cutting, this also does what trainers do by mistake:
it reads line by line, leaves special tokens in the text, or forgets how often a word occurs. All
tokens are bytes here, so that units can be confused, too. Comparing UTF-8 gives the same order as
comparing code points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import regex

from bpe_core.diagnosis.recipe import Recipe
from bpe_core.errors import EmptyCorpusError
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import (
    GPT2_ALTERNATIVES,
    PRE_TOKENIZERS,
    PreTokenizer,
    count_words,
    parts_between,
)

#: The texts of the two tokens that are merged.
Merge = tuple[bytes, bytes]
#: A text, or words with their counts.
Source = str | Mapping[str, int]


def split_at_spaces(text: str) -> list[str]:
    r"""Split a text at single spaces; line ends stay inside.

    >>> split_at_spaces("to  be\nor")
    ['to', 'be\nor']
    """
    return [word for word in text.split(" ") if word]


#: The ways of cutting that the app offers, and others that trainers use.
CUTS: Mapping[str, PreTokenizer] = {
    rule.name: rule
    for rule in (
        *PRE_TOKENIZERS.values(),
        PreTokenizer("spaces", "at single spaces", split_at_spaces, " "),
        *(
            PreTokenizer(name, pattern, re.compile(pattern).findall, " ")
            for name, pattern in (
                ("word-characters", r"\w+"),
                ("words-and-marks", r"\w+|[^\w\s]"),
                ("words-and-mark-runs", r"\w+|[^\w\s]+"),
            )
        ),
        PreTokenizer("spaces-before", r"\s*\S+", re.compile(r"\s*\S+").findall),
        *(
            PreTokenizer(name, label, regex.compile(pattern).findall, space="Ġ")
            for name, label, pattern in (
                (
                    "words-with-space",
                    "words and marks, each with the space before it",
                    r" ?\w+| ?[^\w\s]+|\s+",
                ),
                (
                    "gpt2-without-look-ahead",
                    "GPT-2's pattern without its look-ahead",
                    "|".join(part for part in GPT2_ALTERNATIVES if "(?!" not in part),
                ),
            )
        ),
    )
}
#: Into how many chunks a text is cut by those who count in several processes.
CHUNKS = (2, 4, 8, 16)
#: Ways of cutting and reading that are kept counted.
KEPT_COUNTS = 12


@dataclass(frozen=True, eq=False)
class Words:
    """Distinct words in reading order, spelled in base tokens, and how often each counts.

    `base` holds the text of each base token, in the order of their values, markers last; two may
    have the same text if one is a marker. The first `sorted_among` of them are numbered before
    all others: a marker is numbered after the bytes, but in its sorted place among characters.
    A word of `spelled` has one character a token: `chr(i)` is `base[i]`.
    `space` says how a space is written inside tokens if not as a space.
    """

    base: list[bytes]
    sorted_among: int
    spelled: list[str]
    counts: list[int]
    texts: list[str]
    space: str

    def write(self, merge: Merge) -> Merge:
        """A merge as it is written here: a sign may replace the space."""
        left, right = (text.replace(b" ", self.space.encode() or b" ") for text in merge)
        return left, right

    @cached_property
    def size(self) -> int:
        """The number of units."""
        return sum(map(len, self.spelled))

    @cached_property
    def fingerprint(self) -> int:
        """A number that is equal for equal words with equal counts."""
        return hash((*self.spelled, *self.counts, *self.base))


class WordMaker:
    """Makes the words of one source; work that recipes share is done once.

    >>> words = WordMaker("to be or not to be").make(Recipe(cut="gpt2", unit="byte"))
    >>> list(zip(words.texts, words.counts))[:2]
    [('to', 1), (' be', 2)]
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._counted: dict[tuple[object, ...], dict[str, int]] = {}

    def make(self, recipe: Recipe) -> Words:
        """The words that a recipe makes. Raises `EmptyCorpusError`."""
        counts = self._count(recipe)
        counts = {text: n for text, n in counts.items() if n >= recipe.least_count}
        if not counts:
            raise EmptyCorpusError()
        items = _ordered(counts, recipe)
        texts = [text for text, _ in items]
        times = [n if recipe.frequencies else 1 for _, n in items]
        base, spelled = _spelled(texts, recipe.unit)
        first_marker = len(base)
        if recipe.marker:
            base, spelled = _marked(base, spelled, recipe)
        sorted_among = first_marker if recipe.unit == "byte" else len(base)
        return Words(base, sorted_among, spelled, times, texts, _space(self.source, recipe))

    def _count(self, recipe: Recipe) -> dict[str, int]:
        space = _space(self.source, recipe)
        key = (*recipe.part(("cut", "reading", "normalizer", "special_tokens", "special")), space)
        if key not in self._counted:
            if len(self._counted) == KEPT_COUNTS:
                del self._counted[next(iter(self._counted))]
            counts = _counted(self.source, recipe)
            if space:
                counts = _added_up((text.replace(" ", space), n) for text, n in counts.items())
            self._counted[key] = counts
        return self._counted[key]


def _space(source: Source, recipe: Recipe) -> str:
    return CUTS[recipe.cut].space if recipe.unit == "char" and isinstance(source, str) else ""


def _added_up(items: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for text, n in items:
        counts[text] = counts.get(text, 0) + n
    return counts


def _ordered(counts: dict[str, int], recipe: Recipe) -> list[tuple[str, int]]:
    if recipe.word_order == "sorted":
        return sorted(counts.items())
    if recipe.word_order == "by-frequency":
        return Counter(counts).most_common()
    return list(counts.items())


# From a text to words with counts


def _counted(source: Source, recipe: Recipe) -> dict[str, int]:
    if not isinstance(source, str):
        return _counted_table(source, recipe)
    rule = CUTS[recipe.cut]
    if recipe.special in ("as-word", "cut-alone"):
        return _added_up(_with_special(source, recipe, rule))
    parts = _parts(source, recipe)
    if recipe.reading == "joined-words":
        words = ["".join(rule.split(part)) for part in parts]
        return _added_up((word, 1) for word in words if word)
    pieces = [piece for part in parts for piece in READINGS[recipe.reading](part)]
    return _added_up(
        (word, n * times)
        for piece, times in Counter(pieces).items()  # each distinct line is cut only once
        for word, n in count_words(piece, rule, first=0).counts.items()
    )


def _with_special(text: str, recipe: Recipe, rule: PreTokenizer) -> Iterator[tuple[str, int]]:
    """The words of a text in which special tokens are words, or are cut by themselves.

    >>> recipe = Recipe(special="as-word", special_tokens=("<s>", "<s>>"))
    >>> list(_with_special("<s>>hug", recipe, PRE_TOKENIZERS["gpt2"]))
    [('<s>>', 1), ('hug', 1)]
    """
    longest_first = sorted(recipe.special_tokens, key=len, reverse=True)
    cut = re.split(f"({'|'.join(map(re.escape, longest_first))})", text)
    for part in cut:
        if part in recipe.special_tokens and recipe.special == "as-word":
            yield part, 1
        else:
            yield from count_words(normalize(part, recipe.normalizer), rule, first=0).counts.items()


def _counted_table(source: Mapping[str, int], recipe: Recipe) -> dict[str, int]:
    items = ((normalize(word, recipe.normalizer), n) for word, n in source.items())
    counts = _added_up((word, n) for word, n in items if word)
    if recipe.reading != "joined-words":
        return counts
    return {"".join(word * n for word, n in counts.items()): 1} if counts else {}


def _parts(text: str, recipe: Recipe) -> list[str]:
    r"""The normalized text in parts or whole, depending on how the recipe treats special tokens.

    >>> _parts("a\r\nb\rc", Recipe(reading="text-mode"))
    ['a\nb\nc']
    """
    if recipe.reading == "text-mode":
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    special_tokens = () if recipe.special == "left-in" else recipe.special_tokens
    parts = parts_between(text, special_tokens)
    if recipe.special == "removed":
        parts = ["".join(parts)]
    return [normalize(part, recipe.normalizer) for part in parts]


def _chunks(text: str, count: int) -> list[str]:
    """The text in chunks of equal size in UTF-8; characters at their borders are lost.

    >>> _chunks("low lower", 2)  # the last has what is left
    ['low ', 'lower']
    """
    data = encode_utf8(text)
    size = len(data) // count
    borders = [*(size * i for i in range(count)), len(data)]
    return [data[a:b].decode("utf-8", "ignore") for a, b in pairwise(borders)]


#: How a text is read before it is cut into words.
READINGS: Mapping[str, Callable[[str], list[str]]] = {
    "whole": lambda text: [text],
    "text-mode": lambda text: [text],
    "by-line": lambda text: text.splitlines(keepends=True),
    "by-line-without-ends": str.splitlines,
    "by-stripped-line": lambda text: [line.strip() for line in text.splitlines()],
    "stripped": lambda text: [text.strip()],
    **{f"in-{n}-chunks": partial(_chunks, count=n) for n in CHUNKS},
}


# From words to base tokens


def _spelled(texts: list[str], unit: str) -> tuple[list[bytes], list[str]]:
    """Base tokens, and the words with one character for each of their units."""
    if unit == "byte":
        texts = [encode_utf8(text).decode("latin-1") for text in texts]
    units = sorted(set().union(*texts))
    base = [unit_.encode("latin-1") if unit == "byte" else encode_utf8(unit_) for unit_ in units]
    table = {ord(character): i for i, character in enumerate(units)}
    return base, [text.translate(table) for text in texts]


def _marked(base: list[bytes], spelled: list[str], recipe: Recipe) -> tuple[list[bytes], list[str]]:
    """The words with their marker."""
    marker, token = encode_utf8(recipe.marker), chr(len(base))
    if recipe.marker_place == "joined":
        last = sorted({word[-1] for word in spelled})
        joined = {unit: chr(len(base) + i) for i, unit in enumerate(last)}
        ends = [base[ord(unit)] + marker for unit in last]
        return [*base, *ends], [word[:-1] + joined[word[-1]] for word in spelled]
    is_first = recipe.marker_place == "first"
    return [*base, marker], [token + word if is_first else word + token for word in spelled]
