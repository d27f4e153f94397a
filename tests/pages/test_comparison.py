"""Words, characters and BPE side by side; all figures are counted by hand."""

import pytest

from bpe_core import Corpus, train_bpe
from pages.ui.comparison import bpe_figures, character_figures, word_figures

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def test_words_as_tokens() -> None:
    figures = word_figures(Corpus.from_counts(HUG))
    assert (figures.vocabulary_size, figures.token_count) == (5, 36)
    assert figures.tokens_per_word == 1
    assert figures.bytes_per_token == pytest.approx(113 / 36)


def test_characters_as_tokens() -> None:
    figures = character_figures(Corpus.from_counts(HUG))
    assert (figures.vocabulary_size, figures.token_count) == (7, 113)
    assert figures.embedding_parameters == 7 * 768


def test_the_marker_is_one_more_token_for_each_word() -> None:
    figures = character_figures(Corpus.from_counts(HUG, end_of_word="</w>"))
    assert (figures.vocabulary_size, figures.token_count) == (8, 113 + 36)


def test_characters_are_counted_and_not_bytes() -> None:
    figures = character_figures(Corpus.from_counts({"哈哈": 3}, unit="byte"))
    assert (figures.vocabulary_size, figures.token_count) == (1, 6)
    assert figures.bytes_per_token == 3


def test_bpe_moves_from_characters_towards_words() -> None:
    trace = train_bpe(Corpus.from_counts(HUG))
    assert bpe_figures(trace, 0).token_count == 113
    assert bpe_figures(trace, 1).token_count == 113 - 20  # ug stands 20 times
    end = bpe_figures(trace, len(trace))
    assert (end.vocabulary_size, end.token_count) == (7 + 7, 36)
