"""Entropy patches: the table of next bytes is what counting by hand gives."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.costs import bits_of, character_in
from bpe_core.experiments.entropy_patches import NextBytes, patch_starts

ab = st.text("abc ", max_size=24).map(str.encode)


@given(ab.filter(bool), ab, st.integers(0, 3))
def test_each_guess_counts_what_came_after_the_longest_known_context(
    seen: bytes, text: bytes, order: int
) -> None:
    for end, guess in enumerate(NextBytes([(seen, 1)], order).guesses(text)):
        known = [
            (length, [seen[i + length] for i in range(len(seen) - length)
                      if seen[i : i + length] == text[end - length : end]])
            for length in range(min(order, end) + 1)
        ]  # fmt: skip
        length, following = max((each for each in known if each[1]), key=lambda each: each[0])
        assert guess.context == text[end - length : end]
        assert sorted(guess.counts.elements()) == sorted(following)
        shares = [following.count(byte) / len(following) for byte in set(following)]
        assert guess.entropy == pytest.approx(-sum(p * math.log2(p) for p in shares))


def test_a_word_counts_as_often_as_it_occurs() -> None:
    """After a: b ×3, c ×1, so H = −¾·log2 ¾ − ¼·log2 ¼."""
    (_, guess) = NextBytes([(b"ab", 3), (b"ac", 1)], order=1).guesses(b"ab")
    assert guess.entropy == pytest.approx(0.811278, abs=1e-6)


@given(st.lists(st.floats(0, 8), max_size=20), st.floats(0, 8))
def test_patches_follow_each_other_from_the_first_byte(
    entropies: list[float], threshold: float
) -> None:
    for rule in ("global", "rise"):
        starts = patch_starts(entropies, threshold, rule)  # type: ignore[arg-type]
        assert starts[:1] == [0][: len(entropies)]
        assert starts == sorted(set(starts))
        assert set(starts) <= set(range(len(entropies)))
    assert patch_starts(entropies, -1, "global") == list(range(len(entropies)))
    assert patch_starts(entropies, 9, "global") == [0][: len(entropies)]


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
