"""A belief and the mistake of the same name choose the same pair."""

import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import MISTAKES
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.search import follow
from bpe_core.diagnosis.words import WordMaker
from bpe_core.text.corpus import as_bytes
from classroom.beliefs import NUMBERS, Sight, winners_of
from tests.bpe_core.strategies import word_counts
from tests.examples import examples

SHARED = [name for name in NUMBERS if name in MISTAKES]


def test_most_beliefs_are_known_to_check() -> None:
    assert [
        *("words-once", "pair-once-per-word", "overlaps-as-merged", "pairs-across-words"),
        "counts-not-renewed",
    ] == SHARED


@pytest.mark.parametrize("name", [name for name in SHARED if name != "pairs-across-words"])
@given(counts=word_counts)
@examples(30)
def test_a_trainer_with_the_mistake_merges_what_the_belief_says(name: str, counts: dict) -> None:
    """At the first step, and for counts that are not renewed at the second one."""
    step = 1 if name == "counts-not-renewed" else 0
    trace = train_bpe(Corpus.from_counts(counts), num_merges=step)
    believed = winners_of(Sight.of(trace, step)).get(name) if len(trace) == step else None
    if believed is None:
        return
    right = [(as_bytes(merge.left), as_bytes(merge.right)) for merge in trace.merges]
    merges = [*right, (as_bytes(believed[0]), as_bytes(believed[1]))]
    _way, wrong = next(MISTAKES[name].recipes(Recipe()))
    layout = Layout(WordMaker(counts).make(wrong))
    assert follow(layout, [wrong], merges).is_whole
