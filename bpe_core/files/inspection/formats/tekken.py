"""Mistral's tekken.json: ranks of bytes with their pattern and special tokens in one file.

Source: `mistral_common.tokens.tokenizers.tekken`. The ids of special tokens come first, and a rank
is moved up by their number; of the tokens in the file only as many are used as the file says.
Encoding is tiktoken's, as in Mistral's own library.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.inspection.formats.hugging_face import check_distinct
from bpe_core.files.inspection.formats.ranks import RanksFile
from bpe_core.files.inspection.limits import MOST_TOKENS
from bpe_core.files.inspection.notes import Note

#: Special tokens of files up to version 7, which do not list them.
_FIRST_SPECIAL = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
)  # fmt: skip


class TekkenFile(RanksFile):
    """A tekken.json, opened."""

    kind = "tekken"


def open_tekken(document: dict[str, Any]) -> TekkenFile:
    """The tokenizer that a tekken.json says. Raises a `ModelFileError`."""
    config = document["config"]
    pattern = config.get("pattern")
    if not isinstance(pattern, str):
        raise ModelFileError("field", field="config.pattern")
    size = _count(config, "default_vocab_size")
    specials = _count(config, "default_num_special_tokens")
    if size > MOST_TOKENS:
        raise ModelFileError("too-many-tokens", tokens=size, limit=MOST_TOKENS)
    if specials > size:
        raise ModelFileError("field", field="config.default_num_special_tokens")
    ranks = _read_vocabulary(document["vocab"], size - specials)
    special = _special_tokens(document.get("special_tokens"), specials)
    file = TekkenFile(ranks, pattern, shift=specials, special=special)
    left_out = len(document["vocab"]) - len(ranks)
    if left_out > 0:
        file.notes.append(Note("tokens-left-out", str(left_out)))
    file.notes += [
        Note("not-text", part) for part in ("image", "audio", "multimodal") if document.get(part)
    ]
    return file


def _count(config: dict[str, Any], name: str) -> int:
    value = config.get(name)
    if type(value) is not int or not 0 <= value < 2**31:
        raise ModelFileError("field", field=f"config.{name}")
    return value


def _read_vocabulary(document: object, wanted: int) -> dict[int, bytes]:
    """The first `wanted` ranks, which have to be 0, 1, 2 and so on, as in Mistral's library."""
    if not isinstance(document, list) or len(document) < wanted:
        raise ModelFileError("field", field="vocab")
    ranks: dict[int, bytes] = {}
    first: dict[bytes, int] = {}
    for place, entry in enumerate(document[:wanted]):
        try:
            token, rank = base64.b64decode(entry["token_bytes"], validate=True), entry["rank"]
        except (TypeError, KeyError, ValueError, binascii.Error):
            raise ModelFileError("field", field=f"vocab[{place}]") from None
        if rank != place or not token:
            raise ModelFileError("field", field=f"vocab[{place}].rank")
        if token in first:
            raise ModelFileError(
                "repeated-piece", token=shown(token), first=first[token], second=rank
            )
        first[token] = rank
        ranks[rank] = token
    return ranks


def _special_tokens(document: object, count: int) -> dict[int, str]:
    """All special tokens by id: those that are listed, then fillers."""
    listed: list[str] = list(_FIRST_SPECIAL)
    if document is not None:
        if not isinstance(document, list) or not all(map(_is_special, document)):
            raise ModelFileError("field", field="special_tokens")
        check_distinct((entry["token_str"], entry["rank"]) for entry in document)
        listed = [entry["token_str"] for entry in sorted(document, key=lambda entry: entry["rank"])]
    if len(listed) > count:
        raise ModelFileError("field", field="config.default_num_special_tokens")
    fillers = (f"<SPECIAL_{i}>" for i in range(len(listed), count))
    return dict(enumerate([*listed, *fillers]))


def _is_special(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("token_str"), str)
        and type(entry.get("rank")) is int
    )
