"""The lesson "Side by side": what is sent, what the browser makes of it, and the figures."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from bpe_core.algorithms.three_algorithms import HOLD_OUT, SideBySide, train_side_by_side
from pages.lessons.side_by_side.three_walks import (
    LONGEST_TOKEN,
    PIECE_SIZE,
    three_walks_of,
    three_walks_piece,
    word_of,
)
from tests.browser.tricky import TRICKY
from tests.examples import examples
from tests.pages.components.browser_code import Script
from tests.pages.whole_app.visitor import Visitor


@pytest.fixture(scope="module")
def long_walk() -> SideBySide:
    """More steps than a piece has, and WordPiece with fewer than BPE."""
    words = {f"{a}{b}{c}": 1 + (a * b) % 7 for a in range(10) for b in range(10) for c in range(10)}
    three = train_side_by_side(Corpus.from_counts(words), vocab_size=400)
    assert len(three) > 2 * PIECE_SIZE
    assert len(three.wordpiece) < len(three.bpe)
    return three


def test_pieces_hold_every_merge_once(long_walk: SideBySide) -> None:
    pieces = [three_walks_piece(long_walk, n) for n in range(len(long_walk) // PIECE_SIZE + 1)]
    views = [view for piece in pieces for view in piece]
    assert len(views) == len(long_walk) + 1
    for name in ("bpe", "wordpiece"):
        trace = getattr(long_walk, name)
        rows = [view[name] for view in views if name in view]
        assert [row[:3] for row in rows] == [[m.left, m.right, m.token] for m in trace.merges]
        assert [row[3] for row in rows] == trace.merge_counts.tolist()
    assert three_walks_piece(long_walk, len(pieces)) == []


@pytest.mark.parametrize("step", [0, PIECE_SIZE - 1, PIECE_SIZE, 10_000])
def test_the_piece_of_the_step_travels_along(long_walk: SideBySide, step: int) -> None:
    walk = three_walks_of(long_walk, step=step)
    assert list(walk["pieces"]) == [min(step, len(long_walk)) // PIECE_SIZE]


def test_huge_tokens_are_cut() -> None:
    three = train_side_by_side(Corpus.from_counts({"ab" * 100: 9, "c" * 48: 9}), vocab_size=24)
    tokens = [t for view in three_walks_piece(three, 0) for row in view.values() for t in row[:3]]
    assert max((len(str(t)), t == "c" * 48) for t in tokens) == (LONGEST_TOKEN, True)


#: What the fixture `browser` runs.
SCRIPT = "read_trainings.js"

COUNTS = st.dictionaries(st.text("abc哈", min_size=1, max_size=6), st.integers(1, 9), min_size=2)


@given(COUNTS, st.integers(1, 12))
@examples(40)
def test_sizes_and_the_word_are_those_of_the_three_traces(
    browser: Script, counts: dict[str, int], more: int
) -> None:
    """At step n, BPE and WordPiece have made n merges, and Unigram has run n rounds."""
    word = max(counts, key=len)
    corpus = Corpus.from_counts(counts)
    three = train_side_by_side(corpus, vocab_size=2 * len(corpus.base_vocabulary) + more)
    walk = three_walks_of(three, step=0) | word_of(three, word)
    read = browser.ask(json.loads(json.dumps(walk)))
    assert len(read) == len(three) + 1
    for step, state in enumerate(read):
        assert three.step_of_round(state["round"]) <= step
        if state["round"] < len(three.unigram):
            assert three.step_of_round(state["round"] + 1) > step
        merged = [trace.tokenizer(min(step, len(trace))) for trace in (three.bpe, three.wordpiece)]
        tokenizers = [*merged, three.unigram.tokenizer(state["round"])]
        assert state["sizes"] == [len(tokenizer.vocabulary) for tokenizer in tokenizers]
        assert state["word"] == [list(tokenizer.tokens(word)) for tokenizer in tokenizers]


def test_any_word_is_read_as_it_is(browser: Script) -> None:
    """Put together, the tokens of each of the three are the word; WordPiece's ## is no text."""
    words = ["x" + "".join(sorted(set("".join(TRICKY)))), *TRICKY]  # each also inside a word
    for i in range(HOLD_OUT - 1, 2 * len(words), HOLD_OUT):
        words.insert(i, f"plain{i}")  # held out
    corpus = Corpus.from_counts(dict.fromkeys(words, 1))
    three = train_side_by_side(corpus, vocab_size=2 * len(corpus.base_vocabulary) + 20)
    walk = three_walks_of(three, step=0)
    for word in TRICKY:
        read = browser.ask(json.loads(json.dumps(walk | word_of(three, word))))
        for first, *others in read[-1]["word"]:
            assert "".join([first, *(token.removeprefix("##") for token in others)]) == word


def test_the_seed_is_that_of_the_lesson_about_unigram_and_the_unknown_token() -> None:
    walk = json.loads(Visitor("side_by_side", corpus="hug").component("three_walks").bytes)
    alone = json.loads(Visitor("unigram", corpus="hug").component("unigram_stepper").bytes)
    assert walk["rounds"][0]["size"] == alone["sizes"][0] + 1
    assert walk["unknown"] not in alone["specials"]
