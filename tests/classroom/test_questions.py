"""Every generated question, checked against a naive recount that shares no code with it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from itertools import pairwise
from math import isfinite
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from classroom import KINDS, Hand, Pair, Question, Sum, Tokens, Word, draw_questions
from classroom.hand import MOST_UNITS, MOST_WORDS, NotHereError, clear_steps
from classroom.values import look
from sample_corpora import CATALOGUE, load
from tests.bpe_core.oracles import merge_pair, naive_bpe
from tests.bpe_core.strategies import markers, rules, units, word_counts
from tests.examples import examples


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
        found: Counter = Counter()
        for word, count in zip(self.cut(step), self.counts, strict=True):
            for token in word:
                found[token] += count
        return found

    def total(self, step: int) -> int:
        return sum(self.token_counts(step).values())

    def encode(self, word: str, step: int) -> tuple:
        return self.apply(word, range(1, step + 1))

    def apply(self, word: str, steps: Iterable[int]) -> tuple:
        """Apply the merges of these steps one after another, from left to right."""
        if self.unit == "char":
            tokens = [*word, *([self.marker] if self.marker else [])]
        else:
            tokens = [bytes([byte]) for byte in word.encode("utf-8", "surrogatepass")]
            tokens += [self.marker.encode()] if self.marker else []
        for k in steps:
            pair = self.merged(k)
            tokens = merge_pair(tokens, (pair.left, pair.right), self.made(k))
        return tuple(tokens)

    @cached_property
    def last(self) -> int:
        return len(self.run.merges)


def times_in(tokens: tuple, pair: Pair) -> int:
    return sum(two == (pair.left, pair.right) for two in pairwise(tokens))


def words_with(n: Recount, step: int, pair: Pair) -> list[str]:
    return [w for w, c in zip(n.words, n.cut(step), strict=True) if times_in(c, pair)]


def place(n: Recount, question: Question) -> int:
    return n.words.index(question.facts["word"].text)


def least_of(n: Recount, question: Question) -> Pair:
    step = question.facts["step"]
    return min((question.answer, *question.wrong), key=lambda pair: n.pairs(step)[pair])


def is_new(n: Recount, step: int, pair: Pair) -> bool:
    return pair in n.pairs(step) and pair not in n.pairs(step - 1)


def is_gone(n: Recount, step: int, pair: Pair) -> bool:
    return pair in n.pairs(step - 1) and pair not in n.pairs(step)


def first_merge_in(n: Recount, word: str, last: int) -> Pair:
    units = n.encode(word, 0)
    return next(n.merged(k) for k in range(1, last + 1) if times_in(units, n.merged(k)))


def token(value: Tokens) -> str | bytes:
    (only,) = value.tokens
    return only


def vocabulary(n: Recount, step: int) -> list:
    return n.run.texts[: n.base + step]


#: For each kind, whether a choice is right, by the recount `n` and the question's facts `f`.
RIGHT: dict[str, Callable] = {
    "pair_count": lambda n, f, v: v == n.pairs(f["step"])[f["pair"]],
    "most_frequent_pair": lambda n, f, v: (
        n.pairs(f["step"])[v] == max(n.pairs(f["step"]).values()) == f["count"]
    ),
    "absent_pair": lambda n, f, v: v not in n.pairs(f["step"]),
    "pair_words": lambda n, f, v: v == len(words_with(n, f["step"], f["pair"])),
    "pair_in_word": lambda n, f, v: v == times_in(f["word"].tokens, f["pair"]),
    "word_share": lambda n, f, v: v == times_in(f["word"].tokens, f["pair"]) * f["n"],
    "tie_size": lambda n, f, v: (
        v == sum(c == max(n.pairs(f["step"]).values()) for c in n.pairs(f["step"]).values())
    ),
    "tie_winner": lambda n, f, v: v == n.merged(f["step"] + 1),
    "word_with_pair": lambda n, f, v: v.text in words_with(n, f["step"], f["pair"]),
    "pair_kinds": lambda n, f, v: v == len(n.pairs(f["step"])),
    "next_merge": lambda n, f, v: v == n.merged(f["step"]),
    "merged_token": lambda n, f, v: (
        n.merged(f["step"]) == f["pair"] and token(v) == n.made(f["step"])
    ),
    "word_after": lambda n, f, v: any(
        v.tokens == new and f["word"].tokens == old and f["pair"] == n.merged(k)
        for k in range(1, n.last + 1)
        for old, new in zip(n.cut(k - 1), n.cut(k), strict=True)
    ),
    "tokens_saved": lambda n, f, v: v == n.total(f["step"] - 1) - n.total(f["step"]),
    "made_when": lambda n, f, v: n.made(v) == token(f["token"]),
    "parts_of": lambda n, f, v: n.made(f["step"]) == token(f["token"]) and v == n.merged(f["step"]),
    "count_after": lambda n, f, v: v == n.pairs(f["step"])[f["other"]],
    "new_pair": lambda n, f, v: is_new(n, f["step"], v),
    "gone_pair": lambda n, f, v: is_gone(n, f["step"], v),
    "dropped_token": lambda n, f, v: (
        token(v) in n.token_counts(f["step"] - 1) and token(v) not in n.token_counts(f["step"])
    ),
    "unchanged_word": lambda n, f, v: (
        n.cut(f["step"])[n.words.index(v.text)] == n.cut(f["step"] - 1)[n.words.index(v.text)]
    ),
    "vocabulary_size": lambda n, f, v: v == n.special + len(vocabulary(n, f["step"])),
    "tokens_in_use": lambda n, f, v: v == len(n.token_counts(f["step"])),
    "base_size": lambda n, f, v: v == n.base,
    "token_id": lambda n, f, v: v == n.special + n.run.texts.index(token(f["token"])),
    "token_bytes": lambda n, f, v: (
        v
        == sum(
            1 if isinstance(c, int) else len(c.encode("utf-8", "surrogatepass"))
            for c in token(f["token"])
        )
    ),
    "not_yet": lambda n, f, v: token(v) not in vocabulary(n, f["step"]),
    "token_total": lambda n, f, v: v == n.total(f["step"]),
    "word_total": lambda n, f, v: v == sum(n.counts),
    "tokens_per_word": lambda n, f, v: v == round(n.total(f["step"]) / sum(n.counts), 2),
    "bytes_per_token": lambda n, f, v: (
        v
        == round(
            sum(
                len(word.encode("utf-8", "surrogatepass")) * count
                for word, count in zip(n.words, n.counts, strict=True)
            )
            / n.total(f["step"]),
            2,
        )
    ),
    "most_used_token": lambda n, f, v: (
        n.token_counts(f["step"])[token(v)] == max(n.token_counts(f["step"]).values())
    ),
    "token_frequency": lambda n, f, v: v == n.token_counts(f["step"])[token(f["token"])],
    "unknown_character": lambda n, f, v: v.text not in "".join(n.words),
    "unmerged_character": lambda n, f, v: v == len(f["character"].text.encode()),
}
#: The same for kinds that need the question itself.
RIGHT_OF: dict[str, Callable] = {
    "least_frequent_pair": lambda n, q, v: (
        n.pairs(q.facts["step"])[v] == n.pairs(q.facts["step"])[least_of(n, q)] == q.facts["count"]
    ),
    "word_at": lambda n, q, v: v.tokens == n.cut(q.facts["step"])[place(n, q)],
    "word_tokens": lambda n, q, v: v == len(n.cut(q.rules)[place(n, q)]),
    "learned_first": lambda n, q, v: (
        v
        == min(
            (q.answer, *q.wrong),
            key=lambda pair: [n.merged(k) for k in range(1, n.last + 1)].index(pair),
        )
    ),
    "encode_word": lambda n, q, v: v.tokens == n.encode(q.facts["word"].text, q.rules),
    "encode_length": lambda n, q, v: v == len(n.encode(q.facts["word"].text, q.rules)),
    "first_rule": lambda n, q, v: v == first_merge_in(n, q.facts["word"].text, q.rules),
}


def is_right(n: Recount, question: Question, choice: object) -> bool:
    if question.kind in RIGHT_OF:
        return RIGHT_OF[question.kind](n, question, choice)
    return RIGHT[question.kind](n, question.facts, choice)


IsRight = Callable[[Recount, Question, object], bool]


def check_choices(hand: Hand, question: Question, is_right: IsRight) -> None:
    recount = Recount(hand)
    assert is_right(recount, question, question.answer), question
    for choice in question.wrong:
        assert not is_right(recount, question, choice), (question, choice)
    choices = [question.answer, *question.wrong]
    assert 3 <= len({look(choice) for choice in choices}) == len(choices) <= 4
    assert all(not isinstance(choice, float) or isfinite(choice) for choice in choices)


def check_kind(kinds: Mapping[str, Callable], kind: str, is_right: IsRight) -> None:
    """On every sample corpus; each kind can be asked about some of them."""
    asked = 0
    for corpus in CATALOGUE:
        for seed in range(3):
            try:
                question = kinds[kind](hand_of(corpus), Random(seed))
            except NotHereError:
                continue
            check_choices(hand_of(corpus), question, is_right)
            asked += 1
    assert asked


def check(hand: Hand, question: Question) -> None:
    check_choices(hand, question, is_right)
    for value in question.facts.values():
        if isinstance(value, Sum):
            shown = sum(times * count for _, times, count in value.addends)
            assert shown == question.facts.get("count", question.answer) or (
                question.kind == "pair_words" and len(value.addends) == question.answer
            )


def test_every_kind_is_recounted() -> None:
    """A new template without a recount fails here; at least thirty are generated."""
    assert {*RIGHT, *RIGHT_OF} == {*KINDS}
    assert len(KINDS) >= 30


@cache
def hand_of(corpus: str) -> Hand:
    """The words of a sample to ask about: the same for every kind of question."""
    return Hand.of(load(corpus), 1, special_tokens=CATALOGUE[corpus].special_tokens)


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_right_and_no_other_choice_is(kind: str) -> None:
    check_kind(KINDS, kind, is_right)


@examples(60)
@given(word_counts, units, markers, rules, st.integers(0, 10**6))
def test_any_words_give_right_questions(
    counts: dict[str, int], unit: str, marker: str, rule: str, seed: int
) -> None:
    """Whatever the words are: hostile, repetitive, or with a marker that looks like a letter."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    hand = Hand.of(corpus, seed, tie_break=rule)
    for question in draw_questions(hand, seed=seed, size=6):
        check(hand, question)


