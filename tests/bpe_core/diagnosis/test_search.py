"""A search does no work twice, and finds the same as if it did."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import TrainingSpecification, diagnose, search
from bpe_core.diagnosis.attempt import Course, follow, reads_words
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import CHOICE_FIELDS, STEP_FIELDS, Recipe
from bpe_core.diagnosis.word_follower import READ_FIELDS, WordFollower
from bpe_core.diagnosis.words import WordMaker
from tests.bpe_core.strategies import word_counts
from tests.examples import examples


def test_trainers_that_do_the_same_are_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mistakes together often make the words that one makes alone, or count as one does."""
    followed: list[tuple[object, ...]] = []

    def note(layout: Layout, recipes: Sequence[Recipe], *others: Any) -> Course:
        first = recipes[0]
        choices = tuple(recipe.part(CHOICE_FIELDS) for recipe in recipes)
        words = (layout.words.fingerprint, layout.words.space, layout.words.sorted_among)
        steps = first.part(READ_FIELDS if reads_words(first) else STEP_FIELDS)
        followed.append((*words, *steps, *choices))
        return follow(layout, recipes, *others)

    monkeypatch.setattr(search, "follow", note)
    text = "the cat sat on the mat, the hat is on the cat" * 3
    asked = TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges=12)
    trace = train_bpe(Corpus.from_text(text, unit="byte", pre_tokenizer="gpt2"), num_merges=12)
    merges = [(bytes(merge.left), bytes(merge.right)) for merge in trace.merges]  # type: ignore[arg-type]
    merges[6], merges[9] = merges[9], merges[6]
    assert not diagnose(text, asked, merges).explanations
    assert len(followed) == len(set(followed)) > 300


@given(word_counts)
@examples(20)
def test_a_follower_of_words_goes_by_its_own_fields_alone(counts: dict[str, int]) -> None:
    """Wrong updates change nothing for it, so their recipes need not be tried once more."""
    layout = Layout(WordMaker(counts).make(Recipe()))
    right = Recipe(table="words-reinserted")
    wrong = replace(right, lowered="none", raised="old", update_frequencies=False)
    one, other = WordFollower(layout, right), WordFollower(layout, wrong)
    while one.ranking.level:
        assert one.ranking.counts == other.ranking.counts
        pair = next(filter(one.ranking.is_on, one.ranking.members))
        one.merge(pair)
        other.merge(pair)
    assert not other.ranking.level


@given(word_counts, st.sampled_from(["definition", "once-per-word", "score"]))
@examples(40)
def test_the_first_pairs_of_each_way_of_counting_are_those_of_a_follower(
    counts: dict[str, int], counting: str
) -> None:
    """Counted for all pairs at once, and word by word."""
    layout = Layout(WordMaker(counts).make(Recipe()))
    recipe = Recipe(counting=counting, table="reinserted")  # type: ignore[arg-type]
    ranking = WordFollower(layout, recipe).ranking
    assert layout.most_frequent(counting) == set(filter(ranking.is_on, ranking.counts))
