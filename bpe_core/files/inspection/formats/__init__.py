"""Recognize the kind of a tokenizer file, and open it with the library that made the kind.

Kinds: `tokenizer.json`, `sentencepiece`, `tiktoken`, `tekken`, `gpt2`, `bert`, `minbpe`,
`subword-nmt`. A
file is known by what is in it, never by its name. Each module here reads one kind.
"""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from bpe_core.files.errors import ModelFileError
from bpe_core.files.exchange.formats.minbpe import VERSION
from bpe_core.files.inspection.formats.unpack import (
    GZIP,
    ZIP,
    as_json,
    as_utf8,
    check_size,
    gunzip,
    unzip,
)
from bpe_core.files.inspection.model import ModelFile
from bpe_core.files.which_file import (
    check_is_tokenizer,
    check_single_document,
    looks_like_bert,
    looks_like_pieces,
)

#: The first line of CLIP's `bpe_simple_vocab_16e6.txt` begins with its own name.
_CLIP = b'"bpe_simple_vocab_16e6.txt#version:'


def open_file(data: bytes, pattern: str | None = None) -> ModelFile:
    """The tokenizer in a file. Raises a `ModelFileError`.

    `pattern` says how a text is cut, for ranks of tiktoken, which do not say it themselves. Only
    to be called in a process that can be killed: a library may panic over a damaged file, loop,
    or take gigabytes.

    >>> open_file(b"#version: 0.2\\nh u\\nhu g</w>\\n").kind
    'subword-nmt'
    """
    check_size(len(data))
    if not data:
        raise ModelFileError("empty-file")
    if data.startswith(GZIP):
        data = gunzip(data)
    if data.startswith(ZIP):
        return _open_archive(data, pattern)
    data = _without_mark(data)
    check_is_tokenizer(data)
    if data.lstrip()[:1] == b"{":
        return _open_json(data)
    return _open_bytes(data, pattern)


def open_pair(one: bytes, other: bytes, pattern: str | None = None) -> ModelFile:
    """The tokenizer in `vocab.json` and `merges.txt`, whichever is which.

    `pattern` says how a text is cut, which the files do not say. Raises a `ModelFileError`.
    """
    from bpe_core.files.inspection.formats.gpt2 import open_gpt2

    check_size(len(one) + len(other))
    one, other = _without_mark(one), _without_mark(other)
    for part in (one, other):
        check_is_tokenizer(part)
    for vocabulary, merges in ((one, other), (other, one)):
        if vocabulary.lstrip()[:1] == b"{" and merges.lstrip()[:1] != b"{":
            return open_gpt2(as_utf8(vocabulary), as_utf8(merges), pattern)
    raise ModelFileError("needs-vocabulary")


def _without_mark(data: bytes) -> bytes:
    """The file without the byte order mark that some editors put before UTF-8.

    Raises `ModelFileError` for the one before UTF-16.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise ModelFileError("utf-16")
    return data.removeprefix(BOM_UTF8)


def _open_archive(data: bytes, pattern: str | None) -> ModelFile:
    contents = unzip(data)
    if "vocab.json" in contents and "merges.txt" in contents and "tokenizer.json" not in contents:
        return open_pair(contents["vocab.json"], contents["merges.txt"], pattern)
    first = next(iter(contents.values()))
    if first.startswith((ZIP, GZIP)):
        raise ModelFileError("unknown-file")
    return open_file(first, pattern)


def _open_json(data: bytes) -> ModelFile:
    text = as_utf8(data)
    document = as_json(text)
    check_single_document(document)
    if isinstance(document.get("model"), dict):
        from bpe_core.files.inspection.formats.hugging_face import open_hugging_face

        return open_hugging_face(text, document)
    if isinstance(document.get("config"), dict) and "vocab" in document:
        from bpe_core.files.inspection.formats.tekken import open_tekken

        return open_tekken(document)
    if "added_tokens" in document or "pre_tokenizer" in document:
        raise ModelFileError("field", field="model")
    raise ModelFileError("unknown-file")


def _open_bytes(data: bytes, pattern: str | None) -> ModelFile:
    from bpe_core.files.inspection.formats import (
        bert_vocabulary,
        minbpe,
        ranks,
        sentence_piece,
        subword_nmt,
    )

    if data.startswith(VERSION.encode()):
        return minbpe.open_minbpe(as_utf8(data))
    if ranks.looks_like_ranks(data):
        return ranks.open_ranks(data, pattern)
    if looks_like_pieces(data):
        return sentence_piece.open_sentence_piece(data)
    if looks_like_bert(data):
        return bert_vocabulary.open_bert_vocabulary(as_utf8(data))
    if data.startswith(_CLIP):
        raise ModelFileError("clip")
    if subword_nmt.looks_like_merges(data):
        return subword_nmt.open_merges(as_utf8(data), pattern)
    raise ModelFileError("unknown-file")
