"""subword-nmt's codes: one merge per line, its two parts as text.

Source: Sennrich, Haddow, Birch, 2016, subword-nmt. In version 0.1 of the format the end-of-word
marker `</w>` is a symbol of its own after the last character, as here; in 0.2 it is joined to the
last character from the start. Both are read; 0.1 is written. Unlike tokenizer.json, a codes file
lists no units and has no unknown token: a character that is in no merge stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bpe_core.files.errors import (
    FormatError,
    ModelFileError,
    shown,
)
from bpe_core.files.exchange.formats import Format
from bpe_core.files.exchange.formats.gpt2 import check_version, is_printed, split_lines
from bpe_core.files.exchange.model import BpeModel, check_count, check_merges
from bpe_core.text.byte_alphabet import BYTE_OF

NAME = "subword-nmt"
MARKER = "</w>"
HEADER = "#version: 0.1"


def write_codes(model: BpeModel) -> bytes:
    """The codes file. Special tokens are not part of the format.

    Raises `FormatError`.

    >>> from bpe_core import Corpus, train_bpe
    >>> from bpe_core.files.exchange.model import model_of
    >>> corpus = Corpus.from_counts({"hug": 10}, end_of_word="</w>")
    >>> write_codes(model_of(train_bpe(corpus))).decode().splitlines()
    ['#version: 0.1', 'h u', 'hu g', 'hug </w>']
    """
    _check_sayable(model)
    texts = model.texts(NAME, MARKER)
    first = len(model.base)  # a unit that is in no merge is not written
    for text, ends in zip(texts[first:], model.has_marker[first:], strict=True):
        if text.endswith(MARKER) and not ends:
            raise FormatError("same-text", format=NAME, token=shown(text))
        if any(character.isspace() for character in text):
            raise FormatError("separator", format=NAME, token=shown(text))
    lines = [f"{texts[left]} {texts[right]}" for left, right in model.merges]
    return "\n".join([HEADER, *lines, ""]).encode()


def _check_sayable(model: BpeModel) -> None:
    if model.unit != "char":
        raise FormatError("needs-characters", format=NAME)
    if model.pre_tokenizer not in ("whitespace", "space"):
        raise FormatError("pre-tokenization", format=NAME, pre_tokenizer=model.pre_tokenizer)
    if model.normalizer:
        raise FormatError("normalization", format=NAME)
    if model.joins_marker:
        raise ModelFileError("unsupported", field=NAME, content=MARKER)
    if not model.merges:
        raise FormatError("no-merges", format=NAME)


def read_codes(text: str) -> BpeModel:
    """The model that a codes file describes. Raises a `ModelFileError`.

    >>> read_codes("#version: 0.2\\nh u\\nu g</w>\\n").base
    ('g', 'g</w>', 'h', 'h</w>', 'u', 'u</w>')
    """
    joins = joins_marker(text.split("\n", 1)[0])
    pairs = split_lines(text)
    check_count(len(pairs))
    if not says_so(text):
        check_characters(left + right for _, left, right in pairs)
    made: set[str] = set()
    units: set[str] = set()
    for number, (_, left, right) in enumerate(pairs, start=1):
        for part in (left, right):
            if part not in made:
                units.add(_unit(part, joins, number))
        made.add(left + right)
    return _model(pairs, sorted(units), joins)


def says_so(text: str) -> bool:
    """Whether the header can only be that of a codes file: GPT-2's merges say 0.2, or nothing.

    >>> says_so("#version: 0.1\\nh u\\n"), says_so("#version: 0.2\\nh u\\n")
    (True, False)
    """
    return text.split("\n", 1)[0].strip() == HEADER


def are_codes(text: str) -> bool:
    """Whether lines of two parts are codes, and not GPT-2's merges. Raises `ModelFileError`.

    >>> are_codes("#version: 0.2\\nh u\\nhu g</w>\\n"), are_codes("#version: 0.2\\nh u\\nĠ hu\\n")
    (True, False)
    """
    if says_so(text):
        return True
    parts = [part for _, *pair in split_lines(text) for part in pair]
    return any(part.endswith(MARKER) for part in parts) or not all(map(is_printed, parts))


#: Any part of a text in UTF-8: it may begin or end inside a character.
_UTF8 = re.compile(
    rb"[\x80-\xbf]{0,3}"
    rb"(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*"
    rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})?"
)
_BEGUN = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")


def check_characters(tokens: Iterable[str]) -> None:
    """Raise `ModelFileError` if the tokens are bytes in GPT-2's alphabet, with a marker.

    >>> check_characters(["für</w>"])  # whose letters are all in that alphabet
    >>> check_characters(["fÃ¼", "r</w>"])
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: These are the merges of CLIP. ...
    """
    bare = [token.removesuffix(MARKER) for token in tokens]
    if not all(map(is_printed, bare)):
        return
    parts = [bytes(map(BYTE_OF.__getitem__, token)) for token in bare if not token.isascii()]
    if all(map(_UTF8.fullmatch, parts)) and any(map(_BEGUN.search, parts)):
        raise ModelFileError("clip")


def joins_marker(first_line: str) -> bool:
    """Whether the marker is part of a word's last unit from the start, as in version 0.2."""
    if not first_line.startswith("#version:"):
        return False
    return check_version(first_line) == "0.2"


def _unit(part: str, joins: bool, merge: int) -> str:
    """The character of a base token; the marker is returned as it is."""
    if part == MARKER and not joins:
        return MARKER
    bare = part.removesuffix(MARKER) if joins else part
    if len(bare) != 1:
        raise ModelFileError("merge-order", merge=merge, token=shown(part))
    return bare


def _model(pairs: list[tuple[int, str, str]], units: list[str], joins: bool) -> BpeModel:
    ends = joins or MARKER in units  # else no merge has the marker: it would only be next to
    base = sorted({*units, *(unit + MARKER for unit in units)}) if joins else units
    places = {token: place for place, token in enumerate(base)}
    merges: list[tuple[int, int]] = []
    for _, left, right in pairs:
        merges.append((places[left], places[right]))
        places.setdefault(left + right, len(base) + len(merges) - 1)
    check_merges(base, merges)
    return BpeModel(
        tuple(base),
        tuple(merges),
        unit="char",
        pre_tokenizer="whitespace",
        unknown=None,
        end_of_word=MARKER if ends else "",
        marker=base.index(MARKER) if ends and not joins else None,
    )


FORMAT = Format(
    name="subword-nmt",
    title=NAME,
    label="Tokenizer: codes (subword-nmt)",
    about="The tokenizer at this step, for the program that first split text with BPE (2016).",
    file_name="codes.txt",
    mime="text/plain",
    write=write_codes,
)
