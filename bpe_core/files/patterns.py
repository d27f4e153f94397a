"""Pre-tokenization as one regular expression whose matches are the words.

That is how minbpe and tiktoken say it. All three engines know Unicode classes. Unlike a
`PreTokenizer`, a pattern cannot put anything before a text (`metaspace`).
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.files.errors import PreTokenizationError
from bpe_core.text.pre_tokenization import (
    BERT_PATTERN,
    DIGITS_BY_THREE_PATTERN,
    DIGITS_PATTERN,
    GPT2_PATTERN,
    GPT4_PATTERN,
    WORD_PATTERN,
)

PATTERNS: Mapping[str, str] = {
    "whitespace": WORD_PATTERN.pattern,
    "bert": BERT_PATTERN.pattern,
    "gpt2": GPT2_PATTERN.pattern,
    "gpt4": GPT4_PATTERN.pattern,
    "digits": DIGITS_PATTERN.pattern,
    "digits-by-three": DIGITS_BY_THREE_PATTERN.pattern,
    "none": r"(?s:.+)",
}


def pattern_of(pre_tokenizer: str, format: str) -> str:
    """The pattern of a pre-tokenization, or `PreTokenizationError` for a format of patterns.

    >>> pattern_of("digits", ".model")
    '\\\\p{N}|[^\\\\s\\\\p{N}]+'
    """
    if pre_tokenizer not in PATTERNS:
        raise PreTokenizationError(format=format, pre_tokenizer=pre_tokenizer)
    return PATTERNS[pre_tokenizer]
