r"""How tokenizer.json says normalization and pre-tokenization, and how that is read back.

Unlike ours, Hugging Face's engine has no end-of-word marker that is a unit of its own. But its
normalizer can put a character behind every word: that character stands for the marker.
"""

from __future__ import annotations

from typing import Any

from bpe_core.corpus import Unit
from bpe_core.files.errors import UnsupportedError, shown
from bpe_core.files.patterns import PATTERNS, SPLIT_AT

Part = dict[str, Any]

#: The pattern engine there writes code points so.
_SPLIT_AT = SPLIT_AT.replace(r"\x85", r"\x{85}").replace(r"\xa0", r"\x{a0}")
for _point in ("1680", "2000", "200a", "2028", "2029", "202f", "205f", "3000"):
    _SPLIT_AT = _SPLIT_AT.replace(rf"\u{_point}", rf"\x{{{_point}}}")
_WORD_ENDS = {
    "whitespace": rf"(?<=[^{_SPLIT_AT}])(?=[{_SPLIT_AT}]|\z)",
    "none": r"(?<=[\s\S])\z",
}
_NORMALIZERS: dict[str, list[Part]] = {
    "nfc": [{"type": "NFC"}],
    "nfd": [{"type": "NFD"}],
    "nfkc": [{"type": "NFKC"}],
    "nfkd": [{"type": "NFKD"}],
    "lowercase": [{"type": "Lowercase"}],
    "strip-accents": [{"type": "NFD"}, {"type": "StripAccents"}, {"type": "NFC"}],
}


def can_mark(pre_tokenizer: str) -> bool:
    """Whether a character can be put behind every word."""
    return pre_tokenizer in _WORD_ENDS


def write_normalizer(names: tuple[str, ...], pre_tokenizer: str, marker: str) -> Part | None:
    """The section `normalizer`; `marker` is the character behind every word, or nothing."""
    parts = [part for name in names for part in _NORMALIZERS[name]]
    if marker:
        parts.append(_replace({"Regex": _WORD_ENDS[pre_tokenizer]}, marker))
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"type": "Sequence", "normalizers": parts}


def read_normalizer(part: object, pre_tokenizer: str) -> tuple[tuple[str, ...], str]:
    """The names of the normalizations, and the character behind every word.

    >>> read_normalizer({"type": "NFC"}, "none")
    (('nfc',), '')
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
        name = next((n for n, said in _NORMALIZERS.items() if parts[: len(said)] == said), "")
        # Of two that begin alike, the longer one is meant.
        if parts[:3] == _NORMALIZERS["strip-accents"]:
            name = "strip-accents"
        if not name:
            raise UnsupportedError(field="normalizer", content=kind_of(parts[0]))
        names.append(name)
        parts = parts[len(_NORMALIZERS[name]) :]
    return tuple(names), marker


def _marker_of(part: object, pre_tokenizer: str) -> str:
    if isinstance(part, dict) and isinstance(marker := part.get("content"), str):
        ends = _WORD_ENDS.get(pre_tokenizer)
        if len(marker) == 1 and part == _replace({"Regex": ends}, marker):
            return marker
    return ""


def _replace(pattern: Part, content: str) -> Part:
    return {"type": "Replace", "pattern": pattern, "content": content}


def _split(pattern: str, behavior: str) -> Part:
    said = {"Regex": pattern}
    return {"type": "Split", "pattern": said, "behavior": behavior, "invert": False}


def _byte_level(use_regex: bool) -> Part:
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": use_regex,
    }


def _sequence(*parts: Part) -> Part:
    return {"type": "Sequence", "pretokenizers": list(parts)}


_SPACES_OUT = _split(rf"[{_SPLIT_AT}]+", "Removed")
_METASPACE = {"type": "Metaspace", "replacement": "Ġ", "prepend_scheme": "never", "split": False}
_PRE_TOKENIZERS: dict[tuple[Unit, str], Part | None] = {
    ("char", "whitespace"): _SPACES_OUT,
    ("char", "gpt2"): _sequence(_split(PATTERNS["gpt2"], "Isolated"), _METASPACE),
    ("char", "none"): None,
    ("byte", "whitespace"): _sequence(_SPACES_OUT, _byte_level(False)),
    ("byte", "gpt2"): _byte_level(True),
    ("byte", "none"): _byte_level(False),
}


def write_pre_tokenizer(unit: Unit, name: str) -> Part | None:
    """The section `pre_tokenizer`."""
    return _PRE_TOKENIZERS[unit, name]


def read_pre_tokenizer(part: object) -> tuple[Unit, str]:
    """Unit and pre-tokenization of the section `pre_tokenizer`.

    >>> read_pre_tokenizer({"type": "ByteLevel", "add_prefix_space": False})
    ('byte', 'gpt2')
    """
    if isinstance(part, dict) and part.get("type") == "ByteLevel":
        # Older files leave out what was not there to choose yet.
        part = {**_byte_level(True), **part, "trim_offsets": True}
    if part == {"type": "WhitespaceSplit"}:
        return "char", "whitespace"
    for said, known in _PRE_TOKENIZERS.items():
        if part == known:
            return said
    raise UnsupportedError(field="pre_tokenizer", content=kind_of(part))


def kind_of(part: object) -> str:
    """What a section says that it is.

    >>> kind_of({"type": "BertPreTokenizer"}), kind_of(3)
    ('BertPreTokenizer', '3')
    """
    if isinstance(part, dict):
        return shown(part.get("type"))
    return shown(part) if not isinstance(part, list) else "…"


def write_decoder(unit: Unit, pre_tokenizer: str, marker: str) -> Part:
    """The section `decoder`: tokens back to text, as `Tokenizer.decode` does."""
    if unit == "byte":
        return _byte_level(True)
    parts: list[Part] = []
    if pre_tokenizer == "gpt2":
        parts.append(_replace({"String": "Ġ"}, " "))
    if marker:
        parts.append(_replace({"String": marker}, " " if pre_tokenizer == "whitespace" else ""))
    fuse: Part = {"type": "Fuse"}
    if marker and pre_tokenizer == "whitespace":
        return _decoders(*parts, fuse, _replace({"Regex": r" \z"}, ""))
    return _decoders(*parts, fuse) if parts else fuse


def _decoders(*parts: Part) -> Part:
    return {"type": "Sequence", "decoders": list(parts)}
