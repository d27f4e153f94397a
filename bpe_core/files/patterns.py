"""Pre-tokenization as one regular expression whose matches are the words.

minbpe and tiktoken express it that way. All three engines support Unicode classes. Unlike a
`PreTokenizer`, a pattern cannot put anything before a text (`metaspace`).
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.files.errors import FormatError
from bpe_core.text.pre_tokenization import (
    BERT_PATTERN,
    DIGITS_BY_THREE_PATTERN,
    DIGITS_FROM_RIGHT_PATTERN,
    DIGITS_PATTERN,
    GPT2_PATTERN,
    GPT4_PATTERN,
    SPACE_PATTERN,
    WORD_PATTERN,
)
from bpe_core.text.published_patterns import R50K

PATTERNS: Mapping[str, str] = {
    "whitespace": WORD_PATTERN.pattern,
    "space": SPACE_PATTERN.pattern,
    "bert": BERT_PATTERN.pattern,
    "gpt2": GPT2_PATTERN.pattern,
    "gpt4": GPT4_PATTERN.pattern,
    "digits": DIGITS_PATTERN.pattern,
    "digits-by-three": DIGITS_BY_THREE_PATTERN.pattern,
    "digits-by-three-from-right": DIGITS_FROM_RIGHT_PATTERN.pattern,
    "none": r"(?s:.+)",
}


#: The same cuts in other words: minbpe's own patterns (Karpathy, `regex.py`), and tiktoken's.
#: Possessive quantifiers are quicker, and where what follows never begins with what they took,
#: they change nothing; of whitespace `\s*[\r\n]` takes as much as `\s*[\r\n]+`.
OTHER_SPELLINGS: Mapping[str, str] = {
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2",
    R50K: "gpt2",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+": "gpt4",
}


def find_by_pattern(pattern: str) -> str | None:
    """The pre-tokenization that cuts as a pattern does; None if the pattern is not known here.

    >>> find_by_pattern(r"(?s:.+)"), find_by_pattern("a")
    ('none', None)
    """
    names = {known: name for name, known in PATTERNS.items()}
    return names.get(pattern) or OTHER_SPELLINGS.get(pattern)


def pattern_of(pre_tokenizer: str, format: str) -> str:
    """The pattern of a pre-tokenization, or `FormatError` for a format of patterns.

    >>> pattern_of("digits", ".model")
    '\\\\p{N}|[^\\\\s\\\\p{N}]+'
    """
    if pre_tokenizer not in PATTERNS:
        raise FormatError("pre-tokenization", format=format, pre_tokenizer=pre_tokenizer)
    return PATTERNS[pre_tokenizer]
