"""Counts are offered for words that occur once each."""

from typing import NoReturn

import pytest

from bpe_core import Corpus, train_bpe
from pages.components.training.larger_corpus import counts_for
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


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


@pytest.mark.parametrize("view", ["", "locked"])
def test_counts_are_offered_unless_a_link_for_a_class_fixes_the_text(view: str) -> None:
    visitor = Visitor(text=encode_text("tea sun"), view=view)
    assert ("Add counts" in [button.label for button in visitor.app.button]) == (not view)
