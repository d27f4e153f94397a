"""The cost of a text at every vocabulary size, and in patches without any, counted again."""

import math
from fractions import Fraction
from itertools import pairwise
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.experiments.costs import (
    Paying,
    bits_of,
    character_in,
    stops_paying,
    tokens_at_every_step,
)
from bpe_core.experiments.entropy_patches import NextBytes, patch_starts
from tests.bpe_core.oracles import merge_pair, spell
from tests.examples import examples, markers, rules, units, word_counts


def counted_again(trace: Trace, words: dict[str, int]) -> list[int]:
    """Spell the words, then make each merge in all of them and count; unknown characters stay."""
    corpus = trace.corpus
    texts = list(corpus.base_vocabulary)
    if corpus.unit == "byte":
        _, spelled = spell(list(words), "byte", corpus.end_of_word)
    else:
        ends = [] if corpus.marker_id is None else [corpus.marker_id]
        known = {t: i for i, t in enumerate(texts) if i != corpus.marker_id}
        spelled = [[*(known.get(c, -1) for c in word), *ends] for word in words]
    sizes = []
    merges = [(-2, -2), *((left, right) for left, right, _ in trace.base_merges.tolist())]
    for step, pair in enumerate(merges):
        spelled = [merge_pair(word, pair, len(texts) + step - 1) for word in spelled]
        sizes.append(sum(n * len(w) for n, w in zip(words.values(), spelled, strict=True)))
    return sizes


@given(word_counts, word_counts, units, markers, rules)
@examples(200)
def test_every_size_is_as_counted_one_by_one(
    corpus: dict[str, int], words: dict[str, int], unit: str, marker: str, rule: str
) -> None:
    made = Corpus.from_counts(corpus, unit=unit, end_of_word=marker)
    trace = train_bpe(made, num_merges=25, tie_break=rule, special_tokens=["<s>"])
    assert tokens_at_every_step(trace, words).tolist() == counted_again(trace, words)


@given(st.integers(1, 300), st.lists(st.integers(0, 40), max_size=150), st.integers(0, 3_000))
def test_from_there_on_it_never_pays_again(first: int, savings: list[int], rest: int) -> None:
    """The rule of the docstring in fractions: 10 percent more tokens, 1 percent shorter."""
    tokens = [rest + sum(savings[k:]) for k in range(len(savings) + 1)]
    pays = {}
    for k, now in enumerate(tokens):
        then = ceil(Fraction(first + k) * Fraction(11, 10)) - first
        if then < len(tokens):
            pays[first + k] = now > 0 and Fraction(now - tokens[then], now) >= Fraction(1, 100)
    for same in (0, 7):
        assert stops_paying(first, np.full(300, same)) == (Paying.STOPS, first)
    found, size = stops_paying(first, np.array(tokens))
    if not pays:
        assert (found, size) == (Paying.TOO_FEW_MERGES, first)
    elif pays[max(pays)]:
        assert (found, size) == (Paying.TO_THE_END, max(pays))
    else:
        assert found is Paying.STOPS
        assert not any(pays[each] for each in pays if each >= size)
        assert size == first or pays[size - 1]


ab = st.text("abc ", max_size=24).map(str.encode)


@given(ab.filter(bool), ab, st.integers(0, 3), st.integers(1, 3))
def test_each_guess_counts_what_came_after_the_longest_known_context(
    seen: bytes, text: bytes, order: int, times: int
) -> None:
    for end, guess in enumerate(NextBytes([(seen, times)], order).guesses(text)):
        known = [
            (length, [seen[i + length] for i in range(len(seen) - length)
                      if seen[i : i + length] == text[end - length : end]])
            for length in range(min(order, end) + 1)
        ]  # fmt: skip
        length, following = max((each for each in known if each[1]), key=lambda each: each[0])
        assert guess.context == text[end - length : end]
        assert sorted(guess.counts.elements()) == sorted(following * times)
        shares = [following.count(byte) / len(following) for byte in set(following)]
        assert guess.entropy == pytest.approx(-sum(p * math.log2(p) for p in shares))


@given(st.lists(st.floats(0, 8), max_size=20), st.floats(0, 8))
def test_a_patch_starts_at_the_first_byte_and_where_the_rule_says_so(
    entropies: list[float], threshold: float
) -> None:
    jumps = [0, *(now - before for before, now in pairwise(entropies))][: len(entropies)]
    for rule, values in (("global", entropies), ("rise", jumps)):
        starts = [i for i, value in enumerate(values) if not i or value > threshold]
        assert patch_starts(entropies, threshold, rule) == starts  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", " ", "b"])
def test_a_character_that_does_not_occur_tells_nothing(text: str) -> None:
    told = character_in(text, "a")
    assert (told.share, told.bits, told.followers) == (0, 0, 0)
    assert bits_of(np.array([], int), 0).per_byte == 0
