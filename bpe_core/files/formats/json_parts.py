r"""Express normalization and pre-tokenization in a tokenizer.json, and read them back.

Unlike ours, Hugging Face's engine has no end-of-word marker that is a unit of its own. But its
normalizer can put a character behind every word: that character stands for the marker.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bpe_core.files.errors import FormatError, ModelFileError, shown
from bpe_core.files.patterns import PATTERNS
from bpe_core.text.byte_alphabet import printed
from bpe_core.text.corpus import UNITS, Unit
from bpe_core.text.pre_tokenization import METASPACE, PRE_TOKENIZERS, WHITE

Part = dict[str, Any]

_CODE_POINT = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def _as_there(pattern: str) -> str:
    """A pattern as the engine there writes code points."""
    return _CODE_POINT.sub(lambda match: rf"\x{{{match[match.lastindex or 0]}}}", pattern)


_WHITE = _as_there(WHITE)
_WORD_ENDS = {
    "whitespace": rf"(?<=[^{_WHITE}])(?=[{_WHITE}]|\z)",
    "none": r"(?<=[\s\S])\z",
}
_NORMALIZERS: dict[str, list[Part]] = {
    "nfc": [{"type": "NFC"}],
    "nfd": [{"type": "NFD"}],
    "nfkc": [{"type": "NFKC"}],
    "nfkd": [{"type": "NFKD"}],
    "lowercase": [{"type": "Lowercase"}],
    # Their own `StripAccents` drops spacing marks too, and with them the vowels of Hindi.
    "strip-accents": [
        {"type": "NFD"},
        {"type": "Replace", "pattern": {"Regex": r"\p{Mn}"}, "content": ""},
        {"type": "NFC"},
    ],
    "strip-marks": [{"type": "NFD"}, {"type": "StripAccents"}, {"type": "NFC"}],
}


def can_mark(pre_tokenizer: str) -> bool:
    """Whether a character can be put behind every word."""
    return pre_tokenizer in _WORD_ENDS


def write_normalizer(names: tuple[str, ...], pre_tokenizer: str, marker: str) -> Part | None:
    """The section `normalizer`; `marker` is the character behind every word, or nothing."""
    parts = [part for name in names for part in _NORMALIZERS[name]]
    if marker:
        parts.append(_replace({"Regex": _WORD_ENDS[pre_tokenizer]}, marker))
    return _sequence("normalizers", parts)


def read_normalizer(part: object, pre_tokenizer: str) -> tuple[tuple[str, ...], str]:
    """The names of the normalizations, and the character behind every word.

    >>> read_normalizer(write_normalizer(("nfd", "strip-accents", "nfc"), "none", "_"), "none")
    (('nfd', 'strip-accents', 'nfc'), '_')
    """
    if part is None:
        return (), ""
    parts = [part]
    if isinstance(part, dict) and part.get("type") == "Sequence":
        inner = part.get("normalizers")
        parts = inner if isinstance(inner, list) else parts
    names, marker = [], ""
    while parts:
        if len(parts) == 1 and (marker := _marker_of(parts[0], pre_tokenizer)):
            break
        fitting = [n for n, known in _NORMALIZERS.items() if parts[: len(known)] == known]
        if not fitting:
            raise ModelFileError("unsupported", field="normalizer", content=kind_of(parts[0]))
        # If several begin alike, the longest is meant.
        name = max(fitting, key=lambda name: len(_NORMALIZERS[name]))
        names.append(name)
        parts = parts[len(_NORMALIZERS[name]) :]
    return tuple(names), marker


def _marker_of(part: object, pre_tokenizer: str) -> str:
    if isinstance(part, dict) and isinstance(marker := part.get("content"), str):
        ends = _WORD_ENDS.get(pre_tokenizer)
        if len(marker) == 1 and part == _replace({"Regex": ends}, marker):
            return marker
    return ""


def _sequence(name: str, parts: list[Part]) -> Part | None:
    """One step as it is, several in a section of that name."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"type": "Sequence", name: parts}


def _replace(pattern: Part, content: str) -> Part:
    return {"type": "Replace", "pattern": pattern, "content": content}


def _words(pattern: str) -> Part:
    """Make words of what the pattern matches; what it does not match is left out."""
    regex = {"Regex": _as_there(pattern)}
    return {"type": "Split", "pattern": regex, "behavior": "Removed", "invert": True}


def _byte_level(use_regex: bool) -> Part:
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": use_regex,
    }


def _metaspace(replacement: str, prepend_scheme: str, split: bool) -> Part:
    settings = {"replacement": replacement, "prepend_scheme": prepend_scheme, "split": split}
    return {"type": "Metaspace", **settings}


