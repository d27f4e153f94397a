"""Ranks of bytes: OpenAI's .tiktoken, and Mistral's tekken.json.

Source: OpenAI, tiktoken, `load.py`: one line per token, its bytes in base64, and its rank, which is
its id. The file holds tokens and not pairs: two neighbours are merged wherever the joined text is a
token, the one with the lowest rank first. For merges that BPE learned from a text, the result is
the same; made-up merges may differ, so this is checked.

The program that reads the file gives the pattern and the special tokens to `tiktoken.Encoding`;
`bpe_core.files.patterns` has the patterns. Published vocabularies are known by what is in them
(`patterns.find_known`); any other that is opened is cut by GPT-4's pattern, unless somebody says
how, and a note says so. Tekken (`mistral_common.tokens.tokenizers.tekken`) does say how: the ids of
its special tokens come first, and a rank is moved up by their number; of the tokens in the file
only as many are used as it says. Encoding is tiktoken's, as in Mistral's own library.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import regex

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.files.bpe_model import BpeModel, Format, check_distinct, check_merges
from bpe_core.files.errors import FormatError, ModelFileError, shown, shown_reason
from bpe_core.files.formats.minbpe import numbers_by_value
from bpe_core.files.merge_rules import JoinRules
from bpe_core.files.model_file import (
    ModelFile,
    Note,
    Token,
    TokenTable,
    Word,
    check_distinct_ids,
    check_token_count,
    distinct_ids,
    imported,
    place_bytes,
    spell,
)
from bpe_core.files.patterns import find_known, pattern_of
from bpe_core.text.published_patterns import CL100K
from bpe_core.tokenizers.published_vocabularies import merge_by_rank

NAME = LIBRARY = "tiktoken"
_LINE = re.compile(
    rb"(?:(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)|=)"
    rb" [0-9]{1,9}\r?"
)
#: Every byte is a token, so these files have at least this many lines.
LEAST_LINES = 256


def looks_like_ranks(data: bytes, lines: int = 1) -> bool:
    """Whether the first lines are tokens in base64 with numbers.

    >>> looks_like_ranks(b"AA== 0\\n"), looks_like_ranks(b"h u\\n"), looks_like_ranks(b"h 1\\n")
    (True, False, False)
    """
    first = data[:20_000].split(b"\n", lines)[:lines]
    return len(first) == lines and all(map(_LINE.fullmatch, first))


def read_lines(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The token and the rank of each line. Raises `ModelFileError`.

    >>> [*read_lines(b"aHU= 256\\n= 257\\n")]  # the last one is Whisper's, of no bytes
    [(b'hu', 256), (b'', 257)]
    """
    for number, line in enumerate(data.splitlines(), start=1):
        token, _, rank = line.rstrip().partition(b" ")
        if not line.strip():
            continue
        try:
            if not rank.isdigit() or len(rank) > 9 or not token:
                raise ModelFileError("line", line=number, content=shown(line))
            decoded = b"" if token == b"=" else binascii.a2b_base64(token, strict_mode=True)
        except binascii.Error:
            raise ModelFileError("line", line=number, content=shown(line)) from None
        yield decoded, int(rank)


# Our own tokenizer


def write_ranks(model: BpeModel) -> bytes:
    """The file: bytes ranked by their value, then merges from 256 on.

    Raises `FormatError`.

    >>> from bpe_core.text.byte_alphabet import BY_VALUE
    >>> model = BpeModel(tuple(bytes([b]) for b in BY_VALUE), ((104, 117),), "byte", "gpt2")
    >>> write_ranks(model).splitlines()[-1]
    b'aHU= 256'
    """
    model.check_bytes_only(NAME)
    pattern_of(model.pre_tokenizer, NAME)  # whoever reads the file must be able to give it
    check_distinct(model.tokens, NAME)
    _check_splits(model)
    numbers = numbers_by_value(model.base, len(model.merges))
    ranked = sorted(zip(numbers, model.tokens, strict=True))
    return b"".join(b"%b %d\n" % (base64.b64encode(bytes(t)), n) for n, t in ranked)  # type: ignore[arg-type]


def _check_splits(model: BpeModel) -> None:
    """Raise `FormatError` for a token that ranks would make of other parts.

    It is enough that the merges turn each token's own text into that token. Until its last pair's
    turn comes, no merge has crossed the token's borders. So what happens inside is what happens to
    the text alone, and there is only one way to get there.
    """
    first = len(model.base)
    pairs = enumerate(model.merges, start=first)
    ranks = {left << 32 | right: place for place, (left, right) in pairs}
    values = {ord(byte): place for place, byte in enumerate(model.base)}
    for place in range(first, len(model.tokens)):
        token = bytes(model.tokens[place])  # type: ignore[arg-type]
        if merge_word([values[byte] for byte in token], ranks) != [place]:
            raise FormatError("other-split", format=NAME, token=shown(token))


