"""Entropy patches: a text is cut where the next byte is hard to guess, without any vocabulary.

A model of the next byte says how sure it is. Its entropy H is high where many bytes may come, as at
the beginning of a word, and low where the rest is foreseeable. A *patch* begins where H is above a
threshold, or where it rises by more than a threshold. Source: Pagnoni et al., 2024, "Byte Latent
Transformer: Patches Scale Better Than Tokens", where the model is a small transformer.

Unlike there, the model here is a table: how often each byte came after the last few bytes of a
training text. Where that context never occurred, a shorter one is used, and at last none at all.
Unlike BPE, nothing is merged, and the same bytes can be cut differently elsewhere.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

#: How a patch begins: above a threshold, or by a rise above it.
Rule = Literal["global", "rise"]


@dataclass(frozen=True)
class Guess:
    """A prediction of the next byte: its context, and how often each byte followed that."""

    context: bytes
    counts: Counter[int]

    @property
    def entropy(self) -> float:
        """H = −Σ p · log2 p over the bytes that may come, in bits.

        >>> Guess(b"a", Counter({98: 1, 99: 1, 100: 2})).entropy
        1.5
        """
        total = self.counts.total()
        return -sum(n / total * math.log2(n / total) for n in self.counts.values()) + 0.0


class NextBytes:
    """How often each byte came after the last `order` bytes, and after any fewer.

    >>> table = NextBytes([(b"abac", 1)], order=1)
    >>> guess = table.guess(b"ca")
    >>> guess.context, dict(guess.counts)
    (b'a', {98: 1, 99: 1})
    """

    def __init__(self, texts: Iterable[tuple[bytes, int]], order: int) -> None:
        """Count texts, each so many times."""
        self.order = order
        self._after: dict[bytes, Counter[int]] = {b"": Counter()}
        for text, times in texts:
            for end, byte in enumerate(text):
                for begin in range(max(0, end - order), end + 1):
                    self._after.setdefault(text[begin:end], Counter())[byte] += times

    def guess(self, before: bytes) -> Guess:
        """Predict the byte after `before`, by the longest context that occurred."""
        lengths = range(min(self.order, len(before)), -1, -1)
        contexts = (before[len(before) - length :] for length in lengths)
        context = next(each for each in contexts if each in self._after)  # at last, no bytes at all
        return Guess(context, self._after[context])

    def guesses(self, text: bytes) -> list[Guess]:
        """The guess before each byte of a text."""
        return [self.guess(text[:end]) for end in range(len(text))]


def patch_starts(entropies: Sequence[float], threshold: float, rule: Rule) -> list[int]:
    """Where patches begin: at the first byte, and wherever the rule says so.

    >>> patch_starts([3, 1, 2.5, 2.6], 2.5, "global"), patch_starts([3, 1, 2.5, 2.6], 1, "rise")
    ([0, 3], [0, 2])
    >>> patch_starts([3], 9, "global"), patch_starts([], 1, "rise")
    ([0], [])
    """
    before = [0, *entropies[:-1]] if rule == "rise" else [0] * len(entropies)
    rises = [now - last for now, last in zip(entropies, before, strict=False)]
    return [i for i, rise in enumerate(rises) if not i or rise > threshold]
