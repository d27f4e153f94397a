"""The tables of a tokenizer.json as the file says them: vocabulary, merges and added tokens.

Only types are checked here; ids may repeat, and merges may name tokens that do not exist. What is
asked beyond that is a second step, and there are two: `hugging_face` beside this asks for what our
own tokenizers can encode, `bpe_core.files.inspection.formats.hugging_face` for what can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bpe_core.files.errors import ModelFileError

#: The properties of an added token besides its text and its id.
FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_TWO_TEXTS = [str, str]


def read_type(model: dict[str, Any]) -> str:
    """The kind of model; old files do not say it.

    >>> read_type({"type": "WordLevel"}), read_type({"vocab": [["a", -1.5]]})
    ('WordLevel', 'Unigram')
    """
    if "type" in model:
        return str(model["type"])
    if "merges" in model:
        return "BPE"
    return "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"


def read_vocabulary(value: object) -> dict[str, int]:
    """Each token with its id. Raises `ModelFileError`."""
    if not isinstance(value, dict) or not set(map(type, value.values())) <= {int}:
        raise ModelFileError("field", field="model.vocab")
    return value


def read_scores(value: object) -> list[list[Any]]:
    """Unigram's tokens with their scores, numbered by the order. `ModelFileError`."""
    if not isinstance(value, list) or not all(map(_is_scored, value)):
        raise ModelFileError("field", field="model.vocab")
    return value


def _is_scored(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
        return False
    return type(entry[1]) in (int, float)


def read_merges(value: object, check_count: Callable[[int], None]) -> list[list[str]]:
    """The two tokens of each merge; `check_count` refuses too many before they are read.

    A merge is a list of two or, in older files, a text with a space. Raises `ModelFileError`.

    >>> read_merges(["h u", ["hu", "g"]], check_count=lambda merges: None)
    [['h', 'u'], ['hu', 'g']]
    """
    if not isinstance(value, list):
        raise ModelFileError("field", field="model.merges")
    check_count(len(value))
    pairs = [merge.split(" ") if isinstance(merge, str) else merge for merge in value]
    for number, pair in enumerate(pairs):
        if not isinstance(pair, list) or [*map(type, pair)] != _TWO_TEXTS:
            raise ModelFileError("field", field=f"model.merges[{number}]")
    return pairs


def read_added(value: object) -> Iterator[tuple[str, int] | None]:
    """Each added token with its id; None for an entry that is none, and for no list at all."""
    entries: list[Any] = value if isinstance(value, list) else [None]
    for entry in entries:
        yield (entry["content"], entry["id"]) if _is_added(entry) else None


def _is_added(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("content"), str)
        and type(entry.get("id")) is int
        and all(isinstance(entry.get(flag, False), bool) for flag in FLAGS)
    )