def test_the_same_seed_gives_the_same_questions() -> None:
    hand = Hand.of(load("english"), 7)
    again = Hand.of(load("english"), 7)
    assert draw_questions(hand, seed=7, size=10) == draw_questions(again, seed=7, size=10)
    assert draw_questions(hand, seed=8, size=10) != draw_questions(hand, seed=7, size=10)


@given(word_counts, units, markers, st.integers(0, 99))
def test_a_hand_is_small_and_clear(
    counts: dict[str, int], unit: str, marker: str, seed: int
) -> None:
    """A few short words of the corpus, and no two tokens that look alike."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    hand = Hand.of(corpus, seed)
    assert 1 <= len(hand.corpus.words) <= MOST_WORDS
    assert all(len(word) <= MOST_UNITS for word in hand.corpus.words)
    assert all(any(word.startswith(taken) for word in counts) for taken in hand.corpus.words)
    if hand.last:
        assert clear_steps(hand.trace) == hand.last


def test_nothing_is_asked_where_tokens_look_alike() -> None:
    """The marker is the letter a: nobody could tell which of the two is meant."""
    hand = Hand.of(Corpus.from_counts({"abab": 3, "ba": 2}, end_of_word="a"), 1)
    assert draw_questions(hand, seed=1, size=10) == []


def test_a_small_corpus_is_taken_as_it_is() -> None:
    assert Hand.of(load("hug"), 99).corpus.words == ["hug", "pug", "pun", "bun", "hugs"]


def test_what_looks_alike_is_one_choice() -> None:
    assert look(Word(" a")) == look(Word("␣a"))
    assert look(Pair("a", "bc")) != look(Pair("ab", "c"))
