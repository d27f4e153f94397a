"""Pre-tokenization as one regular expression whose matches are the words.

That is how minbpe and tiktoken say it. Both use engines that know Unicode classes.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.pre_tokenization import GPT2_PATTERN, WHITE

#: What `str.split` takes for white space: Unicode's White_Space and four control characters.
SPLIT_AT = rf"{WHITE}\x1c-\x1f"
PATTERNS: Mapping[str, str] = {
    "gpt2": GPT2_PATTERN.pattern,
    "whitespace": rf"[^{SPLIT_AT}]+",
    "none": r"(?s:.+)",
}
