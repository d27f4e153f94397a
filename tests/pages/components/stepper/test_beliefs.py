"""A wrong prediction is answered by the belief behind it, on words found for the purpose."""

import pytest

from bpe_core import Corpus, train_bpe, train_wordpiece
from classroom.beliefs import BELIEFS, NUMBERS
from classroom.distinguishing import FAMILIES, draw_item
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.stepper.beliefs import (
    MOST_UNITS,
    belief_text,
    beliefs_behind,
    mistake_behind,
)
from pages.components.stepper.payload import sum_of


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("family", FAMILIES)
def test_each_wrong_answer_is_known_by_its_belief(family: str, seed: int) -> None:
    """None of the beliefs leads to the right pair."""
    item = draw_item(family, seed)
    trace = train_bpe(Corpus.from_text(" ".join(item.text)))
    ids = {token: i for i, token in enumerate(trace.vocabulary)}
    step = item.step - 1
    for believed in item.believed:
        pair = ids[believed.pair.left], ids[believed.pair.right]
        assert believed.belief in beliefs_behind(trace, step, *pair)
        assert believed.belief in sum_of(trace, step, *pair)["beliefs"]
    told = {believed.belief for believed in item.believed}
    right = ids[item.answer.left], ids[item.answer.right]
    assert not told & set(beliefs_behind(trace, step, *right))


def test_every_belief_has_its_sentence() -> None:
    assert belief_text().keys() == {f"belief_{name}" for name in (*NUMBERS, "refuted")}
    for name, belief in BELIEFS.items():
        text = BELIEF_TEXTS[name]
        assert bool(text.would_win and text.at_vote) == bool(belief.numbers)
        assert bool(text.quote and text.fact) == bool(belief.search)


def test_scores_and_large_corpora_have_none() -> None:
    """With scores, the count does not decide; with a large corpus, a page would wait."""
    words = {"ab": 9, "bc": 1, "bcb": 1, "dbc": 1}
    assert beliefs_behind(train_wordpiece(Corpus.from_counts(words)), 0, 1, 2) == []
    many = Corpus.from_counts({**words, "x" * MOST_UNITS: 1})
    assert beliefs_behind(train_bpe(many, num_merges=1), 0, 1, 2) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_mistake_is_told_with_both_counts(family: str) -> None:
    item = draw_item(family, 1)
    for each in item.believed:
        pair, winner = (f"{p.left} + {p.right}" for p in (each.pair, item.answer))
        said = f"{winner} is merged, with the count {item.count}; {pair} has {each.count}."
        assert mistake_behind(item, each).endswith(f"Step {item.step} shows it: {said}")
