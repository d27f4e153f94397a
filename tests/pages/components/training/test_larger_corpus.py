"""When counts are offered for words that occur once each."""

from typing import NoReturn

from bpe_core import Corpus, train_bpe
from pages.components.training.larger_corpus import counts_for


class Uncut(str):
    """A text that must not be cut into words: for a large one, everybody would wait."""

    def split(self, *_how: object, **_named: object) -> NoReturn:
        raise AssertionError("was cut")


def test_words_whose_pairs_occur_once_get_counts() -> None:
    trace = train_bpe(Corpus.from_text("tea sun"))
    assert counts_for(trace, "tea sun") == "tea 4\nsun 3"


def test_a_text_with_a_pair_that_recurs_is_not_cut_into_words() -> None:
    trace = train_bpe(Corpus.from_text("tea tea"))
    assert counts_for(trace, Uncut("tea tea")) == ""
