"""subword-nmt's codes: one merge per line, its two parts as text, and no ids.

Source: Sennrich, Haddow, Birch, 2016, subword-nmt, `apply_bpe.py`. Words are what is between
spaces. In version 0.1 of the format the end-of-word marker `</w>` is a symbol of its own after the
last character, as here; in 0.2 it is joined to the last character from the start. Both are read;
0.1 is written. Unlike tokenizer.json, a codes file lists no units and has no unknown token: a
character that is in no merge stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from bpe_core.files.bpe_model import BpeModel, Format, check_count, check_merges, places_of
from bpe_core.files.errors import FormatError, ModelFileError, shown
from bpe_core.files.formats.gpt2 import Pairs, open_merges_alone, split_lines
from bpe_core.files.merge_rules import PairRules, Part, replay
from bpe_core.files.model_file import (
    AROUND,
    ModelFile,
    Note,
    Piece,
    Token,
    TokenTable,
    Word,
    check_token_count,
)
from bpe_core.text.byte_alphabet import BYTE_OF, INSIDE_UTF8, is_printed

NAME = "subword-nmt"
MARKER = "</w>"
HEADER = "#version: 0.1"
#: The id of a character that is in no merge. Others are numbered here: the units in the order of
#: their code points, then what the merges make.
UNLISTED = -1
_MOST_KEPT = 20_000


def are_codes(text: str, pairs: Pairs) -> bool:
    """Whether the lines of a text, as pairs, are codes, and not GPT-2's merges.

    >>> [are_codes(" ".join(pair), [pair]) for pair in (("h", "u</w>"), ("Ġ", "hu"))]
    [True, False]
    """
    if says_so(text):
        return True
    parts = [part for pair in pairs for part in pair]
    return any(part.endswith(MARKER) for part in parts) or not all(map(is_printed, parts))


def says_so(text: str) -> bool:
    """Whether the header can only be that of a codes file: GPT-2's merges say 0.2, or nothing.

    >>> says_so("#version: 0.1\\nh u\\n"), says_so("#version: 0.2\\nh u\\n")
    (True, False)
    """
    return text.split("\n", 1)[0].strip() == HEADER


def joins_marker(text: str, pairs: Pairs) -> bool:
    """Whether the marker is part of a word's last unit from the start. Raises `ModelFileError`."""
    if says_so(text):
        return False
    check_characters(left + right for left, right in pairs)
    return text.startswith("#version:")


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
    if all(map(INSIDE_UTF8.fullmatch, parts)) and any(map(_BEGUN.search, parts)):
        raise ModelFileError("clip")


# Our own tokenizer


