"""The figures of a tokenizer, against counting and arithmetic by hand."""

from collections import Counter
from fractions import Fraction
from math import isnan, log, log2

import pytest
from hypothesis import given
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


def test_order_two_is_the_chance_of_meeting_the_same_token_twice() -> None:
    """1/2, 1/4, 1/4: the squares add up to 3/8."""
    assert renyi_efficiency([2, 1, 1], order=2) == pytest.approx(log2(8 / 3) / log2(3))


def test_order_one_is_shannons_entropy() -> None:
    """1/2, 1/4, 1/4 have 1.5 bits."""
    assert renyi_efficiency([2, 1, 1], order=1) == pytest.approx(1.5 / log2(3))
    assert renyi_efficiency([2, 1, 1], order=1 + 1e-7) == pytest.approx(1.5 / log2(3), rel=1e-5)


def test_the_usual_order_follows_the_definition() -> None:
    """H(p) = ln(sum of p ** 2.5) / (1 - 2.5), over the ln of the number of distinct tokens."""
    shares = [0.7, 0.2, 0.1]
    entropy = log(sum(p**2.5 for p in shares)) / (1 - 2.5)
    assert renyi_efficiency([7, 2, 1]) == pytest.approx(entropy / log(3))


@given(some_counts, orders)
def test_efficiency_is_between_nothing_and_one(counts: list[int], order: float) -> None:
    assert 0 <= renyi_efficiency(counts, order) <= 1 + 1e-9


@given(some_counts, orders, st.integers(2, 9))
def test_efficiency_looks_at_shares_of_tokens_that_occur(
    counts: list[int], order: float, times: int
) -> None:
    expected = renyi_efficiency(counts, order)
    assert renyi_efficiency([0, *(n * times for n in counts)], order) == pytest.approx(expected)


@given(st.integers(2, 50), orders)
def test_equal_frequencies_are_most_efficient(tokens: int, order: float) -> None:
    assert renyi_efficiency([3] * tokens, order) == pytest.approx(1)


def test_one_token_wastes_nothing_and_none_has_no_efficiency() -> None:
    assert renyi_efficiency([7]) == 1
    assert isnan(renyi_efficiency([]))


@pytest.mark.parametrize("order", [0, -1, float("nan")])
def test_an_order_that_is_not_above_zero_is_an_error(order: float) -> None:
    with pytest.raises(OrderError):
        renyi_efficiency([1, 2], order)
