"""Hugging Face's tokenizer.json: a whole tokenizer in one file.

Source: the library `tokenizers`, whose engine reads it. The file describes normalization,
pre-tokenization, model and decoder. It needs the unknown token in the vocabulary, so that token is
added if the unit is the character. Unlike in our tokenizers, special tokens are always found in a
text. Only a codes file can say that an unknown character stays as it is; here such a character
becomes the unknown token `<unk>`.

The tables come first: only their types are checked; ids may repeat, and merges may name tokens that
do not exist. What is asked beyond that is what our own tokenizers can encode, here, and what can be
shown, in `opened_json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from bpe_core.files.bpe_model import (
    UNKNOWN,
    BpeModel,
    Format,
    check_count,
    check_distinct,
    check_merges,
    check_writable,
    order_of,
    places_of,
)
from bpe_core.files.errors import FormatError, ModelFileError, shown
from bpe_core.files.formats.json_parts import (
    can_mark,
    read_normalizer,
    read_pre_tokenizer,
    write_decoder,
    write_normalizer,
    write_pre_tokenizer,
)
from bpe_core.text.byte_alphabet import BYTE_OF, printed
from bpe_core.text.corpus import Token

NAME = "tokenizer.json"
#: Stands for a marker of several characters: private use, so that no text has it.
STAND_IN = "\ue000"
#: The marker that this character is read as.
MARKER = "</w>"


#: The properties of an added token besides its text and its id.
FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


def read_type(model: dict[str, Any]) -> str:
    """The kind of model; old files do not say it.

    >>> read_type({"type": "WordLevel"}), read_type({"vocab": [["a", -1.5]]})
    ('WordLevel', 'Unigram')
    >>> read_type({"vocab": {"a": 0}, "merges": []}), read_type({"vocab": {"a": 0}})
    ('BPE', 'WordPiece')
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
        if not isinstance(pair, list) or [*map(type, pair)] != [str, str]:
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


# Our own tokenizer


def write_hugging_face(model: BpeModel) -> bytes:
    """The file of a BPE tokenizer. Raises `FormatError`.

    >>> from bpe_core import Corpus, train_bpe
    >>> from bpe_core.files.bpe_model import model_of
    >>> file = write_hugging_face(model_of(train_bpe(Corpus.from_counts({"hug": 10}))))
    >>> json.loads(file)["model"]["merges"]
    [['h', 'u'], ['hu', 'g']]
    """
    marker = _marker_character(model)
    texts = _texts(model, marker)
    vocabulary = dict(zip([*model.named, *texts], model.ids, strict=True))
    unknown = _unknown(model)
    if unknown:
        vocabulary.setdefault(unknown, len(vocabulary))
    document = {
        "type": "BPE",
        "dropout": None,
        "unk_token": unknown or None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": model.end_of_word if model.joins_marker else None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": vocabulary,
        "merges": [[texts[left], texts[right]] for left, right in model.merges],
    }
    return whole_file(
        document,
        special=dict(zip(model.special_tokens, model.ids, strict=False)),
        normalizer=write_normalizer(model.normalizer, model.pre_tokenizer, marker),
        pre_tokenizer=write_pre_tokenizer(model.unit, model.pre_tokenizer),
        decoder=write_decoder(model.unit, model.pre_tokenizer, marker or model.end_of_word),
    )


def whole_file(
    model: dict[str, Any],
    *,
    special: dict[str, int],
    normalizer: object,
    pre_tokenizer: object,
    decoder: object,
) -> bytes:
    """The file around a model."""
    document = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(token, token_id) for token, token_id in special.items()],
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _added_token(token: str, token_id: int) -> dict[str, Any]:
    return {"id": token_id, "content": token, **dict.fromkeys(FLAGS, False), "special": True}


def _marker_character(model: BpeModel) -> str:
    """The character that stands for the marker; empty if the marker is not a unit of its own."""
    if not model.end_of_word or model.joins_marker:
        return ""
    if model.unit == "byte" or not can_mark(model.pre_tokenizer):
        raise FormatError("marker", format=NAME)
    is_free = len(model.end_of_word) == 1 and model.base.count(model.end_of_word) == 1
    return model.end_of_word if is_free else STAND_IN


def _unknown(model: BpeModel) -> str:
    """The unknown token; "" with bytes, or if unknown characters are left out."""
    if model.unit == "byte":
        return ""
    return UNKNOWN if model.unknown is None else model.unknown


def _texts(model: BpeModel, marker: str) -> list[str]:
    """The token of each place as the file writes it."""
    if model.unit == "char":
        texts = model.texts(NAME, marker or model.end_of_word)
    else:
        texts = [printed(token) for token in model.tokens]
        check_writable(model.named, NAME)
    check_distinct([*model.named, *texts], NAME)
    if (unknown := _unknown(model)) in texts:
        raise FormatError("same-text", format=NAME, token=shown(unknown))
    return texts


