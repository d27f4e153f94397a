"""What travels to the browser says the same as the trace: checked by a reader written for this."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from pages.components.stepper.payload import (
    MOST_UNITS,
    PIECE_SIZE,
    Walk,
    fork_of,
    piece_of,
    walk_json,
)

COUNTS = st.dictionaries(
    st.text("ab哈é", min_size=1, max_size=8), st.integers(1, 9), min_size=1, max_size=6
)


def read_word(walk: Walk, word: int, step: int) -> list[int]:
    """The token ids of a word at a step, as the browser works them out from the gaps."""
    units, gaps = walk["words"][word], [*walk["closed"][word], 0]
    first_merge = len(walk["specials"]) + len(walk["base"])
    tokens, made = [], 0
    for unit, gap in zip(units, gaps, strict=False):
        if 0 < gap <= step:
            made = max(made, gap)
            continue
        tokens.append(first_merge + made - 1 if made else unit)
        made = 0
    return tokens


def walk_over(trace: Trace) -> Walk:
    walk: Walk = json.loads(walk_json(trace, step=0))
    return walk


@given(COUNTS, st.sampled_from(["char", "byte"]), st.sampled_from(["", "</w>"]))
def test_every_word_can_be_read_at_every_step(counts: dict[str, int], unit: str, end: str) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=end)  # type: ignore[arg-type]
    trace = train_bpe(corpus, special_tokens=("<s>",))
    walk = walk_over(trace)
    for step in range(len(trace) + 1):
        vocabulary = trace.state_at(step).vocabulary
        for word, (tokens, _) in enumerate(trace.state_at(step).words):
            assert [vocabulary[i] for i in read_word(walk, word, step)] == list(tokens)


TEXT = " ".join(f"{a}{b}{c}" for a in "abcde" for b in "fghij" for c in "klmno")


@pytest.mark.parametrize(
    ("step", "pieces"),
    [(0, [0]), (PIECE_SIZE - 1, [0]), (PIECE_SIZE, [0, 1]), (PIECE_SIZE + 1, [1])],
)
def test_what_the_first_picture_needs_travels_along(step: int, pieces: list[int]) -> None:
    """The step itself, and the step before it, whose view explains the merge."""
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
    walk = walk_over(trace)
    assert len(walk["words"][0]) == len(walk["closed"][0]) == MOST_UNITS


@pytest.mark.parametrize("word", ["\ud800", "\x00", "<script>", "e\u0301"])
def test_any_token_survives_json(word: str) -> None:
    walk = walk_over(train_bpe(Corpus.from_counts({word + "x": 2})))
    assert set(word) <= set(walk["base"])


@given(COUNTS, st.data())
def test_a_second_training_is_read_like_the_first(
    counts: dict[str, int], data: st.DataObject
) -> None:
    """Its words at every step, and which tokens only one of the two has made."""
    corpus = Corpus.from_counts(counts)
    trace = train_bpe(corpus)
    pairs = [pair[:2] for pair in trace.views(0, 1)[0].pairs]
    choices = {1: data.draw(st.sampled_from(pairs))} if pairs else {}
    other = train_bpe(corpus, choices=choices)
    walk = walk_over(trace) | json.loads(json.dumps(fork_of(trace, other, key="f")))
    for step in range(len(other) + 1):
        vocabulary = other.state_at(step).vocabulary
        for word, (tokens, _) in enumerate(other.state_at(step).words):
            assert [vocabulary[i] for i in read_word(walk, word, step)] == list(tokens)
    made, others = ({m.token for m in t.merges} for t in (trace, other))
    assert {trace.vocabulary[i] for i in walk["only_rule"]} == made - others
    assert {other.vocabulary[i] for i in walk["only_own"]} == others - made
