"""Every generated question, checked against a naive recount that shares no code with it."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from math import isfinite
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from classroom import KINDS, SEEN_KINDS, Hand, Pair, Question, Sum, Tokens, draw_questions
from classroom.hand import MOST_MERGES, MOST_UNITS, MOST_WORDS, NotHereError, clear_steps
from classroom.values import look
from classroom.worksheet import MOST_PAIRS, make_revealing_worksheet, make_worksheet
from sample_corpora import CATALOGUE, load
from tests.bpe_core.oracles import naive_bpe
from tests.classroom.answers import (
    BELIEVED,
    RIGHT,
    Shown,
    merge_all,
    right_choices,
    units_of,
    uses,
)
from tests.examples import examples, markers, rules, units, word_counts


class Recount:
    """The same words, trained on and counted as in a tutorial, with texts instead of ids."""

    def __init__(self, hand: Hand) -> None:
        corpus = hand.corpus
        self.special = len(hand.trace.special_tokens)
        self.unit, self.marker = corpus.unit, corpus.end_of_word
        self.words = list(corpus.words)
        self.counts = corpus.counts.tolist()
        self.run = naive_bpe(
            dict(zip(self.words, self.counts, strict=True)),
            unit=self.unit,
            end_of_word=self.marker,
            num_merges=hand.last,
            rule=hand.trace.tie_break,
        )
        self.base = len(self.run.texts) - len(self.run.merges)

    def cut(self, step: int) -> list[tuple]:
        return [tuple(self.run.texts[i] for i in word) for word in self.run.steps[step].words]

    def pairs(self, step: int) -> dict[Pair, int]:
        texts = self.run.texts
        step_counts = self.run.steps[step].counts
        return {Pair(texts[a], texts[b]): n for (a, b), n in step_counts.items()}

    def merged(self, step: int) -> Pair:
        left, right, _ = self.run.merges[step - 1]
        return Pair(self.run.texts[left], self.run.texts[right])

    def made(self, step: int) -> str | bytes:
        return self.run.texts[self.base + step - 1]

    def token_counts(self, step: int) -> Counter:
        return uses(list(zip(self.cut(step), self.counts, strict=True)))

    def total(self, step: int) -> int:
        return self.token_counts(step).total()

    def apply(self, word: str, steps: Iterable[int]) -> tuple:
        """Apply the merges of these steps one after another, from left to right."""
        pairs = [(pair.left, pair.right) for pair in map(self.merged, steps)]
        return merge_all(units_of(word, self.unit, self.marker), pairs)


class Drawn(Shown):
    """The content of a question, with the words and merges of a recount."""

    def __init__(self, n: Recount, question: Question) -> None:
        self.kind, self.facts = question.kind, question.facts
        self.choices = [question.answer, *question.wrong]
        self.unit, self.marker, self.special = n.unit, n.marker, n.special
        at = question.words_at
        self.words = [] if at is None else list(zip(n.cut(at), n.counts, strict=True))
        merges = [self.tokens(n.merged(k)) for k in range(1, len(n.run.merges) + 1)]
        self.rules = [(pair, n.made(k)) for k, pair in enumerate(merges, 1)][: question.rules]
        self.merges = merges[at or 0 :]

    def tokens(self, value: Any) -> tuple:
        return (value.left, value.right) if isinstance(value, Pair) else value.tokens

    def text(self, value: Any) -> str:
        return value.text

    def number(self, value: Any) -> float:
        return value


#: Kinds about the merge of a step; the words beside them are those before it.
OF_A_MERGE = {
    *("next_merge", "merged_token", "tokens_saved", "parts_of", "count_after", "new_pair"),
    *("gone_pair", "dropped_token", "unchanged_word"),
}


def check_facts(n: Recount, question: Question) -> None:
    """Check a question apart from its choices: the step, and the facts it names of it."""
    facts, at, step = question.facts, question.words_at, question.facts.get("step")
    if question.kind in OF_A_MERGE:
        assert at in (None, step - 1)
        assert facts.get("pair", n.merged(step)) == n.merged(step)
    elif step and at:
        assert at == step
    if question.kind in ("parts_of", "token_id"):
        assert facts["token"] == Tokens((n.made(step),))
    if question.kind in ("most_frequent_pair", "least_frequent_pair"):
        assert facts["count"] == n.pairs(at)[question.answer]
    if question.kind == "word_after":
        steps = (zip(n.cut(k - 1), n.cut(k), strict=True) for k in range(1, len(n.run.steps)))
        before_and_after = (facts["word"].tokens, question.answer.tokens)
        merged = [k for k, words in enumerate(steps, 1) if before_and_after in words]
        assert facts["pair"] in map(n.merged, merged)
    assert facts.get("first", n.special + n.base) == n.special + n.base
    if question.kind == "count_after":
        assert facts["before"] == n.pairs(at)[facts["other"]]
    if question.kind == "not_yet":
        assert question.rules == step


def check_choices(recount: Recount, question: Question) -> None:
    drawn = Drawn(recount, question)
    if question.kind == "parts_tokens":
        parts = zip(("left", "right"), ("tokens", "more"), strict=True)
        for part, tokens in parts:
            assert question.facts[tokens].tokens == drawn.encoded(part)
    assert right_choices(drawn) == [0], question
    for choice, belief in zip(question.wrong, question.beliefs, strict=False):
        if belief and question.kind != "next_merge":  # see test_beliefs.py
            assert BELIEVED[question.kind, belief](drawn, choice), question
    check_facts(recount, question)
    choices = [question.answer, *question.wrong]
    assert 3 <= len({look(choice) for choice in choices}) == len(choices) <= 4
    assert all(not isinstance(choice, float) or isfinite(choice) for choice in choices)


def check(recount: Recount, question: Question) -> None:
    check_choices(recount, question)
    for value in question.facts.values():
        if isinstance(value, Sum):
            shown = sum(times * count for _, times, count in value.addends)
            assert shown == question.facts.get("count", question.answer) or (
                question.kind == "pair_words" and len(value.addends) == question.answer
            )


def test_every_kind_is_recounted() -> None:
    """A new template without a recount fails here; at least fifty are generated."""
    assert {*RIGHT} == {*KINDS, *SEEN_KINDS}
    assert len(RIGHT) >= 50


@cache
def hand_of(corpus: str) -> Hand:
    """The words of a sample to ask about: the same for every kind of question."""
    return Hand.of(load(corpus), 1, special_tokens=CATALOGUE[corpus].special_tokens)


@cache
def recount_of(corpus: str) -> Recount:
    return Recount(hand_of(corpus))


@pytest.mark.parametrize("kind", KINDS | SEEN_KINDS)
def test_the_answer_is_right_and_no_other_choice_is(kind: str) -> None:
    """On every sample corpus; each kind can be asked about some of them."""
    asked = 0
    for corpus in CATALOGUE:
        for seed in range(3):
            with suppress(NotHereError):
                question = (KINDS | SEEN_KINDS)[kind](hand_of(corpus), Random(seed))
                check_choices(recount_of(corpus), question)
                asked += 1
    assert asked


@examples(60)
@given(word_counts, units, markers, rules, st.integers(0, 10**6))
def test_any_words_give_right_questions(
    counts: dict[str, int], unit: str, marker: str, rule: str, seed: int
) -> None:
    """Whatever the words are: hostile, repetitive, or with a marker that looks like a letter."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    hand = Hand.of(corpus, seed, tie_break=rule)
    recount = Recount(hand)
    for kinds in (KINDS, SEEN_KINDS):
        for question in draw_questions(hand, seed=seed, size=6, kinds=kinds):
            check(recount, question)