def read_hugging_face(document: dict[str, Any]) -> BpeModel:
    """The BPE tokenizer that a tokenizer.json describes. Raises a `ModelFileError`."""
    if document.get("version", "1.0") != "1.0":
        raise ModelFileError("unsupported", field="version", content=shown(document["version"]))
    model = document["model"]
    if read_type(model) != "BPE":
        raise ModelFileError("unsupported", field="model", content=shown(read_type(model)))
    unit, pre_tokenizer = read_pre_tokenizer(document.get("pre_tokenizer"))
    normalizer, marker = read_normalizer(document.get("normalizer"), pre_tokenizer)
    suffix = _plain_settings(model)
    # Our words have one end at most, and none in bytes.
    if [bool(marker), bool(suffix), unit == "byte"].count(True) > 1:
        field = "end_of_word_suffix" if suffix else "normalizer"
        raise ModelFileError("unsupported", field=field, content=shown(suffix or marker))
    vocabulary = read_vocabulary(model.get("vocab"))
    pairs = read_merges(model.get("merges"), check_count)
    made = [left + right for left, right in pairs]
    added = _added(document.get("added_tokens"))
    # A special token of one character is no base token, unless it is merged.
    named = added.keys() - {*chain.from_iterable(pairs)}
    base = _base(vocabulary, {*made, *named}, unit, suffix)
    merges = places_of(base, pairs)
    for token in made:
        if token not in vocabulary:
            raise ModelFileError("missing-token", token=shown(token))
    tokens: list[Token] = list(base)
    if unit == "byte":
        tokens = [bytes([BYTE_OF[text]]) for text in base]
    place = _place_of_marker(marker, base)
    if marker == STAND_IN and place is not None:
        marker = tokens[place] = MARKER
    check_merges(tokens, merges)
    special, beside = _named(added, vocabulary, {*base, *made})
    return BpeModel(
        tuple(tokens),
        tuple(merges),
        unit=unit,
        pre_tokenizer=pre_tokenizer,
        end_of_word=marker or suffix,
        marker=place,
        normalizer=normalizer,
        special_tokens=tuple(special),
        unknown=_unknown_of(model, vocabulary, unit, {*base, *made}),
        beside=tuple(beside),
        order=order_of([*special, *beside, *base, *made], vocabulary, len(pairs)),
    )


def _place_of_marker(marker: str, base: list[str]) -> int | None:
    if marker and marker not in base:
        raise ModelFileError("missing-token", token=shown(marker))
    return base.index(marker) if marker else None


def _plain_settings(model: dict[str, Any]) -> str:
    """The suffix of words; `ModelFileError` for what our encoding does not do."""
    for field in ("dropout", "continuing_subword_prefix", "byte_fallback", "ignore_merges"):
        if model.get(field):
            raise ModelFileError("unsupported", field=field, content=shown(model[field]))
    if model.get("fuse_unk") and model.get("unk_token"):
        raise ModelFileError("unsupported", field="fuse_unk", content="true")
    suffix = model.get("end_of_word_suffix") or ""
    if not isinstance(suffix, str):
        raise ModelFileError("field", field="end_of_word_suffix")
    return suffix


def _unknown_of(
    model: dict[str, Any], vocabulary: dict[str, int], unit: str, others: set[str]
) -> str:
    """The unknown token; without one, an unknown character is left out. Bytes are all known.

    `ModelFileError` if it is one of the `others`, which text is made of.
    """
    unknown = model.get("unk_token")
    if unit == "byte":
        return UNKNOWN
    if unknown is None:
        return ""
    if not isinstance(unknown, str):
        raise ModelFileError("field", field="unk_token")
    if unknown not in vocabulary:
        raise ModelFileError("missing-token", token=shown(unknown))
    if unknown in others:
        raise ModelFileError("unsupported", field="unk_token", content=shown(unknown))
    return unknown


def _base(vocabulary: dict[str, int], others: set[str], unit: str, suffix: str) -> list[str]:
    """The base tokens in the order of their ids; the `others` are not among them."""
    if unit == "byte":
        for text in BYTE_OF:
            if text not in vocabulary:
                raise ModelFileError("missing-token", token=shown(text))
        return sorted(BYTE_OF, key=vocabulary.__getitem__)
    units = [text for text in vocabulary if len(text) == 1 and text not in others]
    if suffix:
        size = len(suffix) + 1
        units += [
            t for t in vocabulary if len(t) == size and t.endswith(suffix) and t not in others
        ]
    return sorted(units, key=vocabulary.__getitem__)


def _named(
    added: dict[str, int], vocabulary: dict[str, int], others: set[str]
) -> tuple[list[str], list[str]]:
    """Tokens that no merge makes: the added ones, and any others in the vocabulary."""
    for token, token_id in added.items():
        if vocabulary.setdefault(token, token_id) != token_id or token in others:
            raise ModelFileError("ids", token_id=token_id, last=len(vocabulary) - 1)
    by_id = sorted(vocabulary.keys() - others, key=vocabulary.__getitem__)
    return [t for t in by_id if t in added], [t for t in by_id if t not in added]


def _added(document: object) -> dict[str, int]:
    added: dict[str, int] = {}
    entries = [] if document is None else list(read_added(document))
    for entry in entries:
        if entry is None or not entry[0]:
            raise ModelFileError("field", field="added_tokens")
        token, token_id = entry
        if token in added:
            raise ModelFileError("ids", token_id=token_id, last=len(entries) - 1)
        added[token] = token_id
    return added


FORMAT = Format(NAME, NAME, NAME, "application/json", write_hugging_face)
