"""Guess the recipe: each step's inequality as a learner can check it."""

import json

from bpe_core.algorithms.parity.parallel_corpus import parallel_corpora
from pages.lessons.two_languages.recipe import COPIES, recipe_walk, secret_of
from tests.pages.whole_app.visitor import Visitor


def test_the_inequality_of_a_step_and_the_end() -> None:
    """By hand: ab ×3 and ×1, ac ×1 and ×2, so (1 − s)·3 + s·1 ≥ (1 − s)·1 + s·2, or s ≤ 2/3."""
    one, other = parallel_corpora(["ab ab ab ac", "ab ac ac"], unit="byte").each
    walk = json.loads(recipe_walk((one, other), "first-seen", 60, 40).to_json())
    start, first, *_, end = walk["events"]
    assert start["bars"][0][0][1:3] == [1, "0% – 100%"]
    assert first["says"] == "at_most"
    assert [first["named"][name] for name in ("a", "b", "high_a", "high_b", "high")] == [
        *("3", "1", "1", "2", "2/3 ≈ 66.7%")
    ]
    assert first["bars"][0][0][1:3] == [0.6667, "0% – 66.7%"]
    assert end["named"] == {"share": "60", "guess": "40"}
    assert end["bars"][0][0][5] == 0.6
    assert walk["panels"][0]["limit"] == 0.4


def test_a_guess_and_another_mixture_are_in_the_link() -> None:
    visitor = Visitor("languages", corpus="news-en", guess=30, recipe=7)
    assert visitor.app.slider(key="recipe_guess").value == 30
    visitor.press("Another mixture")
    assert visitor.address["recipe"] == "8"
    end = json.loads(visitor.component("recipe_walk").bytes)["events"][-1]
    assert end["named"] == {"share": str(secret_of(8)), "guess": "30"}


def test_every_mixture_has_both_texts() -> None:
    assert all(5 <= secret_of(seed) <= COPIES - 5 for seed in range(1, 300))