@given(word_counts, units, markers, st.integers(0, 99))
def test_a_hand_is_small_and_clear(
    counts: dict[str, int], unit: str, marker: str, seed: int
) -> None:
    """A few short words of the corpus, spelled as there, and no two tokens that look alike."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, alphabet="gpt2")
    hand = Hand.of(corpus, seed)
    spelled = [(c.unit, c.end_of_word, c.alphabet, c.normalizer) for c in (corpus, hand.corpus)]
    assert spelled[0] == spelled[1]
    assert 1 <= len(hand.corpus.words) <= MOST_WORDS
    assert all(len(word) <= MOST_UNITS for word in hand.corpus.words)
    assert all(any(word.startswith(taken) for word in counts) for taken in hand.corpus.words)
    if hand.last:
        assert clear_steps(hand.trace) == hand.last


def test_nothing_is_asked_where_tokens_look_alike() -> None:
    """The marker is the letter a: nobody could tell which of the two is meant."""
    hand = Hand.of(Corpus.from_counts({"abab": 3, "ba": 2}, end_of_word="a"), 1)
    assert draw_questions(hand, seed=1, size=10) == []


@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_that_reveals_says_so_from_its_step_on(seed: int) -> None:
    item = make_revealing_worksheet(seed=seed, merges=MOST_MERGES).item
    assert item is not None
    items = [make_revealing_worksheet(seed=seed, merges=merges).item for merges in (1, 2, 3, 4, 5)]
    assert [each is None for each in items] == [merges < item.step for merges in (1, 2, 3, 4, 5)]


def test_a_token_that_only_one_other_begins_with_is_dropped_too() -> None:
    asked = [SEEN_KINDS["healing_count"](hand_of("hug"), Random(seed)) for seed in range(20)]
    assert 2 in [question.answer for question in asked]


@given(word_counts, units, markers, rules, st.integers(0, 99), st.integers(1, 8))
def test_every_answer_is_recounted(
    counts: dict[str, int], unit: str, marker: str, rule: str, seed: int, merges: int
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    hand = Hand.of(corpus, seed, tie_break=rule)
    sheet = make_worksheet(hand, seed=seed, merges=merges)
    recount = Recount(hand)
    assert len(sheet.steps) == min(merges, hand.last)
    for k, step in enumerate(sheet.steps, 1):
        before = recount.pairs(k - 1)
        highest = max(before.values())
        assert step.pairs[0] == (recount.merged(k), highest)
        assert [count for _, count in step.pairs] == sorted(before.values())[::-1][:MOST_PAIRS]
        assert all(before[pair] == count for pair, count in step.pairs)
        assert step.tied == list(before.values()).count(highest)
        assert step.token == recount.made(k)
        assert step.words == list(zip(recount.cut(k), recount.counts, strict=True))
        assert step.token_total == recount.total(k)
    for word, tokens in sheet.new_words:
        assert word not in counts
        assert tokens == recount.apply(word, range(1, len(sheet.steps) + 1))
