"""Normalization: changes to a text before it is cut into words, and where each piece went.

The forms NFC, NFD, NFKC and NFKD are those of Unicode Standard Annex #15. `lowercase` is Unicode's
lower case of each character by itself, as in Hugging Face tokenizers (so a Σ is σ even at the end
of a word); `strip-accents` takes accents off letters: decompose (NFD), drop the combining marks
(category Mn), compose again (NFC), so that Hangul stays whole. Unlike pre-tokenization it changes
characters and cuts nothing.

Hugging Face tokenizers does the same, except that it and Python use different versions of Unicode:
characters assigned since Unicode 3.2 may be unknown to one of the two, and U+1734, U+1885 and
U+1886 have since become nonspacing marks. Its own `StripAccents` does not decompose first, and it
drops all marks, including spacing marks (category Mc, the vowels of Hindi) and enclosing marks
(Me). BERT's normalizer does the same as `strip-accents`, but does not compose again.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from bpe_core.errors import UnknownNormalizerError


def lowercase(text: str) -> str:
    """Each character in lower case, regardless of its neighbours.

    >>> lowercase("ΝΑΟΣ"), "ΝΑΟΣ".lower()
    ('ναοσ', 'ναος')
    """
    return text.replace("Σ", "σ").lower()


def strip_accents(text: str) -> str:
    """The text without accents.

    >>> strip_accents("Äpfel, café, 한글")
    'Apfel, cafe, 한글'
    """
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def strip_marks(text: str) -> str:
    """The text without any marks, like Hugging Face's `StripAccents` between NFD and NFC.

    >>> strip_accents("हिन्दी"), strip_marks("हिन्दी")
    ('हिनदी', 'हनद')
    """
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(c for c in decomposed if not unicodedata.category(c).startswith("M"))
    return unicodedata.normalize("NFC", bare)


@dataclass(frozen=True)
class Normalizer:
    """A named change that can be made to a text; `label` describes it in English."""

    name: str
    label: str
    apply: Callable[[str], str]


def _form(name: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> Normalizer:
    """One of the normalization forms of Unicode."""
    return Normalizer(name.lower(), name, partial(unicodedata.normalize, name))


#: The normalizations that can be chosen, by name.
NORMALIZERS: Mapping[str, Normalizer] = {
    each.name: each
    for each in (
        _form("NFC"),
        _form("NFD"),
        _form("NFKC"),
        _form("NFKD"),
        Normalizer("lowercase", "lowercase", lowercase),
        Normalizer("strip-accents", "without accents", strip_accents),
    )
}
#: These, and one more that only a tokenizer's file may use.
_KNOWN = {**NORMALIZERS, "strip-marks": Normalizer("strip-marks", "without marks", strip_marks)}


def check_normalizers(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple, or raise `UnknownNormalizerError` for the first unknown one.

    >>> check_normalizers(["nfc", "lowercase"]), check_normalizers("nfc")
    (('nfc', 'lowercase'), ('nfc',))
    >>> check_normalizers("nfx")
    Traceback (most recent call last):
    bpe_core.errors.UnknownNormalizerError: ... nfkd, lowercase, strip-accents.
    """
    names = (names,) if isinstance(names, str) else names
    for name in names:
        if name not in _KNOWN:
            raise UnknownNormalizerError(name=name, known=tuple(NORMALIZERS))
    return tuple(names)


def normalize(text: str, names: Sequence[str]) -> str:
    """The text after the named normalizations, one after another.

    Raises `UnknownNormalizerError`.

    >>> normalize("ＣＡＦÉ", ["nfkc", "lowercase"])
    'café'
    """
    for name in check_normalizers(names):
        text = _KNOWN[name].apply(text)
    return text


# Where each piece went

Change = Literal["same", "equivalent", "lost"]


class Piece(NamedTuple):
    """Some characters of the original, what they became, and their position in the original.

    `change` is one of three: `same`; `equivalent`, where only the code points changed and Unicode
    treats both as the same text; `lost`, where the original characters cannot be recovered.
    """

    original: str
    text: str
    start: int
    change: Change


