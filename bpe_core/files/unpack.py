"""Unpack an upload (text, JSON, a packed file, or an archive of a few files), and recognize others.

A hub lists a dozen files beside a tokenizer, and a download may bring a page about the file or a
pointer to it. Unlike a damaged tokenizer, such a file is fine: it is only another one, so what to
fetch instead is said.

Everything is counted before it is unpacked or made into values, for a few kilobytes can claim to
be gigabytes.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from bpe_core.files.errors import MOST_BYTES, ModelFileError, shown

ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
#: Files of an archive that are looked at.
_MOST_FILES = 10_000
#: Where a ZIP archive holds several files, those that are looked for.
_WANTED = ("tokenizer.json", "tekken.json", "vocab.json", "merges.txt")
#: Levels of lists and records, how many of these, and how many texts `read_json` takes: 50,000
#: merges and their tokens need fewer.
MOST_LEVELS, MOST_GROUPS, MOST_TEXTS = 12, 60_000, 200_000
_MOST_LENIENT_LEVELS = 100
# A string without its end runs to the end of the file: no place is looked at twice.
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)


class SizeLimit(NamedTuple):
    """The most bytes that a file may have, packed and unpacked, and the error's code."""

    code: str
    bytes: int

    def check(self, size: int) -> None:
        """Raise `ModelFileError` beyond the limit."""
        if size > self.bytes:
            raise ModelFileError(self.code, size=size, limit=self.bytes)


FILE_LIMIT = SizeLimit("file-too-large", MOST_BYTES)


def unpacked(data: bytes, limit: SizeLimit) -> list[bytes]:
    """The file in an upload, or `vocab.json` and `merges.txt`. Raises `ModelFileError`.

    >>> import gzip
    >>> unpacked(gzip.compress(b"hug"), FILE_LIMIT)
    [b'hug']
    """
    limit.check(len(data))
    if data.startswith(GZIP):
        data = gunzip(data, limit)
    if not data.startswith(ZIP):
        return [data]
    contents = unzip(data, limit)
    if "vocab.json" in contents and "merges.txt" in contents and "tokenizer.json" not in contents:
        return [contents["vocab.json"], contents["merges.txt"]]
    first = next(iter(contents.values()))
    if first.startswith((ZIP, GZIP)):
        raise ModelFileError("unknown-file")
    return [first]


def without_mark(data: bytes) -> bytes:
    """The file without the byte order mark that some editors put before UTF-8.

    Raises `ModelFileError` for the one before UTF-16.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise ModelFileError("utf-16")
    return data.removeprefix(BOM_UTF8)


def as_utf8(data: bytes) -> str:
    """The text in a file. Raises `ModelFileError`."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ModelFileError("not-utf-8", place=error.start) from None


def as_json(text: str, **hooks: Callable[[Any], Any]) -> Any:
    """The value in a text of JSON. Raises `ModelFileError`.

    >>> as_json('{"model": {}}')
    {'model': {}}
    """
    try:
        return json.loads(text, **hooks)  # type: ignore[arg-type]
    except ModelFileError:  # of a hook
        raise
    except json.JSONDecodeError as error:
        raise ModelFileError("not-json", line=error.lineno, column=error.colno) from None
    except ValueError:  # Python makes no number of more than some thousand digits
        raise ModelFileError("number", number="…") from None
    except RecursionError:
        raise ModelFileError("nesting", limit=_MOST_LENIENT_LEVELS) from None


def read_json(text: str) -> Any:
    """The same from a stranger, checked before anything is made of it. Raises `ModelFileError`.

    Unlike `as_json`, this rejects repeated keys, NaN, and anything nested deeper than a tokenizer
    needs.

    >>> read_json('{"merges": [["h", "u"]]}')
    {'merges': [['h', 'u']]}
    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This tokenizer file has a twice. ...
    """
    depth = groups = texts = 0
    # Only brackets and strings: the values built from them would take 30 times the bytes.
    for match in _BRACKET_OR_STRING.finditer(text):
        first = text[match.start()]
        texts += first == '"'
        groups += first in "[{"
        depth += (first in "[{") - (first in "]}")
        if depth > MOST_LEVELS:
            raise ModelFileError("nesting", limit=MOST_LEVELS)
        if groups > MOST_GROUPS or texts > MOST_TEXTS:
            limit = MOST_GROUPS if groups > MOST_GROUPS else MOST_TEXTS
            raise ModelFileError("too-many-parts", limit=limit)
    return as_json(text, object_pairs_hook=_record, parse_float=_finite, parse_constant=_no_number)


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for key, value in pairs:
        if key in record:
            raise ModelFileError("repeated-key", key=shown(key))
        record[key] = value
    return record


