"""What is exactly as large as a limit allows is taken, and one more is refused by its reason."""

import json
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

import pytest

from bpe_core import BpeError, Corpus, train_bpe
from bpe_core.files.errors import MOST_TEXT
from bpe_core.files.formats import open_file, read_model
from bpe_core.files.inspection.process import PackedFile
from bpe_core.files.inspection.questions import answer
from bpe_core.files.program import write_program
from bpe_core.files.unpack import SizeLimit, read_json
from tests.bpe_core.files.formats.small_files import FILES, gpt2_pair, opened


def minbpe(*merges: str, special: Sequence[str] = ()) -> bytes:
    """A .model with these merges and special tokens."""
    first = 256 + len(merges)
    named = [f"{token} {token_id}" for token_id, token in enumerate(special, start=first)]
    return "\n".join(["minbpe v1", "", str(len(named)), *named, *merges, ""]).encode()


def adding_up(size: int) -> bytes:
    """A .model whose merged tokens have so many bytes together: two each, or three."""
    odd = size % 2
    return minbpe(*(f"97 {byte}" for byte in range(size // 2 - odd)), *["256 97"] * odd)


def growing(size: int) -> bytes:
    """A .model whose longest token has so many bytes, each merge one more."""
    return minbpe("97 97", *(f"{token_id} 97" for token_id in range(256, 254 + size)))


def asked(what: str, **question: object) -> object:
    """The answer of a file of minbpe."""
    return answer(opened("minbpe"), {"ask": what, **question})


def ranks(merges: int) -> bytes:
    """tiktoken's ranks of the bytes and of so many merges."""
    return b"".join(FILES["tiktoken"]().splitlines(keepends=True)[: 256 + merges])


def repeated(merges: int) -> bytes:
    """A tokenizer.json that lists a merge so many times."""
    model = {"type": "BPE", "vocab": {"a": 0, "aa": 1}, "merges": ["a a"] * merges}
    return json.dumps({"model": model}).encode()


def pair(size: int) -> tuple[bytes, bytes]:
    """GPT-2's two files, which have so many bytes together."""
    vocabulary, merges = gpt2_pair()
    return vocabulary.ljust(size - len(merges)), merges


def packed(size: int) -> bytes:
    """The same in an archive."""
    with zipfile.ZipFile(written := BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in zip(("vocab.json", "merges.txt"), pair(size), strict=True):
            archive.writestr(name, content)
    return written.getvalue()


#: Where a limit is, a small value for it, and what has so much.
LIMITS: list[tuple[str, int | SizeLimit, Callable[[int], object]]] = [
    ("bpe_model.MOST_MERGES", 9, lambda n: read_model(growing(n + 1))),
    ("bpe_model.MOST_MERGES", 9, lambda n: read_model(ranks(n), "gpt4")),
    ("bpe_model.MOST_TOKEN_BYTES", 9, lambda n: read_model(growing(n))),
    ("bpe_model.MOST_TOKEN_BYTES", 9, lambda n: read_model(minbpe(special=["x" * n]))),
    ("bpe_model.MOST_TOTAL_BYTES", 9, lambda n: read_model(adding_up(n))),
    (
        "bpe_model.MOST_SPECIAL_BYTES",
        9,
        lambda n: read_model(minbpe(special=["4444", "x" * (n - 4)])),
    ),
    (
        "bpe_model.MOST_SPECIAL_TOKENS",
        9,
        lambda n: read_model(minbpe(special=[*map(str, range(n))])),
    ),
    ("formats.minbpe._MOST_TOTAL", 9, lambda n: open_file(adding_up(n))),
    ("formats.minbpe.MOST_TOKEN_BYTES", 9, lambda n: open_file(growing(n))),
    ("formats.opened_json.MOST_MERGES", 9, lambda n: open_file(repeated(n))),
    ("model_file.MOST_TOKEN_BYTES", 9, lambda n: open_file(minbpe(special=["x" * n]))),
    ("model_file.MOST_TOKENS", 265, lambda n: open_file(ranks(n - 256))),
    ("formats.FILE_LIMIT", SizeLimit("file-too-large", 9_000), lambda n: open_file(*pair(n))),
    ("formats.MODEL_LIMIT", SizeLimit("model-too-large", 9_000), lambda n: read_model(packed(n))),
    ("inspection.process.MOST_BYTES", 9, lambda n: PackedFile.of([b"4444", b"x" * (n - 4)]).digest),
    ("unpack.MOST_LEVELS", 9, lambda n: read_json("[" * n + "]" * n)),
    ("unpack.MOST_GROUPS", 9, lambda n: read_json(json.dumps([[]] * (n - 1)))),
    ("unpack.MOST_TEXTS", 9, lambda n: read_json(json.dumps([""] * n))),
    ("inspection.words.MOST_WORD", 9, lambda n: asked("replay", text="x" * n)),
    ("errors.MOST_TEXT", MOST_TEXT, lambda n: asked("search", unseen_in=["x y", " " * (n - 3)])),
    (
        "program.MOST_BYTES",
        9,
        lambda n: write_program(train_bpe(Corpus.from_text(f"4444 {'x' * (n - 4)}"))),
    ),
]


@pytest.mark.parametrize(("name", "limit", "make"), LIMITS)
def test_a_limit_is_met_exactly(
    name: str, limit: Any, make: Callable[[int], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is refused, and the limit is told."""
    monkeypatch.setattr(f"bpe_core.files.{name}", limit)
    most = limit if isinstance(limit, int) else limit.bytes
    make(most)
    with pytest.raises(BpeError, match=str(most)):
        make(most + 1)
