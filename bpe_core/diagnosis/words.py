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
from functools import cached_property
from itertools import pairwise

import numpy as np
import regex
from numpy.typing import NDArray

from bpe_core.diagnosis.recipe import Recipe
from bpe_core.errors import EmptyCorpusError
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import (
    PRE_TOKENIZERS,
    PreTokenizer,
    count_words,
    find_pre_tokenizer,
    parts_between,
)

#: A text, or words with their counts.
Source = str | Mapping[str, int]


def _plain(name: str, label: str, split: Callable[[str], list[str]], joiner: str) -> PreTokenizer:
    return PreTokenizer(name, label, split, split, joiner)


def split_at_spaces(text: str) -> list[str]:
    r"""What is between single spaces; line ends stay inside.

    >>> split_at_spaces("to  be\nor")
    ['to', 'be\nor']
    """
    return [word for word in text.split(" ") if word]


#: Ways of cutting that trainers use but the app does not offer.
_GPT2_WITHOUT_LOOK_AHEAD = regex.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+"
)
_WORDS_WITH_SPACE = regex.compile(r" ?\w+| ?[^\w\s]+|\s+")
OTHER_CUTS: Mapping[str, PreTokenizer] = {
    rule.name: rule
    for rule in (
        _plain("spaces", "at single spaces", split_at_spaces, " "),
        _plain("word-characters", r"\w+", re.compile(r"\w+").findall, " "),
        _plain("words-and-marks", r"\w+|[^\w\s]", re.compile(r"\w+|[^\w\s]").findall, " "),
        _plain("words-and-mark-runs", r"\w+|[^\w\s]+", re.compile(r"\w+|[^\w\s]+").findall, " "),
        _plain("spaces-before", r"\s*\S+", re.compile(r"\s*\S+").findall, ""),
        PreTokenizer(
            "words-with-space",
            "words and marks, each with the space before it",
            split=_WORDS_WITH_SPACE.findall,
            pieces=_WORDS_WITH_SPACE.findall,
            joiner="",
            space="Ġ",
        ),
        PreTokenizer(
            "gpt2-without-look-ahead",
            "GPT-2's pattern without its look-ahead",
            split=_GPT2_WITHOUT_LOOK_AHEAD.findall,
            pieces=_GPT2_WITHOUT_LOOK_AHEAD.findall,
            joiner="",
            space="Ġ",
        ),
    )
}
#: Into how many chunks a text is cut by those who count in several processes.
CHUNKS = (2, 4, 8, 16)
#: Ways of cutting and reading that are kept counted.
KEPT_COUNTS = 12
CUTS: Mapping[str, PreTokenizer] = {**PRE_TOKENIZERS, **OTHER_CUTS}


@dataclass(frozen=True, eq=False)
class Words:
    """Distinct words in reading order, spelled in base tokens, and how often each counts.

    `base` holds the text of each base token, in the order of their values, markers last; two may
    have the same text if one is a marker. The first `sorted_among` of them are numbered before
    all others: a marker is numbered after the bytes, but in its sorted place among characters.
    Word i is `units[starts[i]:starts[i + 1]]` (int64).
    `space` says how a space is written inside tokens if not as a space.
    """

    base: list[bytes]
    sorted_among: int
    units: NDArray[np.int64]
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]
    texts: list[str]
    space: str

    def write(self, text: bytes) -> bytes:
        """A token's text as it is written here: a sign may replace the space."""
        return text.replace(b" ", self.space.encode()) if self.space else text

    @cached_property
    def spelled(self) -> list[list[int]]:
        """The ids of each word."""
        units = self.units.tolist()
        return [units[a:b] for a, b in pairwise(self.starts.tolist())]

    @cached_property
    def fingerprint(self) -> int:
        """A number that is equal for equal words with equal counts."""
        parts = (self.units, self.starts, self.counts)
        return hash((*(part.tobytes() for part in parts), *self.base))


