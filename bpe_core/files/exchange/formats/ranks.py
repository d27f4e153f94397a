"""tiktoken's ranks: one line per token, with the token in base64 and its rank.

Source: OpenAI, tiktoken, `load.py`. The file holds tokens and not pairs: two neighbours are merged
wherever the joined text is a token, the one with the lowest rank first. For merges that BPE
learned from a text, the result is the same; made-up merges may differ, so this is checked. The
program that reads the file gives the pattern and the special tokens to `tiktoken.Encoding`;
`bpe_core.files.exchange.patterns` has the patterns.
"""

from __future__ import annotations

import base64
import binascii
import re

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.files.errors import (
    FormatError,
    ModelFileError,
    shown,
)
from bpe_core.files.exchange.formats import Format
from bpe_core.files.exchange.formats.gpt2 import check_bytes_only
from bpe_core.files.exchange.formats.minbpe import numbers_by_value
from bpe_core.files.exchange.model import BpeModel, check_count, check_distinct, check_merges
from bpe_core.files.exchange.patterns import pattern_of
from bpe_core.tokenizers.ranked_tokenizer import merge_by_rank

NAME = "tiktoken"
_LINE = re.compile(
    r"((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|=) (\d{1,9})\r?"
)
#: The base64 of no bytes, as in Whisper's files.
_NO_BYTES = b"="
#: Every byte is a token, so these files have at least this many lines.
_LEAST_LINES = 256


def write_ranks(model: BpeModel) -> bytes:
    """The file: bytes ranked by their value, then merges from 256 on.

    Raises `FormatError`.

    >>> from bpe_core.text.byte_alphabet import BY_VALUE
    >>> model = BpeModel(tuple(bytes([b]) for b in BY_VALUE), ((104, 117),), "byte", "gpt2")
    >>> write_ranks(model).splitlines()[-1]
    b'aHU= 256'
    """
    check_bytes_only(model, NAME)
    pattern_of(model.pre_tokenizer, NAME)  # whoever reads the file must be able to give it
    check_distinct(model.tokens, NAME)
    _check_splits(model)
    numbers = numbers_by_value(model.base, len(model.merges))
    ranked = sorted(zip(numbers, model.tokens, strict=True))
    return b"".join(b"%b %d\n" % (base64.b64encode(bytes(t)), n) for n, t in ranked)  # type: ignore[arg-type]


def looks_like_ranks(text: str) -> bool:
    """Whether the first lines are tokens in base64 with numbers.

    >>> looks_like_ranks("AA== 0\\n" * 256), looks_like_ranks("h u\\n" * 256)
    (True, False)
    """
    lines = text.split("\n", _LEAST_LINES)[:_LEAST_LINES]
    return len(lines) == _LEAST_LINES and all(map(_LINE.fullmatch, lines))


def read_ranks(text: str, pre_tokenizer: str | None) -> BpeModel:
    """The model that ranks describe: the tokens before each token merge its bytes into two parts.

    Raises `ModelFileError` without a `pre_tokenizer`, and a `ModelFileError`.
    """
    if pre_tokenizer is None:
        raise ModelFileError("unsaid-cut", format=NAME)
    ranked = _without_last_empty(sorted(_tokens_of(text).items(), key=lambda row: row[1]))
    if [rank for _, rank in ranked] != list(range(len(ranked))):
        raise ModelFileError("ids", token_id=shown(ranked[-1][1]), last=len(ranked) - 1)
    check_count(len(ranked) - _LEAST_LINES)
    base = tuple(token for token, _ in ranked if len(token) == 1)
    if len(base) < _LEAST_LINES:
        raise ModelFileError(
            "missing-token", token=shown(min({bytes([b]) for b in range(256)} - {*base}))
        )
    lower = {token: rank for token, rank in ranked if len(token) == 1}
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


def _without_last_empty(ranked: list[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    """The ranks without Whisper's last, a token without bytes, which no text ever becomes."""
    return ranked[:-1] if ranked and not ranked[-1][0] else ranked


def read_line(line: bytes, number: int) -> tuple[bytes, int]:
    """The token and the rank of a line, of which it is the number; `ModelFileError`.

    >>> read_line(b"aHU= 256", 1), read_line(b"= 257", 2)
    ((b'hu', 256), (b'', 257))
    """
    token, _, rank = line.partition(b" ")
    rank = rank.strip()
    try:
        if not rank.isdigit() or len(rank) > 9 or not token:
            raise ModelFileError("line", line=number, content=shown(line))
        decoded = b"" if token == _NO_BYTES else binascii.a2b_base64(token, strict_mode=True)
    except binascii.Error:
        raise ModelFileError("line", line=number, content=shown(line)) from None
    return decoded, int(rank)


def _tokens_of(text: str) -> dict[bytes, int]:
    """Each token with its rank; `ModelFileError`."""
    found: dict[bytes, int] = {}
    for number, line in enumerate(text.encode().removesuffix(b"\n").split(b"\n"), start=1):
        token, rank = read_line(line, number)
        if token in found:
            raise ModelFileError("line", line=number, content=shown(line))
        found[token] = rank
    return found


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


FORMAT = Format(
    name="tiktoken",
    title=NAME,
    label="Tokenizer: ranks (tiktoken)",
    about="The tokenizer at this step, for tiktoken, which also needs the pattern.",
    file_name="ranks.tiktoken",
    mime="text/plain",
    write=write_ranks,
)