def _finite(digits: str) -> float:
    if (number := float(digits)) in (float("inf"), float("-inf")):
        raise ModelFileError("number", number=shown(digits))
    return number


def _no_number(name: str) -> NoReturn:
    raise ModelFileError("number", number=name)


def gunzip(data: bytes, limit: SizeLimit = FILE_LIMIT) -> bytes:
    """The bytes of a packed file. Raises `ModelFileError`."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, limit.bytes + 1)
    except zlib.error:
        raise ModelFileError("archive") from None
    limit.check(len(content))
    if not unpacker.eof:
        raise ModelFileError("archive")
    return content


def unzip(data: bytes, limit: SizeLimit = FILE_LIMIT) -> dict[str, bytes]:
    """The files of an archive that belong to a tokenizer, by their names without folders.

    Of several tokenizers of one name the first is taken. Raises `ModelFileError`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            return _read_entries(archive, entries[:_MOST_FILES], limit)
    except ModelFileError:
        raise
    except Exception:  # for a damaged archive, the library raises a dozen kinds of error
        raise ModelFileError("archive") from None


def _read_entries(
    archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], limit: SizeLimit
) -> dict[str, bytes]:
    named: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        named.setdefault(entry.filename.rsplit("/", 1)[-1], entry)
    known = [name for name in _WANTED if name in named]
    if not known and len(named) != 1:
        raise ModelFileError("archive-content", names=", ".join(_WANTED))
    contents: dict[str, bytes] = {}
    for name in known or list(named):
        limit.check(named[name].file_size + sum(map(len, contents.values())))
        with archive.open(named[name]) as file:
            contents[name] = file.read(limit.bytes + 1)
        limit.check(len(contents[name]))
    return contents


_LFS = b"version https://git-lfs.github.com/spec/"
_LFS_SIZE = re.compile(rb"^size (\d{1,18})\s*$", re.MULTILINE)
_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|\?xml)\b", re.I | re.DOTALL)
#: GGUF; NumPy; Python's pickle; safetensors: a length of eight bytes, then JSON.
_WEIGHTS = re.compile(rb"GGUF|\x93NUMPY|\x80[\x02-\x05]|.{5}\x00\x00\x00\{\"", re.DOTALL)
#: Its JSON written as a JSON string once more, as tutorials save it.
_KERAS_AS_STRING = re.compile(rb'\s*"\{\\"class_name\\"')
_HEAD = 4_000
_SCORED = re.compile(r"[^\t]*\t-?(?:\d+(?:\.\d+)?(?:e-?\d+)?|inf|nan)", re.I)
_COUNTED = re.compile(r"\S+ (\d{1,12})")
#: What minbpe writes beside its .model: `[\\u0000] 0`, `[t][h] -> [th] 256`.
_MINBPE_TOKEN = re.compile(r"\[.*\] \d{1,9}")
#: Two single characters, or two ids: the beginning of a list of merges, whatever follows.
_FIRST_MERGE = re.compile(r"(?:\S|\d+)[ \t](?:\S|\d+)")
#: SentencePiece: a first piece, field 1, of a length; then the piece's text, its field 1.
_PIECES = re.compile(rb"\x0a.[\x00-\x01]?\x0a", re.DOTALL)