def write_codes(model: BpeModel) -> bytes:
    """The codes file. Special tokens are not part of the format.

    Raises `FormatError`.

    >>> from bpe_core import Corpus, train_bpe
    >>> from bpe_core.files.bpe_model import model_of
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


def read_codes(text: str, pairs: Pairs) -> BpeModel:
    """The model that a codes file describes, given its lines, too. Raises a `ModelFileError`.

    >>> read_codes("#version: 0.2\\nh u\\nu g</w>\\n", [("h", "u"), ("u", "g</w>")]).base
    ('g', 'g</w>', 'h', 'h</w>', 'u', 'u</w>')
    """
    joins = joins_marker(text, pairs)
    check_count(len(pairs))
    made: set[str] = set()
    units: set[str] = set()
    for number, pair in enumerate(pairs, start=1):
        units.update(_unit(part, joins, number) for part in pair if part not in made)
        made.add("".join(pair))
    base = sorted({*units, *(unit + MARKER for unit in units)}) if joins else sorted(units)
    merges = places_of(base, pairs)
    check_merges(base, merges)
    ends = joins or MARKER in units  # else no merge has the marker: it would only be next to
    return BpeModel(
        tuple(base),
        tuple(merges),
        unit="char",
        pre_tokenizer="whitespace",
        unknown=None,
        end_of_word=MARKER if ends else "",
        marker=base.index(MARKER) if ends and not joins else None,
    )


def _unit(part: str, joins: bool, merge: int) -> str:
    """The character of a base token; the marker is returned as it is."""
    if part == MARKER and not joins:
        return MARKER
    bare = part.removesuffix(MARKER) if joins else part
    if len(bare) != 1:
        raise ModelFileError("merge-order", merge=merge, token=shown(part))
    return bare


# Any such file


def looks_like_merges(data: bytes) -> bool:
    """Whether the first lines have two parts each."""
    head = data[:4_000].decode("utf-8", "ignore").split("\n")[:-1] or [
        data.decode("utf-8", "ignore")
    ]
    lines = [line for line in head if line and not line.startswith("#version:")]
    return bool(lines) and all(len(line.rstrip("\r").split(" ")) == 2 for line in lines[:20])


def open_merges(text: str, pattern: str | None = None) -> ModelFile:
    """Codes of subword-nmt, or GPT-2's merges where all is spelled in its alphabet.

    Raises a `ModelFileError`.
    """
    pairs, made = split_lines(text), set[str]()
    check_token_count(len(pairs))
    for number, pair in enumerate(pairs, start=1):
        for part in pair:
            if len(part.removesuffix(MARKER)) > 1 and part not in made:
                raise ModelFileError("merge-order", merge=number, token=shown(part))
        made.add("".join(pair))
    if are_codes(text, pairs):
        return CodesFile(pairs, joins_marker(text, pairs))
    return open_merges_alone(pairs, pattern)


class CodesFile(ModelFile):
    """A codes file, opened."""

    kind = "subword-nmt"
    algorithm = "bpe"
    library = "subword-nmt"

    def __init__(self, pairs: Pairs, joins_marker: bool) -> None:
        self.joins_marker = joins_marker
        made = {left + right for left, right in pairs}
        units = sorted({part for pair in pairs for part in pair} - made)
        spelled = list(dict.fromkeys([*units, *(left + right for left, right in pairs)]))
        self._ids = {spelling: token_id for token_id, spelling in enumerate(spelled)}
        first: dict[str, int] = {}
        for rank, (left, right) in enumerate(pairs):
            first.setdefault(left + right, rank)
        tokens = (
            Token(i, each, each.removesuffix(MARKER).encode(), rank=first.get(each))
            for i, each in enumerate(spelled)
        )
        super().__init__(TokenTable(tokens))
        self.cuts = [{"type": "spaces"}]
        self.notes = [Note("no-ids")]
        self._pairs = dict.fromkeys(pairs)  # of two rules for one pair the first holds there
        self.spellings_of = lru_cache(_MOST_KEPT)(self._spellings_of)

    def cut(self, text: str) -> list[str]:
        return [word for word in text.strip("\r\n ").split(" ") if word]

    def units(self, word: str) -> list[str]:
        if not word:
            return []
        if self.joins_marker:
            return [*word[:-1], word[-1] + MARKER]
        return [*word, MARKER]

    def token_units(self, spelling: str) -> list[str]:
        bare = spelling.removesuffix(MARKER)
        return list(spelling) if bare == spelling else self.units(bare)

    @cached_property
    def rules(self) -> PairRules:
        ids = self._ids
        rows = np.array([(ids[a], ids[b], ids[a + b]) for a, b in self._pairs], np.int64)
        spell = self.table.spellings.__getitem__
        return PairRules(rows, spell, applies_everywhere=True)

    def _spellings_of(self, word: str) -> list[str]:
        """The tokens of a word by their spelling, those in no merge as they are. A marker by itself
        is not a token: it is not printed there, either."""
        parts = [Part(self._ids.get(unit, UNLISTED), unit) for unit in self.units(word)]
        last = replay(parts, self.rules)[-1].parts
        return [part.spelling for part in last if part.spelling != MARKER]

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        return [[i for word in self.cut(text) for i in self.encode_word(word)] for text in texts]

    def encode_word(self, word: str) -> list[int]:
        return [self._ids.get(spelling, UNLISTED) for spelling in self.spellings_of(word)]

    def words(self, text: str) -> list[Word]:
        words, place = [], 0
        for word in self.cut(text):
            at = text.index(word, place)
            place, pieces = at + len(word), []
            for spelling in self.spellings_of(word):
                size = len(spelling.removesuffix(MARKER))
                pieces.append(Piece(self._ids.get(spelling, UNLISTED), at, at + size))
                at += size
            words.append(Word(tuple(pieces)))
        return words

    def spell_word(self, word: Word, text: str) -> str:
        return text[word.pieces[0].start : word.pieces[-1].end]

    def surroundings(self) -> tuple[tuple[str, str], ...]:
        return AROUND


FORMAT = Format(NAME, NAME, "codes.txt", "text/plain", write_codes)
