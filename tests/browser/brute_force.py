"""Unigram by brute force, and the numbers of a page: what its tests expect."""

import re
from collections.abc import Iterator
from math import exp, log

from bpe_core import Corpus
from bpe_core.algorithms.unigram import UnigramTrace, train_unigram

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def hug_trace() -> UnigramTrace:
    """The first corpus's training to 10 tokens."""
    return train_unigram(Corpus.from_counts(HUG), vocab_size=10)


def probabilities(step: int) -> dict[str, float]:
    """Each token's probability after a round of the first corpus's training to 10 tokens."""
    trace = hug_trace()
    logarithms = trace.snapshots[step].log_probabilities.tolist()
    return dict(zip(map(str, trace.vocabulary_at(step)), map(exp, logarithms), strict=True))


def segmentations(word: str, p: dict[str, float]) -> Iterator[tuple[list[str], float]]:
    """Every way to cut a word, with its probability: the slow and obvious way."""
    if not word:
        yield [], 1.0
    for end in range(1, len(word) + 1):
        if word[:end] in p:
            for rest, probability in segmentations(word[end:], p):
                yield [word[:end], *rest], p[word[:end]] * probability


def cost_without(token: str, p: dict[str, float]) -> float:
    """How much the loss would rise without a token."""
    without = {other: value for other, value in p.items() if other != token}
    cost = 0.0
    for word, count in HUG.items():
        now = sum(value for _, value in segmentations(word, p))
        cost += count * log(now / sum(value for _, value in segmentations(word, without)))
    return cost


def number_in(text: str) -> float:
    """The last number of a text, powers of ten included: "= 2.86 × 10⁻⁶"."""
    digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
    mantissa, power = re.findall(r"([\d,.]+)(?: × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", text)[-1]
    raised = "".join(str(digits.index(digit)) for digit in power) or "0"
    return float(mantissa.replace(",", "")) * 10.0 ** -int(raised)