def check_is_tokenizer(data: bytes) -> None:
    r"""Raise `ModelFileError` for bytes that are known to be something else than a tokenizer.

    >>> check_is_tokenizer(b"#version: 0.2\nh u\n")
    >>> check_is_tokenizer(b"ab 12\ncd 12\n")  # merges of numbers, not counts that fall
    >>> check_is_tokenizer(b"<unk>\t0\nhug\t-1.5\n")
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This is a .vocab file of SentencePiece, ... its .model ...
    """
    check_is_fetched(data)
    if _KERAS_AS_STRING.match(data[:_HEAD]):
        raise ModelFileError("keras")
    lines = _first_lines(data)
    if len(lines) < 2 or _FIRST_MERGE.fullmatch(lines[0]):
        return
    if all(map(_SCORED.fullmatch, lines)):
        raise ModelFileError("scored-pieces")
    if all(map(_MINBPE_TOKEN.fullmatch, lines)):
        raise ModelFileError("spelled-tokens")
    counts = [int(found[1]) for line in lines if (found := _COUNTED.fullmatch(line))]
    falls = all(one >= other for one, other in pairwise(counts))
    if len(counts) == len(lines) and falls and counts[0] > counts[-1]:
        raise ModelFileError("counted-tokens")


def check_is_fetched(data: bytes) -> None:
    r"""Raise `ModelFileError` for a pointer to a file, a page about it, and a model's weights.

    >>> check_is_fetched(b"<unk>\t0\nhug\t-1.5\n")
    >>> check_is_fetched(b"<!DOCTYPE html>\n<html>")
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This is a web page, not the file that it shows. ...
    """
    if data.startswith(_LFS):
        size = _LFS_SIZE.search(data[:_HEAD])
        raise ModelFileError("lfs-pointer", size=int(size[1]) if size else "?")
    if _PAGE.match(data[:_HEAD]):
        raise ModelFileError("web-page")
    if _WEIGHTS.match(data[:_HEAD]):
        raise ModelFileError("weights")


def check_lists_merges(data: bytes) -> None:
    r"""Raise `ModelFileError` for a tokenizer that has no merges, and is not in JSON.

    >>> check_lists_merges(b"h u\nhu g\n")
    >>> check_lists_merges(b"[UNK]\n[CLS]\n[SEP]\nhug\n##s\n")
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This is a vocab.txt file, which lists tokens, ...
    """
    if looks_like_pieces(data):
        raise ModelFileError("lists-no-merges", format="SentencePiece")
    if looks_like_bert(data):
        raise ModelFileError("lists-no-merges", format="vocab.txt")


def looks_like_pieces(data: bytes) -> bool:
    """Whether a file may be a protocol buffer of SentencePiece's pieces."""
    return _PIECES.match(data) is not None and b"\0" in data[:_HEAD]


def looks_like_bert(data: bytes) -> bool:
    """Whether there are lines for BERT's special tokens."""
    lines = set(data[:100_000].splitlines())
    return {b"[UNK]", b"[CLS]", b"[SEP]"} <= lines


def check_document(document: Mapping[str, Any]) -> None:
    """Raise `ModelFileError` for a JSON object that is a known other file than a tokenizer.

    >>> check_document({"model": {"type": "BPE"}})
    >>> check_document({"tokenizer_class": "Qwen2Tokenizer"})
    Traceback (most recent call last):
    bpe_core.files.errors.ModelFileError: This is a tokenizer_config.json: ...
    """
    if isinstance(document.get("model"), dict):
        return
    if "class_name" in document and isinstance(document.get("config"), dict):
        raise ModelFileError("keras")
    if document.keys() & {"tokenizer_class", "added_tokens_decoder", "model_max_length"}:
        raise ModelFileError("tokenizer-config")
    if document.keys() & {"architectures", "model_type", "transformers_version"}:
        raise ModelFileError("model-config")
    if document and document.keys() <= _SPECIAL_TOKENS:
        raise ModelFileError("special-tokens-map")


def check_single_document(document: Mapping[str, Any]) -> None:
    """The same for a file that is chosen alone, which a `vocab.json` cannot be."""
    check_document(document)
    if document and all(isinstance(number, int) for number in document.values()):
        raise ModelFileError("needs-merges")


_SPECIAL_TOKENS = {
    *(f"{name}_token" for name in ("bos", "eos", "unk", "sep", "pad", "cls", "mask")),
    "additional_special_tokens",
}


def _first_lines(data: bytes) -> list[str]:
    """Up to twenty whole lines from the beginning."""
    head = data[:_HEAD].decode("utf-8", "replace")
    if len(data) > _HEAD:
        head = head.rpartition("\n")[0]
    return head.removesuffix("\n").replace("\r", "").split("\n")[:20] if head else []