_METASPACE = _metaspace(METASPACE, "always", True)


def _pre_tokenizer(unit: Unit, name: str) -> Part | None:
    """The section `pre_tokenizer` of a pre-tokenization that is a pattern."""
    parts = [] if name == "none" else [_words(PATTERNS[name])]
    if unit == "byte":
        parts.append(_byte_level(False))
    elif space := PRE_TOKENIZERS[name].space:
        parts.append(_metaspace(space, "never", False))
    return _sequence("pretokenizers", parts)


_PRE_TOKENIZERS: dict[tuple[Unit, str], Part | None] = {
    **{(unit, name): _pre_tokenizer(unit, name) for unit in UNITS for name in PATTERNS},
    ("byte", "gpt2"): _byte_level(True),
    ("char", "metaspace"): _METASPACE,
}


def write_pre_tokenizer(unit: Unit, name: str) -> Part | None:
    """The section `pre_tokenizer`. Raises `FormatError`."""
    if (unit, name) not in _PRE_TOKENIZERS:
        raise FormatError("pre-tokenization", format="tokenizer.json", pre_tokenizer=name)
    return _PRE_TOKENIZERS[unit, name]


def read_pre_tokenizer(part: object) -> tuple[Unit, str]:
    """Unit and pre-tokenization of the section `pre_tokenizer`.

    >>> read_pre_tokenizer({"type": "ByteLevel", "trim_offsets": False})
    ('byte', 'gpt2')
    """
    if isinstance(part, dict) and part.get("type") == "ByteLevel":
        # Older files lack options that did not exist yet.
        part = {**_byte_level(True), **part, "trim_offsets": True}
    if part == {"type": "WhitespaceSplit"}:
        return "char", "whitespace"
    for unit_and_name, known in _PRE_TOKENIZERS.items():
        if part == known:
            return unit_and_name
    raise ModelFileError("unsupported", field="pre_tokenizer", content=kind_of(part))


def kind_of(part: object) -> str:
    """The type that a section gives itself.

    >>> kind_of({"type": "BertPreTokenizer"}), kind_of(3), kind_of([3])
    ('BertPreTokenizer', '3', '…')
    """
    if isinstance(part, dict):
        return shown(part.get("type"))
    return shown(part) if not isinstance(part, list) else "…"


def write_decoder(
    unit: Unit, pre_tokenizer: str, marker: str, others: Mapping[str, str] = MappingProxyType({})
) -> Part | None:
    """The section `decoder`: tokens back to text, as `Tokenizer.decode` does.

    `others` maps tokens that are written differently in the file, as written there, to themselves.
    """
    parts = [_replace({"String": there}, here) for there, here in others.items()]
    parts += _joined(unit, pre_tokenizer)
    if not marker:
        return _sequence("decoders", parts)
    joiner = PRE_TOKENIZERS[pre_tokenizer].joiner
    last = [_replace({"Regex": rf"{joiner}\z"}, "")] if joiner else []
    return _sequence("decoders", [_replace({"String": marker}, joiner), *parts, *last])


def write_prefix_decoder(
    unit: Unit, pre_tokenizer: str, prefix: str, others: Mapping[str, str]
) -> Part | None:
    """The same for WordPiece: tokens that begin with the prefix go on inside a word."""
    inner = _literal(prefix)
    parts = [_replace({"String": there}, here) for there, here in others.items()]
    joiner = PRE_TOKENIZERS[pre_tokenizer].joiner
    if joiner:
        written = printed(joiner.encode()) if unit == "byte" else joiner
        parts.append(_replace({"Regex": rf"\A(?!{inner})"}, written))
    parts.append(_replace({"Regex": rf"\A{inner}"}, ""))
    parts += _joined(unit, pre_tokenizer)
    if joiner:
        parts.append(_replace({"Regex": rf"\A{joiner}"}, ""))
    return _sequence("decoders", parts)


def _joined(unit: Unit, pre_tokenizer: str) -> list[Part]:
    """Tokens without marker or prefix put together."""
    if unit == "byte":
        return [_byte_level(True)]
    if pre_tokenizer == "metaspace":
        return [_METASPACE, {"type": "Fuse"}]
    space = PRE_TOKENIZERS[pre_tokenizer].space
    written = [_replace({"String": space}, " ")] if space else []
    return [*written, {"type": "Fuse"}]


def _literal(text: str) -> str:
    """A pattern for exactly this text."""
    return "".join(rf"\x{{{ord(character):x}}}" for character in text)
