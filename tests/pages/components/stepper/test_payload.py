"""The stepper's payload is small, and any text arrives unchanged.

That it agrees with the trace is checked with the browser's own code, in
test_walks_read_by_the_browser.py.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from pages.components.stepper.payload import (
    MOST_UNITS,
    PIECE_SIZE,
    Data,
    landmarks,
    piece_of,
    walk_json,
)

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
    walk: Data = json.loads(walk_json(trace, step=0))
    assert len(walk["words"][0]) == len(walk["closed"][0]) == MOST_UNITS
    whole = train_bpe(Corpus.from_counts({"a" * MOST_UNITS: 1}, end_of_word=""), num_merges=3)
    assert len(json.loads(walk_json(whole, step=0))["closed"][0]) == MOST_UNITS - 1


COUNTS = st.dictionaries(
    st.text("abcé", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=8
)


@given(COUNTS, st.sampled_from(["", "</w>"]))
def test_marked_are_the_steps_that_broke_a_tie_and_the_first_whole_word(
    counts: dict[str, int], marker: str
) -> None:
    trace = train_bpe(Corpus.from_counts(counts, end_of_word=marker))
    found = landmarks(trace)
    pairs = zip(found["tied"][::2], found["tied"][1::2], strict=True)
    tied = [step for first, length in pairs for step in range(first, first + length)]
    states = [trace.state_at(k) for k in range(len(trace) + 1)]
    assert tied == [k + 1 for k in range(len(trace)) if len(states[k].ties) > 1]
    begun = [len(tokens) > 1 for tokens, _count in states[0].words]
    whole = [
        (step, word)
        for step, state in enumerate(states)
        for (tokens, _count), long, word in zip(state.words, begun, trace.corpus.words, strict=True)
        if long and len(tokens) == 1
    ]
    assert found["whole"] == (whole[0] if whole else None)


def test_scores_are_not_marked_as_ties() -> None:
    trace = train_wordpiece(Corpus.from_counts({"ab": 1, "cd": 1}))
    assert landmarks(trace) == {"tied": [], "whole": (1, "ab")}
