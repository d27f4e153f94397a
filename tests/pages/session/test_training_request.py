"""Equal training requests share one trace, different ones never do."""

from dataclasses import fields, replace

import pytest

from bpe_core import TrainingSpecification
from pages.session.link import OF_A_TRAINING, Link
from pages.session.training_request import TrainingRequest

ASKED = TrainingRequest(TrainingSpecification(num_merges=200), "news-en")


@pytest.mark.parametrize("name", [field.name for field in fields(TrainingSpecification)])
def test_every_field_of_a_specification_is_in_the_key(name: str) -> None:
    assert ASKED.but(**{name: "another value"}).key != ASKED.key


def test_the_same_wish_has_the_same_key() -> None:
    assert ASKED.but(num_merges=201).but(num_merges=200).key == ASKED.key


def test_the_text_is_in_the_key_by_its_digest() -> None:
    """A learner's own text never leads to anybody else's trace."""
    own = replace(ASKED, corpus="own", text="hug pug", digest="a")
    keys = {ASKED.key, own.key, replace(own, digest="b").key, replace(ASKED, corpus="news-de").key}
    assert len(keys) == 4
    assert own.key.startswith("own")
    assert "hug" not in own.key


def test_a_sample_says_what_it_is() -> None:
    """A list of words is a table and a running text is none, whatever it looks like."""
    assert TrainingRequest(TrainingSpecification(), "hug").source()[0].source == "table"
    assert ASKED.source()[0].source == "text"


def test_every_field_of_a_specification_is_in_the_link_or_said_elsewhere() -> None:
    """A new field fails here until a link can say it, or something else decides it."""
    by_the_lesson = {"algorithm", "choices", "hold_out", "switch", "threshold", "together"}
    by_the_text = {"source"}
    outside_the_app = {"alphabet", "max_token_length"}  # by files, by the command line
    others = by_the_lesson | by_the_text | outside_the_app
    assert {field.name for field in fields(TrainingSpecification)} - OF_A_TRAINING == others


def test_what_a_link_leaves_out_is_as_usual() -> None:
    usual = TrainingSpecification(unit="byte", end_of_word="</w>", num_merges=50)
    assert Link().specification(usual) == usual
    said, _ = Link.from_params({"marker": "", "merges": "0", "tie": "lowest-id", "special": "<s>"})
    assert said.specification(usual) == replace(
        usual, end_of_word="", num_merges=0, tie_break="lowest-id", special_tokens=("<s>",)
    )