def read_ranks(data: bytes, pre_tokenizer: str | None) -> BpeModel:
    """The model that ranks describe: the tokens before each token merge its bytes into two parts.

    Raises `ModelFileError`, also without a `pre_tokenizer`.
    """
    if pre_tokenizer is None:
        raise ModelFileError("unsaid-cut", format=NAME)
    ranks = distinct_ids(read_lines(data))
    ranks.pop(b"", None)  # Whisper's last, which no text ever becomes
    ranked = sorted(ranks.items(), key=lambda row: row[1])
    if [rank for _, rank in ranked] != list(range(len(ranked))):
        raise ModelFileError("ids", token_id=shown(ranked[-1][1]), last=len(ranked) - 1)
    base = tuple(token for token, _ in ranked if len(token) == 1)
    if len(base) < LEAST_LINES:
        missing = min({bytes([b]) for b in range(256)} - {*base})
        raise ModelFileError("missing-token", token=shown(missing))
    lower = {token: ranks[token] for token in base}
    place = {rank: i for i, rank in enumerate(lower.values())}
    merges: list[tuple[int, int]] = []
    for token, rank in ranked:
        if len(token) == 1:
            continue
        parts = merge_by_rank(token, lower)
        if len(parts) != 2:
            raise ModelFileError("merge-order", merge=len(merges) + 1, token=shown(token))
        merges.append((place[parts[0]], place[parts[1]]))
        lower[token], place[rank] = rank, len(base) + len(merges) - 1
    check_merges(base, merges)
    order = tuple(place)
    return BpeModel(base, tuple(merges), unit="byte", pre_tokenizer=pre_tokenizer, order=order)


# Any such file


def open_ranks(data: bytes, pattern: str | None = None) -> RanksFile:
    """The tokenizer in a .tiktoken file. Raises a `ModelFileError`."""
    read = distinct_ids(read_lines(data))
    check_distinct_ids(read.items())
    check_token_count(len(read))
    ranks = {rank: token for token, rank in read.items()}
    known = find_known(ranks)
    file = RanksFile(ranks, pattern or (known.pattern if known else CL100K))
    if known:
        file.notes = known.notes
        file.is_composed = known.is_composed
        file.normalizers = [{"type": "NFC"}] * known.is_composed
    elif pattern is None:
        file.notes = [Note("pattern-not-said", "cl100k_base")]
    return file


class RanksFile(ModelFile):
    """A vocabulary of ranks, opened. `shift` is what is added to a rank to make it an id."""

    kind = "tiktoken"
    algorithm = "bpe"
    library = LIBRARY
    is_composed = False

    def __init__(
        self,
        ranks: Mapping[int, bytes],
        pattern: str,
        *,
        shift: int = 0,
        special: Mapping[int, str] | None = None,
    ) -> None:
        known = set(ranks.values())
        for byte in range(256):
            if bytes([byte]) not in known:
                raise ModelFileError("missing-byte", byte=f"{byte:02X}")
        self._shift = shift
        self._pattern = pattern
        self._encoding = _make_encoding(pattern, {token: rank for rank, token in ranks.items()})
        tokens = [
            Token(rank + shift, spell(token), token, "normal" if token else "unused", rank)
            for rank, token in ranks.items()
        ]
        tokens += [
            Token(token_id, spelling, spelling.encode(), "special")
            for token_id, spelling in (special or {}).items()
        ]
        super().__init__(TokenTable(tokens))
        self.cuts = [{"type": "Regex", "pattern": pattern}]

    def normalize(self, text: str) -> str:
        return unicodedata.normalize("NFC", text) if self.is_composed else text

    def placed_text(self, text: str) -> str:
        return self.normalize(text)

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        return [self._encode_plain(self.normalize(text)) for text in texts]

    def _encode_plain(self, text: str) -> list[int]:
        """The ids of a text that has been normalized."""
        return [rank + self._shift for rank in self._encoding.encode_ordinary(text)]

    def cut(self, text: str) -> list[str]:
        """Cut a text with our own engine; the library does not tell where it cuts."""
        return [found[0] for found in self._own_pattern.finditer(text) if found[0]]

    @cached_property
    def _own_pattern(self) -> Any:
        try:
            # There $ is the very end of a text, here it would be before a last line break, too.
            return regex.compile(re.sub(r"(?<!\\)\$", r"\\Z", self._pattern))
        except regex.error as error:
            raise ModelFileError("pattern", reason=shown_reason(error)) from None

    def words(self, text: str) -> list[Word]:
        """Places are those of the composed text where the file composes characters first."""
        text = self.normalize(text)
        words, start = [], 0
        for word in self._cut_as_library(text):
            words.append(place_bytes(word, start, self._encode_plain(word), self.table))
            start += len(word)
        return words

    def _cut_as_library(self, text: str) -> list[str]:
        """Our engine's words where they come to the library's ids; else the text in one piece."""
        words = self.cut(text)
        if "".join(words) == text:
            each = [token_id for word in words for token_id in self._encode_plain(word)]
            if each == self._encode_plain(text):
                return words
        return [text] if text else []

    # One word: units are bytes, spelled as characters of the same number

    @cached_property
    def rules(self) -> JoinRules:
        return self.join_rules("normal")

    def units(self, word: str) -> list[str]:
        return [word] if word in self.rules.tokens else list(word)

    def encode_word(self, word: str) -> list[int]:
        core = self._encoding._core_bpe  # noqa: SLF001  (tiktoken has no public way)
        return [rank + self._shift for rank in core.encode_single_piece(word.encode("latin-1"))]


