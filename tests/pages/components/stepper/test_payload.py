"""The stepper's payload is small, and any text arrives unchanged.

That it agrees with the trace is checked with the browser's own code, in
test_walks_read_by_the_browser.py.
"""

import json

import pytest

from bpe_core import Corpus, train_bpe
from pages.components.stepper.payload import MOST_UNITS, PIECE_SIZE, Walk, piece_of, walk_json

TEXT = " ".join(f"{a}{b}{c}" for a in "abcde" for b in "fghij" for c in "klmno")


@pytest.mark.parametrize(
    ("step", "pieces"),
    [(0, [0]), (PIECE_SIZE - 1, [0]), (PIECE_SIZE, [0, 1]), (PIECE_SIZE + 1, [1])],
)
def test_what_the_first_picture_needs_travels_along(step: int, pieces: list[int]) -> None:
    """The step itself, and the one before, whose view explains the merge."""
    trace = train_bpe(Corpus.from_text(TEXT))
    walk = json.loads(walk_json(trace, step=step))
    assert [int(piece) for piece in walk["pieces"]] == pieces
    assert walk["step"] == step
    assert json.loads(walk_json(trace, step=10_000))["step"] == len(trace)


def test_pieces_tile_the_walk() -> None:
    trace = train_bpe(Corpus.from_text(TEXT))
    pieces = [piece_of(trace, piece) for piece in range(len(trace) // PIECE_SIZE + 2)]
    assert sum(map(len, pieces)) == len(trace) + 1
    assert pieces[-1] == [] or len(trace) % PIECE_SIZE == PIECE_SIZE - 1


def test_a_huge_word_is_cut_and_says_so() -> None:
    trace = train_bpe(Corpus.from_counts({"ab" * MOST_UNITS: 1}), num_merges=3)
    walk: Walk = json.loads(walk_json(trace, step=0))
    assert len(walk["words"][0]) == len(walk["closed"][0]) == MOST_UNITS
    whole = train_bpe(Corpus.from_counts({"a" * MOST_UNITS: 1}, end_of_word=""), num_merges=3)
    assert len(json.loads(walk_json(whole, step=0))["closed"][0]) == MOST_UNITS - 1
