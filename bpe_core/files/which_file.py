"""Recognize files that people take for a tokenizer, and say what to fetch instead.

A hub lists a dozen files beside a tokenizer, and a download may bring a page about the file or a
pointer to it. Unlike a damaged tokenizer, such a file is fine: it is only another one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from bpe_core.files.errors import ModelFileError

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
