"""Numbers in columns, compared with adding on paper and with tokens whose cuts are known."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.letters_and_digits import (
    add,
    borders_by_place,
    carries,
    count_cuts,
    group_from_left,
    group_from_right,
)
from tests.examples import examples

numbers = st.integers(0, 999_999_999)


class Grouped:
    """Digits in groups of a given size, from the left or from the right; ids count upwards."""

    def __init__(self, size: int, from_right: bool) -> None:
        self.group = group_from_right if from_right else group_from_left
        self.size = size
        self.known: list[bytes] = []

    def encode(self, text: str) -> list[int]:
        start = len(self.known)
        self.known += [group.encode() for group in self.group(text, self.size)]
        return list(range(start, len(self.known)))

    def token(self, token_id: int) -> bytes:
        return self.known[token_id]


@given(numbers, numbers)
def test_carries_are_those_of_adding_on_paper(a: int, b: int) -> None:
    """The digits to the right of a place carry into it what they cannot hold."""
    expected = [p for p in range(1, 10) if a % 10**p + b % 10**p >= 10**p]
    assert carries(str(a), str(b)) == expected


@given(numbers, numbers, st.integers(1, 4))
def test_groups_from_the_right_always_line_up(a: int, b: int, size: int) -> None:
    """A carry crosses a border if its place is a multiple of the size."""
    added = add(Grouped(size, from_right=True), a, b)
    assert added.misaligned == []
    longest = max(map(len, added.numbers))
    assert added.crossing == [p for p in added.carries if p % size == 0 and p < longest]


@given(numbers, st.integers(1, 4))
def test_groups_are_the_number_and_whole_but_for_one(number: int, size: int) -> None:
    digits = str(number)
    left, right = group_from_left(digits, size), group_from_right(digits, size)
    assert "".join(left) == "".join(right) == digits
    assert {len(group) for group in (*left[:-1], *right[1:])} <= {size}


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_borders_are_counted_from_the_right(cut: list[int]) -> None:
    assert borders_by_place(cut) == {sum(cut[i:]) for i in range(1, len(cut))}


@given(st.integers(1, 3))
@examples(10)
def test_every_number_is_cut_in_one_way(size: int) -> None:
    """In groups of a given size, numbers of equal length are all cut alike."""
    cuts = count_cuts(Grouped(size, from_right=False), range(1_200))
    assert sum(cuts.values()) == 1_200
    assert len(cuts) == 4