@dataclass(frozen=True)
class Normalized:
    """A normalized text that knows where in the original each part of it comes from.

    `borders` pairs positions in the original with positions in the text, from the start to the
    end: between two borders there is one piece that was changed independently.
    """

    original: str
    text: str
    borders: list[tuple[int, int]]

    @cached_property
    def pieces(self) -> list[Piece]:
        """The whole text, piece by piece."""
        found = []
        for (start, place), (end, stop) in pairwise(self.borders):
            before, after = self.original[start:end], self.text[place:stop]
            found.append(Piece(before, after, start, change_of(before, after)))
        return found

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original from which the non-empty `text[start:end]` comes.

        >>> normalize_with_offsets("ﬁne Café", ["nfkd"]).span(1, 2)
        (0, 1)
        """
        first = bisect_right(self._places, start) - 1
        last = bisect_left(self._places, end)
        return self.borders[first][0], self.borders[last][0]

    def beginning(self, longest: int) -> Normalized:
        """The first pieces: those that fit into `longest` characters of the text.

        >>> whole = normalize_with_offsets("½ of ﬁve", ["nfkc"])
        >>> whole.beginning(8) == normalize_with_offsets("½ of ", ["nfkc"])
        True
        >>> whole.beginning(9).original
        '½ of ﬁ'
        """
        count = bisect_right(self._places, longest)
        start, place = self.borders[count - 1]
        return Normalized(self.original[:start], self.text[:place], self.borders[:count])

    @cached_property
    def _places(self) -> list[int]:
        return [place for _, place in self.borders]


def normalize_with_offsets(text: str, names: Sequence[str]) -> Normalized:
    """The text after the named normalizations, with the origin of each part in the original.

    Raises `UnknownNormalizerError`.

    >>> normalized = normalize_with_offsets("½ Ｅ", ["nfkc", "lowercase"])
    >>> normalized.text, normalized.borders
    ('1⁄2 e', [(0, 0), (1, 3), (2, 4), (3, 5)])
    >>> normalized.pieces[0]
    Piece(original='½', text='1⁄2', start=0, change='lost')
    """
    borders = [(place, place) for place in range(len(text) + 1)]
    now = text
    for name in check_normalizers(names):
        parts = list(_parts(now, name))
        changed = [_KNOWN[name].apply(part) for part in parts]
        following = dict(_borders(parts, changed))
        borders = [(start, following[place]) for start, place in borders if place in following]
        now = "".join(changed)
    return Normalized(text, now, borders)


@lru_cache(10_000)
def change_of(before: str, after: str) -> Change:
    """Say whether a piece is the same, equivalent to it, or has lost something.

    >>> change_of("a", "a"), change_of("é", "e\u0301"), change_of("①", "1")
    ('same', 'equivalent', 'lost')
    """
    if before == after:
        return "same"
    same_text = unicodedata.normalize("NFC", before) == unicodedata.normalize("NFC", after)
    return "equivalent" if same_text else "lost"


def way_back(original: str, text: str) -> str | None:
    """The normalization that turns a normalized text back into the original, if there is one.

    "" if nothing was changed, None if there is no way back.

    >>> way_back("é", "e\u0301"), way_back("a", "a"), way_back("ﬁ", "fi")
    ('nfc', '', None)
    """
    if original == text:
        return ""
    forms = (name for name in ("nfc", "nfd") if NORMALIZERS[name].apply(text) == original)
    return next(forms, None)


def _borders(parts: list[str], changed: list[str]) -> Iterator[tuple[int, int]]:
    start = place = 0
    yield start, place
    for before, after in zip(parts, changed, strict=True):
        start, place = start + len(before), place + len(after)
        yield start, place


def _parts(text: str, name: str) -> Iterator[str]:
    """Cut the text into pieces that a normalization changes independently of each other."""
    if name == "lowercase":
        yield from text
        return
    form: Literal["NFD", "NFKD"] = "NFKD" if name in ("nfkc", "nfkd") else "NFD"
    start = 0
    for place, character in enumerate(text):
        if place > start and not _goes_on(character, form):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


@lru_cache(10_000)
def _goes_on(character: str, form: Literal["NFD", "NFKD"]) -> bool:
    """Whether a character may combine with the one before it: a mark, or half of a pair."""
    first = unicodedata.normalize(form, character)[0]
    is_mark = unicodedata.combining(first) or unicodedata.category(first) == "Mn"
    return bool(is_mark) or first in _second_halves()


@cache
def _second_halves() -> frozenset[str]:
    """Characters that are not marks but can be the second of two that compose.

    They are Indic vowel signs, and Hangul's vowels and finals, whose pairs are not in any table.
    """
    points = chain(range(0x900, 0x1D00), range(0x11000, 0x12000), range(0x16000, 0x17000))
    pairs = (unicodedata.decomposition(chr(point)).split() for point in points)
    seconds = {chr(int(p[1], 16)) for p in pairs if len(p) == 2 and not p[0].startswith("<")}
    return frozenset(seconds | {chr(point) for point in range(0x1161, 0x1200)})
