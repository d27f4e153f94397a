"""subword-nmt's codes, and GPT-2's merges.txt alone: one merge per line, and no ids.

Source: Sennrich, Haddow, Birch, 2016, `apply_bpe.py`. Words are what is between spaces; the
last character of a word is marked `</w>`, in version 0.1 by a unit of its own that the first merge
may join, in 0.2 from the start. A character that no merge has stays as it is: the codes know no
unknown one. As the file has no ids, tokens are numbered here: the units in the order of their
code points, then what the merges make; `UNLISTED` is the id of a character that is in none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.exchange.formats.codes import (
    MARKER,
    are_codes,
    check_characters,
    joins_marker,
    says_so,
)
from bpe_core.files.exchange.formats.gpt2 import printed, split_lines
from bpe_core.files.inspection.formats.hugging_face import AROUND
from bpe_core.files.inspection.limits import MOST_TOKENS
from bpe_core.files.inspection.merge_rules import MergeRules, PairRules, Part, replay
from bpe_core.files.inspection.model import ModelFile, Piece, Token, TokenTable, Word
from bpe_core.files.inspection.notes import Note
from bpe_core.text.byte_alphabet import BY_GPT2

UNLISTED = -1
_MOST_KEPT = 20_000

Pairs = list[tuple[str, str]]


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
    pairs = [(left, right) for _, left, right in split_lines(text)]
    if len(pairs) > MOST_TOKENS:
        raise ModelFileError("too-many-tokens", tokens=len(pairs), limit=MOST_TOKENS)
    _check_units(pairs)
    if not are_codes(text):
        return _open_gpt2_merges(pairs, text, pattern)
    if not says_so(text):
        check_characters(left + right for left, right in pairs)
    return CodesFile(pairs, joins_marker(text.split("\n", 1)[0]))


def _check_units(pairs: Pairs) -> None:
    """Raise `ModelFileError` for a part that is neither one character nor made before."""
    made: set[str] = set()
    for number, (left, right) in enumerate(pairs, start=1):
        for part in (left, right):
            bare = part.removesuffix(MARKER)
            if len(bare) > 1 and part not in made:
                raise ModelFileError("merge-order", merge=number, token=shown(part))
        made.add(left + right)


def _open_gpt2_merges(pairs: Pairs, merges: str, pattern: str | None) -> ModelFile:
    """Ids as GPT-2 gives them: its bytes, then one token per merge."""
    import json

    from bpe_core.files.inspection.formats.gpt2 import open_gpt2

    tokens = [printed(bytes([byte])) for byte in BY_GPT2]
    tokens += [left + right for left, right in pairs]
    vocabulary = {token: i for i, token in enumerate(dict.fromkeys(tokens))}
    file = open_gpt2(json.dumps(vocabulary), merges, pattern)
    file.notes.append(Note("ids-by-order"))
    return file


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
        self.table = TokenTable(
            Token(
                token_id, spelling, spelling.removesuffix(MARKER).encode(), rank=first.get(spelling)
            )
            for token_id, spelling in enumerate(spelled)
        )
        self.normalizers = []
        self.cuts = [{"type": "spaces"}]
        self.notes = [Note("no-ids")]
        # Of two rules for one pair the first holds there.
        rows = [(self._ids[a], self._ids[b], self._ids[a + b]) for a, b in dict.fromkeys(pairs)]
        array = np.array(rows, np.int64).reshape(-1, 3)
        self._rules = PairRules(array, spelled.__getitem__, applies_everywhere=True)
        self._encoded: dict[str, list[str]] = {}

    @property
    def merge_count(self) -> int:
        return len(self._rules.rows)

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

    def merge_rules(self) -> MergeRules:
        return self._rules

    def spellings_of(self, word: str) -> list[str]:
        """The tokens of a word by their spelling, those in no merge as they are."""
        known = self._encoded.get(word)
        if known is None:
            parts = [Part(self._ids.get(unit, UNLISTED), unit) for unit in self.units(word)]
            known = [part.spelling for part in replay(parts, self._rules)[-1].parts]
            if len(self._encoded) >= _MOST_KEPT:
                self._encoded.clear()
            self._encoded[word] = known
        return known

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        return [[i for word in self.cut(text) for i in self._ids_of(word)] for text in texts]

    def _ids_of(self, word: str) -> list[int]:
        """A marker by itself is not a token: it is not printed, either."""
        spelled = [s for s in self.spellings_of(word) if s != MARKER]
        return [self._ids.get(spelling, UNLISTED) for spelling in spelled]

    def words(self, text: str) -> list[Word]:
        words, place = [], 0
        for word in self.cut(text):
            start = text.index(word, place)
            place = start + len(word)
            at, pieces = start, []
            for spelling in self.spellings_of(word):
                if spelling != MARKER:
                    size = len(spelling.removesuffix(MARKER))
                    pieces.append(Piece(self._ids.get(spelling, UNLISTED), at, at + size))
                    at += size
            words.append(Word(tuple(pieces)))
        return words

    def spell_word(self, word: Word, text: str) -> str:
        return text[word.pieces[0].start : word.pieces[-1].end]

    def encode_word(self, word: str) -> list[int]:
        return self._ids_of(word)

    def surroundings(self) -> tuple[tuple[str, str], ...]:
        return AROUND
