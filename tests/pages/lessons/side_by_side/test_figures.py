"""The sizes that the lesson "Side by side" names."""

import json

import pytest

from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize(("corpus", "said"), [("hug", "even at the last"), ("inflections", "same")])
def test_sizes_that_differ_at_the_end_are_not_called_the_same(corpus: str, said: str) -> None:
    visitor = Visitor("side_by_side", corpus=corpus, lang="en")
    (found,) = [c.value for c in visitor.app.caption if "sizes differ" in c.value]
    assert said in found


def test_the_seed_is_that_of_the_lesson_about_unigram_and_the_unknown_token() -> None:
    walk = json.loads(Visitor("side_by_side", corpus="hug").component("three_walks").json)
    alone = json.loads(Visitor("unigram", corpus="hug").component("unigram_stepper").bytes)
    assert walk["rounds"][0]["size"] == alone["sizes"][0] + 1
    assert walk["unknown"] not in alone["specials"]
