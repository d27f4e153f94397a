"""GPT-2's two files: `vocab.json` (token to id) and `merges.txt` (one merge per line).

Source: Radford et al., 2019, `encoder.py`; RoBERTa, BART and others came in the same two files.
Bytes are written as GPT-2's printable characters. Unlike tokenizer.json, the files say nothing
about special tokens or cuts: their reader must know. Our own tokenizers are always cut by GPT-2's
pattern. An opened file is cut as by its makers where these are known by their merges
(`patterns.find_known`); any other by GPT-2's pattern, as in the library's `ByteLevelBPETokenizer`,
and a note says so.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from typing import Any

from bpe_core.files.bpe_model import (
    BpeModel,
    Format,
    check_distinct,
    check_merges,
    check_writable,
    order_of,
    places_of,
)
from bpe_core.files.errors import FormatError, ModelFileError, shown
from bpe_core.files.formats.opened_json import HuggingFaceFile, open_hugging_face
from bpe_core.files.formats.tokenizer_json import read_vocabulary
from bpe_core.files.model_file import Note
from bpe_core.files.patterns import find_known
from bpe_core.files.unpack import as_json, check_document, read_json
from bpe_core.text.byte_alphabet import BY_GPT2, BYTE_OF, is_printed, printed

NAME = "vocab.json + merges.txt"
HEADER = "#version: 0.2"
#: The two parts of each merge, in the order of learning.
Pairs = list[tuple[str, str]]


def split_lines(text: str) -> Pairs:
    """The two parts of each line, except a version in the first. `ModelFileError`."""
    lines = text.removesuffix("\n").split("\n") if text else []
    pairs: Pairs = []
    for number, line in enumerate(lines, start=1):
        line = line.removesuffix("\r")
        if number == 1 and line.startswith("#version:"):
            version = line.removeprefix("#version:").strip()
            if version not in ("0.1", "0.2"):
                raise ModelFileError("unsupported", field="#version", content=shown(version))
            continue
        left, _, right = line.partition(" ")
        if not left or not right or " " in right:
            raise ModelFileError("line", line=number, content=shown(line))
        pairs.append((left, right))
    return pairs


# Our own tokenizer


def write_gpt2(model: BpeModel) -> bytes:
    """Both files in a ZIP archive. Raises `FormatError`."""
    model.check_bytes_only(NAME)
    if model.pre_tokenizer != "gpt2":
        raise FormatError("pre-tokenization", format=NAME, pre_tokenizer=model.pre_tokenizer)
    tokens = [printed(token) for token in model.tokens]
    texts = [*model.special_tokens, *tokens]
    check_writable(texts, NAME)
    check_distinct(texts, NAME)
    ids = dict(zip(texts, model.ids, strict=True))
    lines = [f"{tokens[left]} {tokens[right]}" for left, right in model.merges]
    merges = "\n".join([HEADER, *lines, ""])
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        vocabulary = json.dumps(ids, ensure_ascii=False)
        for name, content in (("vocab.json", vocabulary), ("merges.txt", merges)):
            # A fixed date: the same tokenizer is the same file.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            writer.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def read_merges(pairs: Pairs) -> BpeModel:
    """A model from the lines of `merges.txt` alone: bytes have the ids 0 to 255 in GPT-2's order.

    Raises a `ModelFileError`.

    >>> read_merges(split_lines("#version: 0.2\\nh u\\nhu g\\n")).tokens[256:]
    [b'hu', b'hug']
    """
    base = tuple(bytes([byte]) for byte in BY_GPT2)
    merges = places_of([printed(byte) for byte in base], pairs)
    check_merges(base, merges)
    return BpeModel(base, tuple(merges), unit="byte", pre_tokenizer="gpt2")


def read_pair(vocabulary: str, merges: str) -> BpeModel:
    """A model from both files. A token that no merge makes is a special one. `ModelFileError`."""
    model = read_merges(split_lines(merges))
    ids = read_vocabulary(read_json(vocabulary))
    tokens = [printed(token) for token in model.tokens]
    for token in tokens:
        if token not in ids:
            raise ModelFileError("missing-token", token=shown(token))
    special = sorted(ids.keys() - set(tokens), key=ids.__getitem__)
    order = order_of([*special, *tokens], ids, len(model.merges))
    return replace(model, special_tokens=tuple(special), order=order)


# Any such files


def open_pair(vocabulary: str, merges: str, pattern: str | None = None) -> HuggingFaceFile:
    """The tokenizer in the two files; `pattern` says how a text is cut. Raises a `ModelFileError`.

    >>> letters = {letter: i for i, letter in enumerate([*BYTE_OF, "hu"])}
    >>> open_pair(json.dumps(letters), "#version: 0.2\\nh u\\n").encode("hu")
    [256]
    """
    ids = as_json(vocabulary)
    if not isinstance(ids, dict):
        raise ModelFileError("field", field="vocab.json")
    check_document(ids)
    return _opened(ids, split_lines(merges), pattern)


def open_merges_alone(pairs: Pairs, pattern: str | None = None) -> HuggingFaceFile:
    """The same with ids as GPT-2 gives them: its bytes, then one token per merge."""
    ids = {token: i for i, token in enumerate(_spelled(pairs))}
    file = _opened(ids, pairs, pattern)
    file.notes.append(Note("ids-by-order"))
    return file


def _opened(ids: dict[str, int], pairs: Pairs, pattern: str | None) -> HuggingFaceFile:
    made = {left + right for left, right in pairs}
    for token in made:  # merges of anything but bytes, as CLIP and XLM have them
        if token.endswith("</w>") or not is_printed(token):
            content = "</w>" if token.endswith("</w>") else shown(token)
            raise ModelFileError("unsupported", field="merges.txt", content=content)
    # Ids differ between models that have the same merges: here they are numbered.
    contents = (bytes(map(BYTE_OF.__getitem__, spelling)) for spelling in _spelled(pairs))
    known = None if pattern else find_known(dict(enumerate(contents)))
    if known and known.cut_there:
        pattern = known.cut_there
    whole: dict[str, Any] = {
        "normalizer": {"type": "NFC"} if known and known.is_composed else None,
        "pre_tokenizer": _cuts(pattern),
        "model": {"type": "BPE", "vocab": ids, "merges": [[*pair] for pair in pairs]},
    }
    file = open_hugging_face(json.dumps(whole), whole, kind="gpt2")
    _mark_special(file, made)
    if known:
        file.notes += known.notes
    elif pattern is None:
        file.notes.append(Note("pattern-not-said", "GPT-2"))
    return file


def _spelled(pairs: Pairs) -> dict[str, None]:
    tokens = [printed(bytes([byte])) for byte in BY_GPT2]
    return dict.fromkeys([*tokens, *(left + right for left, right in pairs)])


def _byte_level(*, use_regex: bool) -> dict[str, Any]:
    settings = {"add_prefix_space": False, "trim_offsets": False, "use_regex": use_regex}
    return {"type": "ByteLevel", **settings}


def _cuts(pattern: str | None) -> dict[str, Any]:
    """The section `pre_tokenizer`: GPT-2's own cuts without a pattern."""
    if pattern is None:
        return _byte_level(use_regex=True)
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
    parts = [{**split, "invert": False}, _byte_level(use_regex=False)]
    return {"type": "Sequence", "pretokenizers": parts}


def _mark_special(file: HuggingFaceFile, made: set[str]) -> None:
    """Tokens that are neither bytes nor made by merges are special to their makers' program."""
    table = file.table
    for row, spelling in enumerate(table.spellings):
        if len(spelling) > 1 and spelling not in made:
            table.kinds[row] = "special"
            table.contents[row] = spelling.encode()
            file.notes.append(Note("special-by-guess", shown(spelling)))
    del file.notes[20:]


FORMAT = Format("gpt2", NAME, "gpt2.zip", "application/zip", write_gpt2)
