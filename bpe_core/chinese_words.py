"""Words in Chinese text, which writes no spaces: jieba's segmentation.

jieba looks the text up in a dictionary of some 350,000 words with their frequencies, takes the way
through it whose words are most frequent together, and joins characters that no word covers by a
hidden Markov model (Sun Junyi, github.com/fxsjy/jieba). `rjieba` is the same in Rust: its
dictionary is inside, so nothing is fetched. Unlike BPE this knows Chinese before it has read
anything, and another segmenter would cut otherwise here and there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Protocol

import regex

HAN_RUN = regex.compile(r"(\p{Han}+)")


class Segmenter(Protocol):
    """What is used of `rjieba`."""

    def cut(self, text: str) -> list[str]: ...


@cache
def load_segmenter() -> Segmenter:
    """jieba with its dictionary: 0.1 s and 30 MB at the first call."""
    import rjieba

    segmenter: Segmenter = rjieba
    return segmenter


def split_chinese_words(word: str) -> list[str]:
    """A word of another pre-tokenizer, its runs of Chinese characters cut into Chinese words.

    A space stays with what follows it; joined, the parts are the word again.

    >>> split_chinese_words(" 外婆家在山里"), split_chinese_words(" tea")
    ([' 外婆家', '在', '山里'], [' tea'])
    """
    return list(_parts(word)) if HAN_RUN.search(word) else [word]


def _parts(word: str) -> Iterator[str]:
    space = ""
    for part in filter(None, HAN_RUN.split(word)):
        if part == " ":
            space = part
            continue
        words = load_segmenter().cut(part) if HAN_RUN.match(part) else [part]
        words[0] = space + words[0]
        space = ""
        yield from words
