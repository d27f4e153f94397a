"""Every format, and which one a file has: by what is in it, never by its name.

A module here is a format: bytes become raw tables, which are then asked for what our own tokenizers
can encode (`read_model`), or only for what can be shown (`open_file`). One that is written, too,
declares its `FORMAT`. Unlike a model that was read, an opened file encodes with the library of its
makers, so that ids are exactly theirs, and may have up to 40 MB and 300,000 tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bpe_core.files.bpe_model import MODEL_LIMIT, BpeModel, Format, check_count
from bpe_core.files.errors import ModelFileError, UnknownFormatError
from bpe_core.files.formats import (
    gpt2,
    minbpe,
    opened_json,
    ranks,
    sentence_piece,
    subword_nmt,
    tokenizer_json,
)
from bpe_core.files.model_file import ModelFile
from bpe_core.files.unpack import (
    FILE_LIMIT,
    as_json,
    as_utf8,
    check_is_tokenizer,
    check_single_document,
    looks_like_bert,
    looks_like_pieces,
    read_json,
    unpacked,
    without_mark,
)
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import read_text

#: The formats in the order in which they are offered: each file declares its own.
FORMATS: Mapping[str, Format] = {
    each.FORMAT.name: each.FORMAT for each in (tokenizer_json, gpt2, minbpe, ranks, subword_nmt)
}
#: The first line of CLIP's `bpe_simple_vocab_16e6.txt` begins with its own name.
_CLIP = b'"bpe_simple_vocab_16e6.txt#version:'
#: Lines that hold no merge: a version, a pattern, special tokens.
_OTHER_LINES = 1_000


def find_format(name: str) -> Format:
    """The format with that name. Raises `UnknownFormatError`.

    >>> find_format("minbpe").file_name
    'tokenizer.model'
    """
    if name not in FORMATS:
        raise UnknownFormatError(name=name, known=tuple(FORMATS))
    return FORMATS[name]


class Kind(NamedTuple):
    """A kind of file: its title, how one begins, how one is opened (given a pattern, too), and how
    it is read (given a pre-tokenization), where it has merges."""

    title: str
    fits: Callable[[bytes], bool]
    open: Callable[[Any, str | None], ModelFile]
    read: Callable[[Any, str | None], BpeModel] | None = None


def _read_lines(data: bytes, _pre_tokenizer: str | None) -> BpeModel:
    pairs = gpt2.split_lines(text := as_utf8(data))
    if subword_nmt.are_codes(text, pairs):
        return subword_nmt.read_codes(text, pairs)
    return gpt2.read_merges(pairs)


def _open_lines(data: bytes, pattern: str | None) -> ModelFile:
    if not subword_nmt.looks_like_merges(data):
        raise ModelFileError("unknown-file")
    return subword_nmt.open_merges(as_utf8(data), pattern)


def _is_json(data: bytes) -> bool:
    return data.lstrip()[:1] == b"{"


TOKENIZER_JSON = Kind(
    "tokenizer.json",
    _is_json,
    lambda json, _: opened_json.open_hugging_face(*json),
    lambda json, _: tokenizer_json.read_hugging_face(json[1]),
)
TEKKEN = Kind("tekken.json", _is_json, lambda json, _: ranks.open_tekken(json[1]))
LINES = Kind("merges.txt", lambda data: True, _open_lines, _read_lines)
#: The kinds that are not JSON; the first that fits is taken.
KINDS = (
    Kind(
        ".model",
        lambda data: data.startswith(minbpe.BEGINNING.encode()),
        lambda data, _: minbpe.open_minbpe(as_utf8(data)),
        lambda data, _: minbpe.read_minbpe(as_utf8(data)),
    ),
    Kind("tiktoken", ranks.looks_like_ranks, ranks.open_ranks, ranks.read_ranks),
    Kind(
        "SentencePiece",
        looks_like_pieces,
        lambda data, _: sentence_piece.open_sentence_piece(data),
    ),
    Kind(
        "vocab.txt",
        looks_like_bert,
        lambda data, _: opened_json.open_bert_vocabulary(as_utf8(data)),
    ),
    LINES,
)


def recognize(data: bytes, parse: Callable[[str], Any]) -> tuple[Kind, Any]:
    """The kind of a file, and its bytes; of JSON its text and what `parse` makes of it.

    Raises `ModelFileError` for what is known to be another file than a tokenizer.

    >>> recognize(b"minbpe v1\\n\\n0\\n104 117\\n", as_json)[0].title
    '.model'
    """
    check_is_tokenizer(data)
    if _is_json(data):
        text = as_utf8(data)
        document = parse(text)
        check_single_document(document)
        if isinstance(document.get("model"), dict):
            return TOKENIZER_JSON, (text, document)
        if isinstance(document.get("config"), dict) and "vocab" in document:
            return TEKKEN, (text, document)
        if document.keys() & {"added_tokens", "pre_tokenizer", "model"}:
            raise ModelFileError("field", field="model")
        raise ModelFileError("unknown-file")
    if data.startswith(_CLIP):
        raise ModelFileError("clip")
    return next(kind for kind in KINDS if kind.fits(data)), data


def open_file(*files: bytes, pattern: str | None = None) -> ModelFile:
    """The tokenizer in a file, opened by the library that made its format. `ModelFileError`.

    Two files are `vocab.json` and `merges.txt`, whichever is which. `pattern` says how a text is
    cut, for files that do not say it themselves. Only to be called in a process that can be killed:
    a library may panic over a damaged file, loop, or take gigabytes.

    >>> open_file(b"#version: 0.2\\nh u\\nhu g</w>\\n").kind
    'subword-nmt'
    """
    parts = files if len(files) > 1 else unpacked(files[0], FILE_LIMIT)
    if len(parts) > 1:
        FILE_LIMIT.check(sum(map(len, parts)))
        return gpt2.open_pair(*_in_order(*map(without_mark, parts)), pattern)
    if not parts[0]:
        raise ModelFileError("empty-file")
    kind, content = recognize(without_mark(parts[0]), as_json)
    return kind.open(content, pattern)


def _in_order(one: bytes, other: bytes) -> tuple[str, str]:
    for part in (one, other):
        check_is_tokenizer(part)
    is_json = [*map(_is_json, (one, other))]
    if sum(is_json) != 1:
        raise ModelFileError("needs-vocabulary")
    vocabulary, merges = (one, other) if is_json[0] else (other, one)
    return as_utf8(vocabulary), as_utf8(merges)


def read_model(data: bytes, pre_tokenizer: str | None = None) -> BpeModel:
    """Read a BPE tokenizer from a file.

    The file is a tokenizer.json, a .model, a merges.txt, alone or in an archive with vocab.json, a
    codes file, or tiktoken's ranks, which need a `pre_tokenizer`.

    Everything is checked before anything is built. The limits are 4 MB, 50,000 merges, 4,096 bytes
    per token, and 100 kB of special tokens.
    Raises a `ModelFileError`, or `NotTextError`.

    >>> read_model(b"minbpe v1\\n\\n0\\n104 117\\n").tokens[256]
    b'hu'
    """
    first, *second = unpacked(data, MODEL_LIMIT)
    model = gpt2.read_pair(*_in_order(first, *second)) if second else _read(first, pre_tokenizer)
    model.check_plain_tokens()
    return model


def _read(data: bytes, pre_tokenizer: str | None) -> BpeModel:
    check_is_tokenizer(data)
    if not looks_like_pieces(data):
        data = encode_utf8(read_text(data))
    kind, content = recognize(data, read_json)
    if kind is LINES and data.lstrip()[:1] in (b"", b"["):
        raise ModelFileError("not-a-model")
    if kind.read is None:
        raise ModelFileError("lists-no-merges", format=kind.title)
    if kind is not TOKENIZER_JSON:
        check_count(data.count(b"\n") - _OTHER_LINES)
    return kind.read(content, pre_tokenizer)
