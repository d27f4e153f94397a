"""Words in Chinese text, which is written without spaces: jieba's segmentation.

jieba looks the text up in a dictionary of some 350,000 words with their frequencies, takes the
path whose words are jointly most frequent, and joins characters that no word covers with a hidden
Markov model (Sun Junyi, github.com/fxsjy/jieba). `rjieba` is the same in Rust. It contains its
dictionary, so nothing is downloaded. Unlike BPE, jieba knows Chinese words before it has read any
text, and another segmenter would cut some texts differently.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol


class Segmenter(Protocol):
    """The part of `rjieba` that is used here."""

    def cut(self, text: str) -> list[str]: ...


@cache
def load_segmenter() -> Segmenter:
    """Load jieba with its dictionary: 0.1 s and 30 MB at the first call."""
    import rjieba

    segmenter: Segmenter = rjieba
    return segmenter


def split_chinese(text: str) -> list[str]:
    """Chinese characters cut into Chinese words; joined, they are the text again.

    >>> split_chinese("外婆家在山里")
    ['外婆家', '在', '山里']
    """
    return load_segmenter().cut(text)
