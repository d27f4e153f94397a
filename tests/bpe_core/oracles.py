"""Slow and obvious references: everything is counted again at each step.

They share no code with `bpe_core`. A corpus is a list of words, a word is a list of token ids,
and the texts of the tokens are in a list. Unlike the fast trainer, they know nothing of gaps.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

import regex

MARK = "marker"
T = TypeVar("T")
Pair = tuple[int, int]
#: Given the number of a step and its pairs, another pair to merge; or None, for the rule's.
Choose = Callable[[int, Sequence[Pair]], Pair | None]


@dataclass
class NaiveStep:
    """The corpus at one step: words, pairs in reading order, and the pair that was merged."""

    words: list[list[int]]
    counts: dict[Pair, int]
    ranked: list[Pair] = field(default_factory=list)


@dataclass
class NaiveRun:
    texts: list[str] | list[bytes]
    word_counts: list[int]
    steps: list[NaiveStep]
    merges: list[tuple[int, int, int]]
    choices: Mapping[int, Pair] = field(default_factory=dict)


def between_white_space(text: str) -> list[str]:
    """The words of a text; unlike for `str.split`, U+001C to U+001F are not whitespace."""
    return regex.findall(r"\S+", text)


def spell(words: list[str], unit: str, marker: str) -> tuple[list, list[list[int]]]:
    """The base tokens in order, and the words as their ids."""
    if unit == "byte":
        texts: list = [bytes([i]) for i in range(256)]
        spelled = [list(word.encode("utf-8", "surrogatepass")) for word in words]
        if marker:
            texts.append(marker.encode())
            spelled = [[*word, 256] for word in spelled]
        return texts, spelled
    symbols = sorted(
        {(c, "") for word in words for c in word} | ({(marker, MARK)} if marker else set())
    )
    number = {symbol: i for i, symbol in enumerate(symbols)}
    end = [number[marker, MARK]] if marker else []
    return [text for text, _ in symbols], [[*(number[c, ""] for c in w), *end] for w in words]


def count_pairs(words: Iterable[Sequence[T]], word_counts: Iterable[int]) -> dict[tuple[T, T], int]:
    counts: dict[tuple[T, T], int] = {}
    for word, times in zip(words, word_counts, strict=True):
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + times
    return counts


def merge_pair(word: list[T], pair: tuple[T, T], new: T) -> list[T]:
    """From left to right: the new token begins no pair of the old ones. Tokens are ids or texts."""
    merged: list[T] = []
    for token in word:
        if merged and (merged[-1], token) == pair:
            merged[-1] = new
        else:
            merged.append(token)
    return merged


def rank(counts: Mapping[Pair, float], texts: list, rule: str) -> list[Pair]:
    """All pairs, the highest count or score first; the rule orders equal ones."""
    pairs = list(counts)  # in order of first occurrence
    if rule == "lowest-id":
        pairs.sort()
    elif rule == "largest-text":
        pairs.sort(key=lambda p: ((texts[p[0]], -p[0]), (texts[p[1]], -p[1])), reverse=True)
    elif rule != "first-seen":
        raise NotImplementedError(f"the oracle does not know the tie rule {rule}")
    return sorted(pairs, key=lambda p: -counts[p])


def size_in_bytes(text: str | bytes) -> int:
    return len(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


def naive_bpe(
    corpus: Mapping[str, int],
    *,
    unit: str = "char",
    end_of_word: str = "",
    num_merges: int | None = None,
    min_frequency: int = 1,
    rule: str = "first-seen",
    choices: Mapping[int, Pair] | None = None,
    choose: Choose | None = None,
    longest: int = 4096,
) -> NaiveRun:
    """Train as tutorials do, keeping everything.

    `choices` says which steps merge another pair; `choose` says so step by step, given the pairs.

    The training ends before a token of more than `longest` bytes.
    """
    texts, words = spell(list(corpus), unit, end_of_word)
    word_counts = list(corpus.values())
    steps, merges = [], []
    chosen_at = dict(choices or {})
    while True:
        counts = count_pairs(words, word_counts)
        step = NaiveStep(words, counts, rank(counts, texts, rule))
        steps.append(step)
        if not counts or len(merges) == num_merges:
            break
        number = len(merges) + 1
        if choose and (other := choose(number, step.ranked)):
            chosen_at[number] = other
        chosen = chosen_at.get(number)
        pair = chosen or step.ranked[0]
        if not chosen and counts[pair] < min_frequency:
            break
        new, text = len(texts), texts[pair[0]] + texts[pair[1]]
        if size_in_bytes(text) > longest:
            break
        texts.append(text)
        merges.append((*pair, counts[pair]))
        words = [merge_pair(word, pair, new) for word in words]
    return NaiveRun(texts, word_counts, steps, merges, chosen_at)
