"""Anything exactly as large as a limit allows is taken, and one more is refused by its reason."""

import json
from collections.abc import Callable
from string import ascii_letters
from typing import Any

import pytest

from bpe_core import BpeError, Corpus, TrainingSpecification, train_bpe
from bpe_core.files.errors import MOST_TEXT
from bpe_core.files.formats import open_file, read_model
from bpe_core.files.inspection.process import PackedFile
from bpe_core.files.inspection.questions import answer
from bpe_core.files.program import write_program
from bpe_core.files.unpack import SizeLimit, read_json
from bpe_core.worker.job import Job
from bpe_core.worker.own_pattern import check_pattern
from tests.bpe_core.files.formats.small_files import FILES, gpt2_pair, opened, zipped


def text(size: int) -> str:
    """So many bytes, of far fewer characters."""
    return "哈" * (size // 3) + "x" * (size % 3)


def minbpe(*merges: str) -> bytes:
    """A .model with these merges."""
    return "\n".join(["minbpe v1", "", "0", *merges]).encode()


def special(*tokens: str) -> bytes:
    """A .model with these special tokens."""
    lines = [f"{token} {token_id}" for token_id, token in enumerate(tokens, start=256)]
    return "\n".join(["minbpe v1", "", str(len(lines)), *lines]).encode()


def adding_up(size: int) -> bytes:
    """A .model whose merged tokens have so many bytes together: two each, or three."""
    odd = size % 2
    return minbpe(*(f"97 {byte}" for byte in range(size // 2 - odd)), *["256 97"] * odd)


def growing(size: int) -> bytes:
    """A .model whose longest token has so many bytes, each merge one more."""
    return minbpe("97 97", *(f"{token_id} 97" for token_id in range(256, 254 + size)))


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
    return zipped(dict(zip(("vocab.json", "merges.txt"), pair(size), strict=True)))


def asked(what: str, **question: object) -> object:
    return answer(opened("minbpe"), {"ask": what, **question})


def program(text: str) -> bytes:
    return write_program(train_bpe(Corpus.from_text(text)))


#: Where a limit is, a small value for it, and what has so much.
LIMITS: list[tuple[str, int | SizeLimit, Callable[[int], object]]] = [
    ("files.bpe_model.MOST_MERGES", 9, lambda n: read_model(growing(n + 1))),
    ("files.bpe_model.MOST_MERGES", 9, lambda n: read_model(ranks(n), "gpt4")),
    ("files.bpe_model.MOST_TOKEN_BYTES", 9, lambda n: read_model(growing(n))),
    ("files.bpe_model.MOST_TOKEN_BYTES", 9, lambda n: read_model(special(text(n)))),
    ("files.bpe_model.MOST_TOTAL_BYTES", 9, lambda n: read_model(adding_up(n))),
    ("files.bpe_model.MOST_SPECIAL_BYTES", 9, lambda n: read_model(special("4444", text(n - 4)))),
    ("files.bpe_model.MOST_SPECIAL_TOKENS", 9, lambda n: read_model(special(*map(str, range(n))))),
    ("files.formats.minbpe._MOST_TOTAL", 9, lambda n: open_file(adding_up(n))),
    ("files.formats.minbpe.MOST_TOKEN_BYTES", 9, lambda n: open_file(growing(n))),
    ("files.formats.opened_json.MOST_MERGES", 9, lambda n: open_file(repeated(n))),
    ("files.model_file.MOST_TOKEN_BYTES", 9, lambda n: open_file(special(text(n)))),
    ("files.model_file.MOST_TOKENS", 265, lambda n: open_file(ranks(n - 256))),
    ("files.formats.FILE_LIMIT", SizeLimit("file-too-large", 9_000), lambda n: open_file(*pair(n))),
    (
        "files.formats.MODEL_LIMIT",
        SizeLimit("model-too-large", 9_000),
        lambda n: read_model(packed(n)),
    ),
    (
        "files.inspection.process.MOST_BYTES",
        9,
        lambda n: PackedFile.of([b"4444", b"x" * (n - 4)]).digest,
    ),
    ("files.unpack.MOST_LEVELS", 9, lambda n: read_json("[" * n + "]" * n)),
    ("files.unpack.MOST_GROUPS", 9, lambda n: read_json(json.dumps([[]] * (n - 1)))),
    ("files.unpack.MOST_TEXTS", 9, lambda n: read_json(json.dumps([""] * n))),
    ("files.inspection.words.MOST_WORD", 9, lambda n: asked("replay", text="x" * n)),
    (
        "files.errors.MOST_TEXT",
        MOST_TEXT,
        lambda n: asked("search", unseen_in=["x y", " " * (n - 3)]),
    ),
    ("files.program.MOST_BYTES", 9, lambda n: program("4444 " + "x" * (n - 4))),
    ("worker.job.MOST_UNITS", 9, lambda n: Job(TrainingSpecification()).train(ascii_letters[:n])),
    ("worker.own_pattern.LENGTH_LIMIT", 9, lambda n: check_pattern("x" * n)),
    ("worker.own_pattern.REPEAT_LIMIT", 9, lambda n: check_pattern(f"x{{{n}}}")),
]


@pytest.mark.parametrize(("name", "limit", "make"), LIMITS)
def test_a_limit_is_met_exactly(
    name: str, limit: Any, make: Callable[[int], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is refused, and the limit is told."""
    monkeypatch.setattr(f"bpe_core.{name}", limit)
    most = limit if isinstance(limit, int) else limit.bytes
    make(most)
    with pytest.raises(BpeError, match=str(most)):
        make(most + 1)