class WordMaker:
    """Makes the words of one source; work that recipes share is done once.

    >>> words = WordMaker("to be or not to be").make(Recipe(cut="gpt2", unit="byte"))
    >>> list(zip(words.texts, words.counts.tolist()))[:2]
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
        times = np.array([n if recipe.frequencies else 1 for _, n in items], np.int64)
        base, first_marker, units, starts = _spelled(texts, recipe)
        sorted_among = first_marker if recipe.unit == "byte" else len(base)
        space = _space(self.source, recipe)
        return Words(base, sorted_among, units, starts, times, texts, space)

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
    rule = find_pre_tokenizer(recipe.cut) if recipe.cut in PRE_TOKENIZERS else CUTS[recipe.cut]
    if recipe.special in ("as-word", "cut-alone"):
        return _added_up(_with_special(source, recipe, rule))
    parts = _parts(source, recipe)
    if recipe.reading == "joined-words":
        words = ["".join(rule.split(part)) for part in parts]
        return _added_up((word, 1) for word in words if word)
    pieces = [piece for part in parts for piece in _read(part, recipe.reading)]
    return _added_up(
        (word, n * times)
        for piece, times in Counter(pieces).items()  # each distinct line is cut only once
        for word, n in count_words(piece, rule, first=0).counts.items()
    )


def _with_special(text: str, recipe: Recipe, rule: PreTokenizer) -> Iterator[tuple[str, int]]:
    """The words of a text in which special tokens are words, or are cut by themselves."""
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
    """The normalized text in parts or whole, depending on how the recipe treats special tokens."""
    if recipe.reading == "text-mode":
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    special_tokens = () if recipe.special == "left-in" else recipe.special_tokens
    parts = parts_between(text, special_tokens)
    if recipe.special == "removed":
        parts = ["".join(parts)]
    return [normalize(part, recipe.normalizer) for part in parts]


def _read(text: str, reading: str) -> list[str]:
    if reading == "by-line":
        return text.splitlines(keepends=True)
    if reading == "by-line-without-ends":
        return text.splitlines()
    if reading == "by-stripped-line":
        return [line.strip() for line in text.splitlines()]
    if reading == "stripped":
        return [text.strip()]
    if reading.endswith("-chunks"):
        return _chunks(text, int(reading.split("-")[1]))
    return [text]


def _chunks(text: str, count: int) -> list[str]:
    """The text in chunks of equal size in UTF-8; characters at their borders are lost."""
    data = encode_utf8(text)
    size = len(data) // count
    borders = [*(size * i for i in range(count)), len(data)]
    return [data[a:b].decode("utf-8", "ignore") for a, b in pairwise(borders)]


# From words to base tokens

Spelled = tuple[list[bytes], int, NDArray[np.int64], NDArray[np.int64]]


#: The last code points that take one, two and three bytes in UTF-8.
LAST_OF_SIZE = (0x7F, 0x7FF, 0xFFFF)


def _spelled(texts: list[str], recipe: Recipe) -> Spelled:
    """Base tokens, the first marker, the words' units in a row, and where each word starts."""
    text = "".join(texts)
    values: NDArray[np.unsignedinteger] = np.frombuffer(
        text.encode("utf-32-le", "surrogatepass"), "<u4"
    )
    lengths = np.array(list(map(len, texts)), np.int64)
    if recipe.unit == "byte":
        sizes = 1 + sum((values > last).astype(np.int64) for last in LAST_OF_SIZE)
        lengths = np.add.reduceat(sizes, np.cumsum(lengths) - lengths)
        values = np.frombuffer(encode_utf8(text), np.uint8)
    distinct, units = np.unique(values, return_inverse=True)
    to_text = _one_byte if recipe.unit == "byte" else _one_character
    base = list(map(to_text, distinct.tolist()))
    starts = np.concatenate(([0], np.cumsum(lengths)))
    units = units.astype(np.int64)
    if recipe.marker:
        return _marked(base, units, starts, recipe)
    return base, len(base), units, starts


def _one_byte(value: int) -> bytes:
    return bytes((value,))


def _one_character(value: int) -> bytes:
    return encode_utf8(chr(value))


def _marked(
    base: list[bytes], units: NDArray[np.int64], starts: NDArray[np.int64], recipe: Recipe
) -> Spelled:
    """The words with their marker."""
    marker = encode_utf8(recipe.marker)
    if recipe.marker_place == "joined":
        last, ending = np.unique(units[starts[1:] - 1], return_inverse=True)
        units = units.copy()
        units[starts[1:] - 1] = len(base) + ending
        joined = [base[i] + marker for i in last.tolist()]
        return [*base, *joined], len(base), units, starts
    places = starts[:-1] if recipe.marker_place == "first" else starts[1:]
    marked = np.insert(units, places, len(base))
    return [*base, marker], len(base), marked, starts + np.arange(len(starts))
