"""Unigram by trying every segmentation of every word. It shares no code with `bpe_core`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from math import log, prod

Path = tuple[str, ...]


def segmentations(word: str, tokens: Mapping[str, float]) -> Iterator[Path]:
    """Every way to write the word in these tokens: each gap has a bar or not."""
    for bars in product((True, False), repeat=len(word) - 1):
        cuts = [0, *(i + 1 for i, bar in enumerate(bars) if bar), len(word)]
        path = tuple(word[a:b] for a, b in pairwise(cuts))
        if all(token in tokens for token in path):
            yield path


def probability(path: Path, tokens: Mapping[str, float]) -> float:
    return prod(tokens[token] for token in path)


def total(word: str, tokens: Mapping[str, float]) -> float:
    return sum(probability(path, tokens) for path in segmentations(word, tokens))


def loss(words: Mapping[str, int], tokens: Mapping[str, float]) -> float:
    return -sum(count * log(total(word, tokens)) for word, count in words.items())


def removal_cost(token: str, words: Mapping[str, int], tokens: Mapping[str, float]) -> float:
    """How much the loss rises without the token, if all others stay as they are."""
    others = {other: p for other, p in tokens.items() if other != token}
    return loss(words, others) - loss(words, tokens)


def seed_counts(words: Mapping[str, int], longest: int, size: int) -> dict[str, int]:
    """Single units by code point, then substrings that occur at least twice, by count x length.

    If there are more than `size`, those stay that are not just part of one longer substring.
    """
    counts: Counter[str] = Counter()
    first: dict[str, tuple[int, int]] = {}
    for number, (word, count) in enumerate(words.items()):
        for start in range(len(word)):
            for end in range(start + 1, min(start + longest, len(word)) + 1):
                counts[word[start:end]] += count
                first.setdefault(word[start:end], (number, start))
    single = sorted(token for token in counts if len(token) == 1)
    longer = [token for token, n in counts.items() if len(token) > 1 and n >= 2]
    longer.sort(key=lambda token: (-counts[token] * len(token), first[token], len(token)))
    parts = {
        token[cut]
        for token in longer
        for cut in (slice(1, None), slice(None, -1))
        if counts[token[cut]] == counts[token]
    }
    chosen = sorted(longer, key=lambda token: token in parts)[:size]
    return {token: counts[token] for token in [*single, *sorted(chosen, key=longer.index)]}


def logarithms(probabilities: Mapping[str, float]) -> dict[str, float]:
    return {token: log(p) for token, p in probabilities.items()}