def _make_encoding(pattern: str, ranks: dict[bytes, int]) -> Any:
    """The library's encoder. Raises `ModelFileError`."""
    tiktoken = imported(LIBRARY)
    try:
        return tiktoken.Encoding("file", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except Exception as error:
        raise ModelFileError("pattern", reason=shown_reason(error)) from None


# Tekken

#: Special tokens of files up to version 7, which do not list them.
_FIRST_SPECIAL = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
)  # fmt: skip


class TekkenFile(RanksFile):
    """A tekken.json, opened."""

    kind = "tekken"


def open_tekken(document: dict[str, Any]) -> TekkenFile:
    """The tokenizer that a tekken.json says. Raises a `ModelFileError`."""
    config = document["config"]
    pattern = config.get("pattern")
    if not isinstance(pattern, str):
        raise ModelFileError("field", field="config.pattern")
    size = _count(config, "default_vocab_size")
    specials = _count(config, "default_num_special_tokens")
    check_token_count(size)
    if specials > size:
        raise ModelFileError("field", field="config.default_num_special_tokens")
    vocabulary = document["vocab"]
    if not isinstance(vocabulary, list) or len(vocabulary) < size - specials:
        raise ModelFileError("field", field="vocab")
    read = distinct_ids(map(_read_entry, range(size - specials), vocabulary))
    ranks = {rank: token for token, rank in read.items()}
    special = _special_tokens(document.get("special_tokens"), specials)
    file = TekkenFile(ranks, pattern, shift=specials, special=special)
    left_out = len(vocabulary) - len(ranks)
    if left_out > 0:
        file.notes.append(Note("tokens-left-out", str(left_out)))
    file.notes += [
        Note("not-text", part) for part in ("image", "audio", "multimodal") if document.get(part)
    ]
    return file


def _count(config: dict[str, Any], name: str) -> int:
    value = config.get(name)
    if type(value) is not int or not 0 <= value < 2**31:
        raise ModelFileError("field", field=f"config.{name}")
    return value


def _read_entry(place: int, entry: Any) -> tuple[bytes, int]:
    """A token with its rank, which has to be its place, as in Mistral's library."""
    try:
        token, rank = base64.b64decode(entry["token_bytes"], validate=True), entry["rank"]
    except (TypeError, KeyError, ValueError, binascii.Error):
        raise ModelFileError("field", field=f"vocab[{place}]") from None
    if rank != place or not token:
        wrong = "rank" if token else "token_bytes"
        raise ModelFileError("field", field=f"vocab[{place}].{wrong}")
    return token, place


def _special_tokens(document: object, count: int) -> dict[int, str]:
    """All special tokens by id: those that are listed, then fillers."""
    listed: list[str] = list(_FIRST_SPECIAL)
    if document is not None:
        if not isinstance(document, list) or not all(map(_is_special, document)):
            raise ModelFileError("field", field="special_tokens")
        check_distinct_ids((entry["token_str"], entry["rank"]) for entry in document)
        listed = [entry["token_str"] for entry in sorted(document, key=lambda entry: entry["rank"])]
    if len(listed) > count:
        raise ModelFileError("field", field="config.default_num_special_tokens")
    fillers = (f"<SPECIAL_{i}>" for i in range(len(listed), count))
    return dict(enumerate([*listed, *fillers]))


def _is_special(entry: object) -> bool:
    match entry:
        case {"token_str": str(text), "rank": rank}:
            # JSON can hold half a character, which no text has.
            return type(rank) is int and text == text.encode("utf-8", "ignore").decode()
    return False


FORMAT = Format(NAME, NAME, "ranks.tiktoken", "text/plain", write_ranks)
