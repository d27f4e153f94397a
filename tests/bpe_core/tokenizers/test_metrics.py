"""The figures of a tokenizer, against counting and arithmetic by hand."""

from collections import Counter
from fractions import Fraction
from math import isnan, log

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.errors import OrderError
from bpe_core.tokenizers.metrics import (
    compression_ratio,
    fertility,
    out_of_vocabulary_rate,
    renyi_efficiency,
)

some_counts = st.lists(st.integers(1, 1000), min_size=2, max_size=30)
orders = st.floats(0.1, 8)


def test_compression_and_fertility_of_a_counted_text() -> None:
    """哈哈 hug: 10 bytes and 2 words, here in 4 tokens."""
    assert compression_ratio(len("哈哈 hug".encode()), 4) == 2.5
    assert fertility(4, 2) == 2.0


def test_an_empty_text_has_no_ratio() -> None:
    assert isnan(compression_ratio(0, 0))
    assert isnan(fertility(0, 0))
    assert out_of_vocabulary_rate([], {"hug"}) == 0


@given(st.lists(st.sampled_from("abcdef")), st.sets(st.sampled_from("abcdef")))
def test_the_out_of_vocabulary_rate_counts_running_words(
    words: list[str], vocabulary: set[str]
) -> None:
    counted = Counter(words)
    unknown = sum(counted[word] for word in counted if word not in vocabulary)
    expected = Fraction(unknown, len(words)) if words else 0
    assert out_of_vocabulary_rate(words, vocabulary) == pytest.approx(float(expected))


@given(some_counts, orders)
@example([2, 1, 1], 1)
def test_efficiency_follows_the_definition(counts: list[int], order: float) -> None:
    """H(p) = ln(sum of p ** order) / (1 - order), for order 1 Shannon's entropy, over ln n."""
    shares = [n / sum(counts) for n in counts]
    if order == 1:
        entropy = -sum(p * log(p) for p in shares)
    else:
        entropy = log(sum(p**order for p in shares)) / (1 - order)
    expected = pytest.approx(entropy / log(len(counts)), rel=1e-5)
    assert renyi_efficiency([0, *counts], order) == expected


def test_one_token_wastes_nothing_and_none_has_no_efficiency() -> None:
    assert renyi_efficiency([7]) == 1
    assert isnan(renyi_efficiency([]))


@pytest.mark.parametrize("order", [0, -1, float("nan")])
def test_an_order_that_is_not_above_zero_is_an_error(order: float) -> None:
    with pytest.raises(OrderError):
        renyi_efficiency([1, 2], order)
