"""Bits per token and per byte: what a cut of the same text changes."""

import numpy as np
import pytest

from bpe_core.experiments.information import bits_of, character_in


def test_merging_makes_each_token_harder_and_the_text_shorter() -> None:
    """By hand: a b a b has 1 bit a token and 1 a byte, ab ab none, and a b ab 1.58 a token."""
    assert bits_of(np.array([2, 2]), 4).per_byte == 1
    assert bits_of(np.array([0, 0, 2]), 4).per_byte == 0
    mixed = bits_of(np.array([1, 1, 1]), 4)
    assert mixed.per_token == pytest.approx(1.585, abs=0.001)
    assert mixed.per_byte == pytest.approx(1.585 * 3 / 4, abs=0.001)


@pytest.mark.parametrize("text", ["", " ", "b"])
def test_a_character_that_does_not_occur_tells_nothing(text: str) -> None:
    told = character_in(text, "a")
    assert (told.share, told.bits, told.followers) == (0, 0, 0)
    assert bits_of(np.array([], int), 0).per_byte == 0
