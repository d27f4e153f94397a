"""Normalization: what is done to a text before it is cut into words.

The forms NFC, NFD, NFKC and NFKD are those of Unicode Standard Annex #15. `lowercase` is Python's
`str.lower`; `strip-accents` takes accents off letters: decompose (NFD), drop the combining marks
(category Mn), compose again (NFC), so that Hangul stays whole. Unlike pre-tokenization it changes
characters and cuts nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence

from bpe_core.errors import UnknownNormalizerError


def strip_accents(text: str) -> str:
    """The text without accents.

    >>> strip_accents("Äpfel, café, 한글")
    'Apfel, cafe, 한글'
    """
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


NORMALIZERS: Mapping[str, Callable[[str], str]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "nfkd": lambda text: unicodedata.normalize("NFKD", text),
    "lowercase": str.lower,
    "strip-accents": strip_accents,
}


def check_normalizers(names: Sequence[str]) -> tuple[str, ...]:
    """The names as a tuple, or `UnknownNormalizerError` for the first that is not known.

    >>> check_normalizers(["nfc", "lowercase"])
    ('nfc', 'lowercase')
    """
    for name in names:
        if name not in NORMALIZERS:
            raise UnknownNormalizerError(name=name, known=tuple(NORMALIZERS))
    return tuple(names)


def normalize(text: str, names: Sequence[str]) -> str:
    """The text after the named normalizations, one after the other.

    Raises `UnknownNormalizerError`.

    >>> normalize("ＣＡＦÉ", ["nfkc", "lowercase"])
    'café'
    """
    for name in check_normalizers(names):
        text = NORMALIZERS[name](text)
    return text
