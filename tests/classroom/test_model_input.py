"""Every question about what a model sees, against a naive recount that shares no code with it."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from classroom import KINDS, SEEN_KINDS, Hand, Pair, Question, Word, draw_questions
from sample_corpora import CATALOGUE
from tests.bpe_core.strategies import markers, units, word_counts
from tests.classroom.test_questions import Recount, check_choices, check_kind, hand_of, token
from tests.examples import examples


def split(n: Recount, question: Question) -> tuple:
    """The tokens of the question's word."""
    return n.encode(question.facts["word"].text, question.rules)


def text_of(one: str | bytes) -> str:
    return one if isinstance(one, str) else one.decode("latin-1")


def bare(n: Recount, tokens: tuple) -> list[str]:
    """The tokens without the marker at their end."""
    *others, last = tokens
    marker = n.marker if isinstance(last, str) else n.marker.encode()
    return [*map(text_of, others), text_of(last.removesuffix(marker))]


def keeps(n: Recount, left: str, right: str, rules: int) -> bool:
    return n.encode(left, rules) + n.encode(right, rules) == n.encode(left + right, rules)


def as_texts(cut: Pair) -> tuple[str, str]:
    parts = (cut.left, cut.right)
    return tuple(p if isinstance(p, str) else p.decode("utf-8", "surrogatepass") for p in parts)


def from_left(digits: str) -> list[str]:
    return [digits[i : i + 3] for i in range(0, len(digits), 3)]


def from_right(digits: str) -> list[str]:
    return [group[::-1] for group in from_left(digits[::-1])][::-1]


def columns(digits: str, shared: int) -> set[int]:
    """The number of digits to the right of each border, for columns that both numbers have."""
    ends = {len("".join(from_left(digits)[i:])) for i in range(1, len(from_left(digits)))}
    return {place for place in ends if place < shared}


def is_aligned(one: str, other: str) -> bool:
    shared = min(len(one), len(other))
    return columns(one, shared) == columns(other, shared)


def carried(one: str, other: str) -> list[int]:
    """By columns: the digits below a place add up to more than fits there."""
    a, b = int(one), int(other)
    places = range(1, max(len(one), len(other)) + 1)
    return [place for place in places if a % 10**place + b % 10**place >= 10**place]


def vocabulary(n: Recount, rules: int) -> list:
    return n.run.texts[: n.base + rules]


def may_follow(n: Recount, question: Question) -> list:
    start = token(question.facts["token"])
    return [each for each in vocabulary(n, question.rules) if each.startswith(start)]


def letters_in_longer_tokens(n: Recount, question: Question) -> int:
    tokens = [*map(text_of, split(n, question))]
    return sum(
        len(letters)
        for whole, letters in zip(tokens, bare(n, split(n, question)), strict=True)
        if len(letters) > 1 or whole != letters
    )


def is_alone(n: Recount, question: Question, word: str) -> bool:
    return question.facts["character"].text in map(text_of, n.encode(word, question.rules))


