"""GPT-2's two files: `vocab.json` (token to id) and `merges.txt` (one merge per line).

Source: Radford et al., 2019, `encoder.py`. Bytes are written as GPT-2's printable characters, and
a text is always cut by GPT-2's pattern. Unlike tokenizer.json, the files say nothing about special
tokens or pre-tokenization: their reader must know.
"""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache

from bpe_core.files.errors import (
    FormatError,
    ModelFileError,
    shown,
)
from bpe_core.files.exchange.formats import Format
from bpe_core.files.exchange.model import BpeModel, check_count, check_merges, check_writable
from bpe_core.text.byte_alphabet import BY_GPT2, BYTE_OF, printable_characters
from bpe_core.text.corpus import Token

NAME = "vocab.json + merges.txt"
HEADER = "#version: 0.2"


@cache
def _print_table() -> dict[int, str]:
    return printable_characters()


def printed(token: Token) -> str:
    """The bytes of a token as GPT-2's printable characters.

    >>> printed(b" hug"), printed("é".encode())
    ('Ġhug', 'Ã©')
    """
    table = _print_table()
    return "".join(table[byte] for byte in bytes(token))  # type: ignore[arg-type]


def is_printed(text: str) -> bool:
    """Whether a text can be bytes in GPT-2's printable characters."""
    return all(character in BYTE_OF for character in text)


def check_bytes_only(model: BpeModel, format: str) -> None:
    """Raise if a format of bytes, without marker or normalization, cannot hold the model."""
    if model.unit != "byte":
        raise FormatError("needs-bytes", format=format)
    if model.end_of_word:
        raise FormatError("marker", format=format)
    if model.normalizer:
        raise FormatError("normalization", format=format)


def write_gpt2_files(model: BpeModel) -> tuple[str, str]:
    """The contents of `vocab.json` and `merges.txt`.

    Raises `FormatError`.
    """
    check_bytes_only(model, NAME)
    if model.pre_tokenizer != "gpt2":
        raise FormatError("pre-tokenization", format=NAME, pre_tokenizer=model.pre_tokenizer)
    check_writable(model.special_tokens, NAME)
    tokens = [printed(token) for token in model.tokens]
    texts = [*model.special_tokens, *tokens]
    vocabulary = dict(zip(texts, model.ids, strict=True))
    if len(vocabulary) < len(texts):
        raise FormatError("same-text", format=NAME, token=shown(next(iter(model.special_tokens))))
    lines = [f"{tokens[left]} {tokens[right]}" for left, right in model.merges]
    return json.dumps(vocabulary, ensure_ascii=False), "\n".join([HEADER, *lines, ""])


def write_gpt2(model: BpeModel) -> bytes:
    """Both files in a ZIP archive. Raises as `write_gpt2_files`."""
    vocabulary, merges = write_gpt2_files(model)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, content in (("vocab.json", vocabulary), ("merges.txt", merges)):
            # A fixed date: the same tokenizer is the same file.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            writer.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def read_merges(text: str) -> BpeModel:
    """A model from `merges.txt` alone: bytes have the ids 0 to 255 in GPT-2's order.

    Raises a `ModelFileError`.

    >>> model = read_merges("#version: 0.2\\nh u\\nhu g\\n")
    >>> model.tokens[256:]
    [b'hu', b'hug']
    """
    places = {_print_table()[byte]: place for place, byte in enumerate(BY_GPT2)}
    pairs = split_lines(text)
    check_count(len(pairs))
    merges: list[tuple[int, int]] = []
    for number, (_, left, right) in enumerate(pairs, start=1):
        for part in (left, right):
            if part not in places:
                raise ModelFileError("merge-order", merge=number, token=shown(part))
        merges.append((places[left], places[right]))
        # Two merges that make the same token are found by `check_merges`.
        places.setdefault(left + right, 255 + number)
    base = tuple(bytes([byte]) for byte in BY_GPT2)
    check_merges(base, merges)
    return BpeModel(base, tuple(merges), unit="byte", pre_tokenizer="gpt2")


def check_version(line: str) -> str:
    """Return the version in a `#version:` line; `ModelFileError` for an unknown one.

    >>> check_version("#version: 0.2")
    '0.2'
    """
    version = line.removeprefix("#version:").strip()
    if version not in ("0.1", "0.2"):
        raise ModelFileError("unsupported", field="#version", content=shown(version))
    return version


def split_lines(text: str) -> list[tuple[int, str, str]]:
    """Number and two parts of each line, except a version in the first. `ModelFileError`."""
    lines = text.removesuffix("\n").split("\n") if text else []
    pairs = []
    for number, line in enumerate(lines, start=1):
        line = line.removesuffix("\r")
        if number == 1 and line.startswith("#version:"):
            check_version(line)
            continue
        parts = line.split(" ")
        if len(parts) != 2 or not all(parts):
            raise ModelFileError("line", line=number, content=shown(line))
        pairs.append((number, parts[0], parts[1]))
    return pairs


FORMAT = Format(
    name="gpt2",
    title=NAME,
    label="Tokenizer: vocab.json and merges.txt (GPT-2)",
    about="The tokenizer at this step, in GPT-2's two files, as a ZIP archive.",
    file_name="gpt2.zip",
    mime="application/zip",
    write=write_gpt2,
)
