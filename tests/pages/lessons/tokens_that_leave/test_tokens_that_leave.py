"""The lesson "Tokens that leave": what its walk says at each step, for any corpus."""

import json
from fractions import Fraction

import pytest

from bpe_core import Corpus, TrainingSpecification, train_bpe
from bpe_core.algorithms.picky import train_picky
from pages.lessons.tokens_that_leave.panels import after_merges, walk_of
from pages.session import training_request
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest
from sample_corpora import load
from tests.pages.whole_app.visitor import Visitor

HUGS = Corpus.from_counts({"hugs": 10, "hug": 1, "hup": 1})  # g h p s u


def test_each_step_has_its_sentence_its_bars_and_the_words_after_it() -> None:
    """By hand: hu ×12, hug ×11 (of 12 hu), hu leaves, hugs ×10 (of 11 hug), hug leaves."""
    trace = train_picky(HUGS, threshold=Fraction(8, 10), num_merges=3)
    walk = json.loads(walk_of(trace, "first-seen").to_json())
    assert [event["says"] for event in walk["events"]] == [
        *("start", "merged", "merged", "left", "merged", "left")
    ]
    assert walk["events"][3]["named"] == {"token": 5, "share": "92%", "parts": [1, 4], "times": "1"}
    h, u = walk["events"][1]["bars"][0]
    assert walk["events"][0]["bars"][0] == [h, u]
    assert (h[1:4], u[1:4]) == ([1, "12 ÷ (0 + 12) = 100%", "base token: stays"],) * 2
    hu, g = walk["events"][2]["bars"][0]
    assert hu == [5, 0.9167, "11 ÷ (1 + 11) = 92%", "leaves", True, 0]
    assert g == [0, 1, "11 ÷ (0 + 11) = 100%", "base token: stays", False, 0]
    assert walk["rows"][0]["history"] == [
        *([0, [1, 4, 0, 3]], [1, [5, 0, 3]], [2, [6, 3]], [4, [7]])
    ]
    assert walk["rows"][2]["history"] == [[0, [1, 4, 2]], [1, [5, 2]], [3, [1, 4, 2]]]
    assert walk["made"] == [0, 0, 0, 0, 0, 1, 2, 4]
    assert after_merges(trace) == [0, 1, 3, 5]


def test_it_is_asked_which_part_leaves() -> None:
    """After hug = hu + g, hu leaves; then g could, but it is hugs that is merged."""
    trace = train_picky(HUGS, threshold=Fraction(8, 10), num_merges=3)
    events = json.loads(walk_of(trace, "first-seen").to_json())["events"]
    none = "none: another merge follows"
    asked = [
        event["question"] and list(map(event["question"].get, ("choices", "right")))
        for event in events
    ]
    assert asked == [
        None,
        [[1, 4, none], [2]],
        [[5, 0, none], [0]],
        [[0, none], [1]],
        [[6, 3, none], [0]],
        None,
    ]


def test_a_count_is_a_sum_over_words() -> None:
    """Hu is in hugs ×10, hug ×1 and hup ×1; (a, a) is in aaa twice."""
    trace = train_picky(HUGS, threshold=Fraction(1), num_merges=1)
    events = json.loads(walk_of(trace, "first-seen").to_json())["events"]
    assert events[1]["named"]["count"] == "10 + 1 + 1 = 12"
    twice = train_picky(Corpus.from_counts({"aaa": 3}), threshold=Fraction(1), num_merges=1)
    assert json.loads(walk_of(twice, "first-seen").to_json())["events"][1]["named"]["count"] == "6"


def test_a_word_is_shown_to_its_limit() -> None:
    trace = train_picky(Corpus.from_counts({"ab" * 300: 1}), threshold=Fraction(1), num_merges=1)
    (row,) = json.loads(walk_of(trace, "first-seen").to_json())["rows"]
    assert row["is_cut"]
    assert [len(ids) for _, ids in row["history"]] == [240, 120]


def test_a_text_of_any_length_is_used_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    long = TrainingRequest(TrainingSpecification(), OWN, "hug " * 300_000)
    monkeypatch.setattr(training_request, "bpe_request", lambda: long)
    asked = training_request.picky_request(70)
    assert asked.text == long.text
    assert (asked.specification.algorithm, asked.specification.threshold) == ("picky", 70)


def test_the_figures_are_those_of_each_training() -> None:
    """Beside Picky BPE, BPE with as large a vocabulary, then BPE with as many merges."""
    visitor = Visitor("picky", corpus="low", threshold=60)
    merges, sizes, junk, tokens = (
        [int(cell.replace(",", "")) for cell in visitor.rows(name)[0]]
        for name in ("merges", "vocabulary size", "junk tokens", "tokens in the corpus")
    )
    assert sizes[0] == sizes[1] < sizes[2]
    bpe = train_bpe(load("low"), num_merges=merges[2])
    for column in (1, 2):
        k = merges[column]
        assert sizes[column] == bpe.first_merge_id + k
        assert junk[column] == bpe.junk_sizes[k]
        assert tokens[column] == bpe.token_counts[k]
