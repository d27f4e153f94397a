"""What a follower says about ties is what the training's own rule says."""

import pytest
from hypothesis import given

from bpe_core import TIE_RULES
from bpe_core.diagnosis.attempt import make_follower
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.tie_orders import RuleJudge, View, find_tie_order
from bpe_core.diagnosis.words import WordMaker
from tests.bpe_core.strategies import markers, units, word_counts
from tests.examples import examples


@pytest.mark.parametrize("name", TIE_RULES)
@given(word_counts, units, markers)
@examples(20)
def test_an_order_takes_what_its_rule_takes(name, counts, unit, marker) -> None:
    recipe = Recipe(unit=unit, marker=marker, tie=name)
    follower = make_follower(Layout(WordMaker(counts).make(recipe)), recipe)
    view = View(follower, recipe.numbering)
    fast, rule = find_tie_order(name).judge(view), RuleJudge(TIE_RULES[name], view)
    while follower.ranking.level:
        winner = fast.winner()
        assert rule.winner() == winner
        follower.merge(winner)
