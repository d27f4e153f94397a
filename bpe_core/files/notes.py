"""The notes on a file: what in it is not applied, or not shown, and what is assumed about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Note(NamedTuple):
    """Something in a file that is not shown, or not done, here: a code, and which part."""

    code: str
    part: str = ""


#: What each code says, in English; `{part}` is the part of the file.
NOTES: Mapping[str, str] = {
    "truncation": "This tokenizer is set to truncate long input; here, input is encoded in full.",
    "padding": "This tokenizer is set to pad short input; here, nothing is added.",
    "dropout": (
        "This tokenizer is set to skip merges at random ({part}); here, all of them are applied."
    ),
    "post-processor": (
        "This tokenizer is set to add special tokens around its input ({part}); here, "
        "none are added."
    ),
    "no-replay": "How this kind of file encodes a word ({part}) is not shown step by step.",
    "pattern-group": (
        "The pattern in this file has groups, which change where the text is cut: {part}"
    ),
    "ids-by-order": (
        "This is a merges.txt without its vocab.json: tokens are numbered in the order of the "
        "merges. For their own ids, choose both files."
    ),
    "no-ids": "This file has no ids of its own: tokens are numbered in the order of its rules.",
    "special-by-guess": "{part} is assumed to be a special token: this file does not say.",
    "tokens-left-out": "The file marks its last tokens as unused, so they are left out: {part}.",
    "not-text": "This file has a part that has nothing to do with text and is not shown: {part}",
    "known-ranks": (
        "This file does not say how it splits text. It has the tokens of {part}, so that "
        "vocabulary's pattern is used."
    ),
    "pattern-not-said": (
        "This file does not say how it splits text. The pattern of {part} is used, which may be "
        "wrong for it."
    ),
    "nfc-assumed": (
        "This file does not say that letters and their accents are composed (NFC) first; as in "
        "{part}, they are."
    ),
    "dummy-prefix": "This tokenizer puts a space before each text ({part}).",
    "text-pattern": (
        "A pattern of this file is given as plain text, not as a regular expression, so it only "
        "matches exactly this: {part}"
    ),
    "cased-by-guess": "This file does not say whether it lowercases text: it is assumed not to.",
    "lowercase-by-guess": "This file does not say whether it lowercases text: it is assumed to.",
}