#: For each kind, whether a choice is right, by the recount `n` and the question `q`.
RIGHT: dict[str, Callable] = {
    "letter_tokens": lambda n, q, v: (
        v == sum(q.facts["character"].text in part for part in bare(n, split(n, q)))
    ),
    "letters_inside": lambda n, q, v: v == letters_in_longer_tokens(n, q),
    "letter_alone": lambda n, q, v: is_alone(n, q, v.text),
    "spelled_out": lambda n, q, v: (
        v == sum(len(n.encode(letter, q.rules)) for letter in q.facts["spelled"].text.split(" "))
    ),
    "parts_tokens": lambda n, q, v: (
        v == sum(len(n.encode(q.facts[side].text, q.rules)) for side in ("left", "right"))
    ),
    "changed_places": lambda n, q, v: (
        v
        == sum(
            not keeps(n, q.facts["word"].text[:at], q.facts["word"].text[at:], q.rules)
            for at in range(1, len(q.facts["word"].text))
        )
    ),
    "harmless_cut": lambda n, q, v: (
        "".join(as_texts(v)) == q.facts["word"].text
        and keeps(n, *as_texts(v), q.rules)
        and all(isinstance(part, str) == (n.unit == "char") for part in (v.left, v.right))
    ),
    "healing_count": lambda n, q, v: v == len(may_follow(n, q)),
    "healing_token": lambda n, q, v: token(v) in may_follow(n, q),
    "digits_from_left": lambda n, q, v: list(v.tokens) == from_left(q.facts["word"].text),
    "digits_from_right": lambda n, q, v: list(v.tokens) == from_right(q.facts["word"].text),
    "aligned_number": lambda n, q, v: is_aligned(v.text, q.facts["word"].text),
    "place_value": lambda n, q, v: v == int(q.facts["word"].text) - int(q.facts["word"].text[3:]),
    "carry_count": lambda n, q, v: v == len(carried(q.facts["left"].text, q.facts["right"].text)),
    "carries_crossing": lambda n, q, v: (
        v == sum(place % 3 == 0 for place in carried(q.facts["left"].text, q.facts["right"].text))
    ),
    "copies_in_window": lambda n, q, v: (
        v * len(split(n, q)) <= q.facts["n"] < (v + 1) * len(split(n, q))
    ),
    "attention_steps": lambda n, q, v: v == sum(1 for _ in split(n, q) for _ in split(n, q)),
    "dearest_word": lambda n, q, v: (
        len(n.encode(v.text, q.rules)) == max(len(n.encode(w, q.rules)) for w in n.words)
    ),
    "saved_by_merging": lambda n, q, v: (
        v == len(n.encode(q.facts["word"].text, 0)) - len(split(n, q))
    ),
    "embedding_numbers": lambda n, q, v: (
        v == (n.special + len(vocabulary(n, q.facts["step"]))) * q.facts["width"]
    ),
    "typed_special": lambda n, q, v: v == len([*q.facts["word"].text]),
    "chat_careful": lambda n, q, v: v == 2 * q.facts["n"],
    "chat_careless": lambda n, q, v: v == 2 * q.facts["n"] + q.facts["m"],
    "look_alike_bytes": lambda n, q, v: (
        v
        == len(
            q.facts["word"]
            .text.replace(q.facts["character"].text, "\u0430")
            .encode("utf-8", "surrogatepass")
        )
    ),
    "decomposed_bytes": lambda n, q, v: (
        v == len(unicodedata.normalize("NFD", q.facts["character"].text).encode())
    ),
    "invisible_bytes": lambda n, q, v: (
        v == len((q.facts["word"].text + "\u200b" * q.facts["n"]).encode("utf-8", "surrogatepass"))
    ),
}


def is_right(n: Recount, question: Question, choice: object) -> bool:
    return RIGHT[question.kind](n, question, choice)


def test_every_kind_is_recounted_and_there_are_twenty() -> None:
    assert RIGHT.keys() == SEEN_KINDS.keys()
    assert len(SEEN_KINDS) >= 20
    assert not SEEN_KINDS.keys() & KINDS.keys()


@pytest.mark.parametrize("kind", SEEN_KINDS)
def test_the_answer_is_right_and_no_other_choice_is(kind: str) -> None:
    check_kind(SEEN_KINDS, kind, is_right)


@examples(60)
@given(word_counts, units, markers, st.integers(0, 10**6))
def test_any_words_give_right_questions(
    counts: dict[str, int], unit: str, marker: str, seed: int
) -> None:
    hand = Hand.of(Corpus.from_counts(counts, unit=unit, end_of_word=marker), seed)
    for question in draw_questions(hand, seed=seed, size=9, kinds=SEEN_KINDS):
        check_choices(hand, question, is_right)


def test_the_right_choice_is_the_longest_in_at_most_a_third() -> None:
    """Its look must not give it away: nor is it the largest number more often than that."""
    longest = total = 0
    for corpus in CATALOGUE:
        for question in draw_questions(hand_of(corpus), seed=1, size=30, kinds=SEEN_KINDS):
            sizes = [_size(choice) for choice in question.wrong]
            longest += _size(question.answer) > max(sizes)
            total += 1
    assert longest <= total / 3


def _size(choice: object) -> float:
    if isinstance(choice, int | float):
        return choice
    if isinstance(choice, Word):
        return len(choice.text)
    if isinstance(choice, Pair):
        return len(choice.left) + len(choice.right)
    return len(choice.tokens)  # type: ignore[attr-defined]
