"""The sentences about tokenizer files, in English, by their codes: `sentences.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

SENTENCES: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
#: What in a file is not applied, or not shown, and what is assumed about it.
NOTES = SENTENCES["notes"]
#: Why a token is unreachable.
REASONS = SENTENCES["reasons"]
#: What was counted wrongly, where somebody counted the bytes of tokens.
WRONG_COUNTS = SENTENCES["wrong-counts"]
