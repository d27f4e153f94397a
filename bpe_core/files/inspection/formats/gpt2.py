"""GPT-2's two files, `vocab.json` and `merges.txt`, read by Hugging Face's `tokenizers`.

Source: Radford et al., 2019, `encoder.py`; RoBERTa, BART and others came in the same two files.
They say nothing of cuts and special tokens. Vocabularies whose makers are known by their merges
(`known_ranks`) are cut as there; any other by GPT-2's pattern, as in the library's
`ByteLevelBPETokenizer`, and a note says so. A token that no merge makes is special by guess.
"""

from __future__ import annotations

import json
from typing import Any

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.exchange.formats.gpt2 import printed, split_lines
from bpe_core.files.inspection.formats.hugging_face import (
    HuggingFaceFile,
    check_vocabulary,
    open_hugging_face,
)
from bpe_core.files.inspection.formats.known_ranks import find_known
from bpe_core.files.inspection.formats.unpack import as_json
from bpe_core.files.inspection.notes import Note
from bpe_core.files.which_file import check_document
from bpe_core.text.byte_alphabet import BY_GPT2, BYTE_OF


def open_gpt2(vocabulary: str, merges: str, pattern: str | None = None) -> HuggingFaceFile:
    """The tokenizer in the two files; `pattern` says how a text is cut. Raises a `ModelFileError`.

    >>> letters = {letter: i for i, letter in enumerate([*BYTE_OF, "hu"])}
    >>> open_gpt2(json.dumps(letters), "#version: 0.2\\nh u\\n").encode("hu")
    [256]
    """
    ids = as_json(vocabulary)
    if not isinstance(ids, dict):
        raise ModelFileError("field", field="vocab.json")
    check_document(ids)
    check_vocabulary(ids, "BPE")
    pairs = [[left, right] for _, left, right in split_lines(merges)]
    made = {left + right for left, right in pairs}
    _check_alphabet(made)
    known = None if pattern else find_known(_ranks(pairs))
    if known and known.cut_there:
        pattern = known.cut_there
    composes = bool(known and known.is_composed)
    whole: dict[str, Any] = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "NFC"} if composes else None,
        "pre_tokenizer": _cuts(pattern),
        "post_processor": None,
        "decoder": _byte_level(use_regex=True),
        "model": {"type": "BPE", "vocab": ids, "merges": pairs},
    }
    file = open_hugging_face(json.dumps(whole), whole, kind="gpt2")
    _mark_special(file, made)
    if known:
        file.notes += known.notes
    elif pattern is None:
        file.notes.append(Note("pattern-not-said", "GPT-2"))
    return file


def _ranks(pairs: list[list[str]]) -> dict[int, bytes]:
    """Number the tokens that merges make; ids differ between models that have the same merges."""
    tokens = [printed(bytes([byte])) for byte in BY_GPT2] + [left + right for left, right in pairs]
    spelled = enumerate(dict.fromkeys(tokens))
    return {rank: bytes(map(BYTE_OF.__getitem__, token)) for rank, token in spelled}


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


def _check_alphabet(made: set[str]) -> None:
    """Raise `ModelFileError` for merges of anything but bytes, as CLIP and XLM have them."""
    for token in made:
        if token.endswith("</w>"):
            raise ModelFileError("unsupported", field="merges.txt", content="</w>")
        if not all(letter in BYTE_OF for letter in token):
            raise ModelFileError("unsupported", field="merges.txt", content=shown(token))


def _mark_special(file: HuggingFaceFile, made: set[str]) -> None:
    """Tokens that are neither bytes nor made by merges are special to their makers' program."""
    table = file.table
    for row, spelling in enumerate(table.spellings):
        if len(spelling) > 1 and spelling not in made:
            table.kinds[row] = "special"
            table.contents[row] = spelling.encode()
            file.notes.append(Note("special-by-guess", shown(spelling)))
    del file.notes[20:]
