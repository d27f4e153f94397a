"""Unigram by brute force, and the numbers of a page: what its tests expect."""

import re
from math import exp

from bpe_core import Corpus
from bpe_core.algorithms.unigram import UnigramTrace, train_unigram
from tests.bpe_core.algorithms.unigram import brute_unigram as brute

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def hug_trace() -> UnigramTrace:
    """The first corpus's training to 10 tokens."""
    return train_unigram(Corpus.from_counts(HUG), vocab_size=10)


def probabilities(step: int) -> dict[str, float]:
    """Each token's probability after a round of the first corpus's training to 10 tokens."""
    trace = hug_trace()
    logarithms = trace.snapshots[step].log_probabilities.tolist()
    return dict(zip(map(str, trace.vocabulary_at(step)), map(exp, logarithms), strict=True))


def segmentations(word: str, p: dict[str, float]) -> list[tuple[list[str], float]]:
    """Every way to cut a word, with its probability."""
    return [([*path], brute.probability(path, p)) for path in brute.segmentations(word, p)]


def cost_without(token: str, p: dict[str, float]) -> float:
    """How much the loss would rise without a token."""
    return brute.removal_cost(token, HUG, p)


def number_in(text: str) -> float:
    """The last number of a text, powers of ten included: "= 2.86 × 10⁻⁶"."""
    digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
    mantissa, power = re.findall(r"([\d,.]+)(?: × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", text)[-1]
    raised = "".join(str(digits.index(digit)) for digit in power) or "0"
    return float(mantissa.replace(",", "")) * 10.0 ** -int(raised)
