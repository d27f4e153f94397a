"""The diagnosis breaks ties as the training's own rules do."""

import pytest
from hypothesis import given

from bpe_core import TIE_RULES
from bpe_core.diagnosis import ties
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.ties import Chooser
from bpe_core.diagnosis.trainer import Trainer
from bpe_core.diagnosis.words import WordMaker
from tests.bpe_core.strategies import markers, units, word_counts
from tests.examples import examples


@pytest.mark.parametrize("name", TIE_RULES)
@given(word_counts, units, markers)
@examples(20)
def test_an_order_takes_what_its_rule_takes(name, counts, unit, marker) -> None:
    recipe = Recipe(unit=unit, marker=marker, tie=name)
    trainer = Trainer(Layout(WordMaker(counts).make(recipe)), recipe)
    fast, rule = Chooser(trainer, recipe), Chooser(trainer, recipe)
    rule.order = ties.RULE
    while trainer.ranking.level:
        winner = fast.winner()
        assert rule.winner() == winner
        trainer.merge(winner)
