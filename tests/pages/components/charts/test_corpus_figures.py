"""The plain figures of words and characters, against counting by hand."""

import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe
from pages.components.charts.corpus_figures import (
    character_figures,
    figures_at,
    growth_of,
    word_figures,
)
from tests.bpe_core.strategies import markers, units, word_counts


@given(word_counts, units, markers)
def test_character_figures_are_those_of_the_words(
    counts: dict[str, int], unit: str, marker: str
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    figures = character_figures(corpus)
    extra = 1 if marker else 0
    assert figures.token_count == sum((len(w) + extra) * n for w, n in counts.items())
    assert figures.vocabulary_size == len({c for word in counts for c in word}) + extra
    assert figures.word_count == sum(counts.values())


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_growth_says_what_each_step_says(unit: str) -> None:
    trace = train_bpe(Corpus.from_text("哈哈哈哈 hug hugs", unit=unit), special_tokens=["<s>"])
    growth = growth_of(trace)
    for name, values in growth.items():
        steps = range(len(trace) + 1)
        assert values == [getattr(figures_at(trace, step), name) for step in steps]


def test_word_figures_count_different_words() -> None:
    assert word_figures(Corpus.from_text("a b a")).vocabulary_size == 2
