"""GPT-2's two files, `vocab.json` and `merges.txt`, read by Hugging Face's `tokenizers`.

Source: Radford et al., 2019, `encoder.py`; RoBERTa, BART and others came in the same two files.
They say nothing of cuts and special tokens: a text is cut by GPT-2's pattern, as in the library's
`ByteLevelBPETokenizer`, and a token that no merge makes is known to its makers' program alone.
"""

from __future__ import annotations

import json
from typing import Any

from bpe_core.files.errors import FileContentError, UnsupportedError, shown
from bpe_core.files.exchange.formats.gpt2 import split_lines
from bpe_core.files.inspection.formats.hugging_face import (
    HuggingFaceFile,
    check_vocabulary,
    open_hugging_face,
)
from bpe_core.files.inspection.formats.unpack import as_json
from bpe_core.files.inspection.model import Note
from bpe_core.text.byte_alphabet import BYTE_OF


def open_gpt2(vocabulary: str, merges: str) -> HuggingFaceFile:
    """The tokenizer in the two files. Raises a `ModelFileError`.

    >>> letters = {letter: i for i, letter in enumerate([*BYTE_OF, "hu"])}
    >>> open_gpt2(json.dumps(letters), "#version: 0.2\\nh u\\n").encode("hu")
    [256]
    """
    ids = as_json(vocabulary)
    if not isinstance(ids, dict):
        raise FileContentError("field", field="vocab.json")
    check_vocabulary(ids, "BPE")
    pairs = [[left, right] for _, left, right in split_lines(merges)]
    made = {left + right for left, right in pairs}
    _check_alphabet(made)
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True}
    byte_level["trim_offsets"] = False
    whole: dict[str, Any] = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": byte_level,
        "post_processor": None,
        "decoder": byte_level,
        "model": {"type": "BPE", "vocab": ids, "merges": pairs},
    }
    file = open_hugging_face(json.dumps(whole), whole, kind="gpt2")
    _mark_special(file, made)
    return file


def _check_alphabet(made: set[str]) -> None:
    """Raise `UnsupportedError` for merges of anything but bytes, as CLIP and XLM have them."""
    for token in made:
        if token.endswith("</w>"):
            raise UnsupportedError("unsupported", field="merges.txt", content="</w>")
        if not all(letter in BYTE_OF for letter in token):
            raise UnsupportedError("unsupported", field="merges.txt", content=shown(token))


def _mark_special(file: HuggingFaceFile, made: set[str]) -> None:
    """Tokens that are neither bytes nor made by merges are special to their makers' program."""
    table = file.table
    for row, spelling in enumerate(table.spellings):
        if len(spelling) > 1 and spelling not in made:
            table.kinds[row] = "special"
            table.contents[row] = spelling.encode()
            file.notes.append(Note("special-by-guess", shown(spelling)))
    del file.notes[20:]
