"""Every question about what a model sees, against a naive recount that shares no code with it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from classroom import KINDS, SEEN_KINDS, Hand, draw_questions
from tests.classroom.answers import SEEN_RIGHT
from tests.classroom.test_questions import check_choices, check_kind, hand_of
from tests.examples import examples, markers, units, word_counts


def test_every_kind_is_recounted_and_there_are_twenty() -> None:
    assert SEEN_RIGHT.keys() == SEEN_KINDS.keys()
    assert len(SEEN_KINDS) >= 20
    assert not SEEN_KINDS.keys() & KINDS.keys()


@pytest.mark.parametrize("kind", SEEN_KINDS)
def test_the_answer_is_right_and_no_other_choice_is(kind: str) -> None:
    check_kind(SEEN_KINDS, kind)


def test_a_token_that_only_one_other_begins_with_is_dropped_too() -> None:
    asked = [SEEN_KINDS["healing_count"](hand_of("hug"), Random(seed)) for seed in range(20)]
    assert 2 in [question.answer for question in asked]


@examples(60)
@given(word_counts, units, markers, st.integers(0, 10**6))
def test_any_words_give_right_questions(
    counts: dict[str, int], unit: str, marker: str, seed: int
) -> None:
    hand = Hand.of(Corpus.from_counts(counts, unit=unit, end_of_word=marker), seed)
    for question in draw_questions(hand, seed=seed, size=9, kinds=SEEN_KINDS):
        check_choices(hand, question)
