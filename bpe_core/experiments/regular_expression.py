r"""The merge as many tutorials print it: a regular expression over words written with spaces.

A word is written as its tokens with spaces between them, and a merge replaces `e s` by `es`, but
only where no other character touches it: `(?<!\S)e s(?!\S)`. Source: Sennrich, Haddow and Birch,
2016, "Neural Machine Translation of Rare Words with Subword Units", Algorithm 1.

Unlike `merge_pair` in the textbook, which works on lists of tokens, this mixes tokens up with the
signs that separate and replace them: a token with whitespace or a backslash in it breaks it.
Simpler still, `str.replace` forgets where a token ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.text.corpus import Corpus
from bpe_core.textbook import merge_pair

Pair = tuple[str, str]


def merge_by_expression(word: str, pair: Pair) -> str:
    """Algorithm 1 as it was printed, for one word. Raises `re.error` where Python's `sub` does.

    >>> merge_by_expression("n e w e s t", ("e", "s"))
    'n e w es t'
    """
    bigram = re.escape(" ".join(pair))
    return re.sub(r"(?<!\S)" + bigram + r"(?!\S)", "".join(pair), word)


def merge_by_replacing(word: str, pair: Pair) -> str:
    """The same without the expression, as shorter tutorials print it.

    >>> merge_by_replacing("t he s t", ("e", "s"))
    't hes t'
    """
    return word.replace(" ".join(pair), "".join(pair))


@dataclass(frozen=True)
class Walked:
    """The words of a corpus after a step of each program; an error's text where one has ended.

    `pair` is what the step merged; None before the first one.
    """

    pair: Pair | None
    right: list[list[str]]
    by_expression: list[list[str]] | str
    by_replacing: list[list[str]]


def walked(counts: Mapping[str, int], num_merges: int) -> list[Walked]:
    """The merges of a corpus, made in each way, step by step.

    >>> [(step.pair, step.by_replacing) for step in walked({"hug": 2, "hu": 1}, 1)]
    [(None, [['h', 'u', 'g'], ['h', 'u']]), (('h', 'u'), [['hu', 'g'], ['hu']])]
    """
    words: list[list[str]] = [list(word) for word in counts]
    steps = [Walked(None, words, words, words)]
    for merge in train_bpe(Corpus.from_counts(counts), num_merges=num_merges).merges:
        pair = str(merge.left), str(merge.right)
        last = steps[-1]
        by_expression: list[list[str]] | str
        try:
            by_expression = _rewritten(last.by_expression, pair)
        except re.error as error:
            by_expression = str(error)
        steps.append(
            Walked(
                pair,
                [_merged(word, pair) for word in last.right],
                by_expression,
                [merge_by_replacing(" ".join(w), pair).split(" ") for w in last.by_replacing],
            )
        )
    return steps


def _merged(word: list[str], pair: Pair) -> list[str]:
    merged: list[str] = merge_pair(word, pair, "".join(pair))  # type: ignore[no-untyped-call]
    return merged


def _rewritten(words: list[list[str]] | str, pair: Pair) -> list[list[str]] | str:
    """The words after a merge by the expression; a program that has ended stays as it is."""
    if isinstance(words, str):
        return words
    return [merge_by_expression(" ".join(word), pair).split(" ") for word in words]
