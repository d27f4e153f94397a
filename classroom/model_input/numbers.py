"""Numbers: digits in groups, columns, place values, and carries. No merge is needed for these."""

from random import Random

from bpe_core.experiments.letters_and_digits import (
    carries,
    group_from_left,
    group_from_right,
)
from classroom.hand import Hand, near
from classroom.values import Question, Tokens, Value, Word

#: Digits in a group.
GROUP = 3


def _uneven_number(random: Random) -> str:
    """A number whose groups from the left differ from those from the right."""
    return _number(random, random.choice((4, 5, 7, 8)))


def _number(random: Random, size: int) -> str:
    return str(random.randrange(10 ** (size - 1), 10**size))


def _groups(digits: str, kind: str) -> Tokens:
    by_kind = {
        "left": group_from_left(digits, GROUP),
        "right": group_from_right(digits, GROUP),
        "single": [*digits],
        "twos": group_from_left(digits, 2),
    }
    return Tokens(tuple(by_kind[kind]))


def _grouped(hand: Hand, random: Random, kind: str, right: str, other: str) -> Question:
    digits = _uneven_number(random)
    wrong = [_groups(digits, name) for name in (other, "single", "twos")]
    names = ("from-the-other-end", "digit-by-digit", "in-twos")
    beliefs: dict[Value, str] = dict(zip(wrong, names, strict=True))
    return hand.question(kind, _groups(digits, right), wrong, beliefs=beliefs, word=Word(digits))


def digits_from_left(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the left?"""
    return _grouped(hand, random, "digits_from_left", "left", "right")


def digits_from_right(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the right?"""
    return _grouped(hand, random, "digits_from_right", "right", "left")


def aligned_number(hand: Hand, random: Random) -> Question:
    """Which number, grouped from the left, has its boundaries in the same columns as another?"""
    size = random.choice((4, 5, 6))
    first = _number(random, size)
    answer = Word(_number(random, random.choice((size, size + GROUP))))
    sizes = [n for n in range(size - 1, size + GROUP) if (n - size) % GROUP]
    wrong = [Word(_number(random, n)) for n in random.sample(sizes, 3)]
    return hand.question("aligned_number", answer, wrong, word=Word(first))


def place_value(hand: Hand, random: Random) -> Question:
    """Which number does the first token of a long number stand for, grouped from the left?"""
    digits = _uneven_number(random)
    first, following = int(digits[:GROUP]), len(digits) - GROUP
    beliefs: dict[Value, str] = {
        first: "token-is-value",
        first * 10**GROUP: "always-thousands",
    }
    answer = first * 10**following
    powers = [first * 10 ** max(0, following + by) for by in (1, -1, 2, -2, 3)]
    wrong = near(answer, first, first * 10**GROUP, spare=powers)
    return hand.question(
        "place_value",
        answer,
        wrong,
        beliefs=beliefs,
        word=Word(digits),
        token=Tokens((digits[:GROUP],)),
        n=following,
    )


def carry_count(hand: Hand, random: Random) -> Question:
    """Into how many places is a one carried when two numbers are added?"""
    a, b = (_number(random, random.choice((4, 5, 6))) for _ in range(2))
    answer = len(carries(a, b))
    return hand.question("carry_count", answer, near(answer), left=Word(a), right=Word(b))


def carries_crossing(hand: Hand, random: Random) -> Question:
    """How many carries go from one token into another, grouped from the right?"""
    a, b = (_number(random, random.choice((5, 6, 7, 8))) for _ in range(2))
    moved = carries(a, b)
    borders = set(range(GROUP, 10, GROUP))
    answer = len(borders & set(moved))
    beliefs: dict[Value, str] = {len(moved): "every-carry"}
    return hand.question(
        "carries_crossing",
        answer,
        near(answer, len(moved)),
        beliefs=beliefs,
        left=Word(a),
        right=Word(b),
        n=len(moved),
    )
