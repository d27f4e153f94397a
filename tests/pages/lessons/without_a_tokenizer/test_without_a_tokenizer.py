"""The lesson "Without a tokenizer": what its walk says at each byte, for any text."""

import json

import pytest

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.entropy_patches import NextBytes, Rule
from pages.lessons.without_a_tokenizer.patches import Cut, walk_of
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor

TABLE = NextBytes([(b"abacab", 1)], order=1)
BPE = train_bpe(Corpus.from_text("abacab", unit="byte"), num_merges=1).tokenizer()


def cut_of(text: str, threshold: float, rule: Rule = "global") -> Cut:
    return Cut.of(TABLE, text.encode(), threshold, rule, BPE)


def test_each_byte_has_its_context_its_counts_and_its_patch() -> None:
    """By hand: after a come b, b and c, so H = 0.92; after b or c only a, so H = 0."""
    walk = json.loads(walk_of(cut_of("abac", 0.5)).to_json())
    start, _, second, third, fourth = walk["events"]
    assert [event["says"] for event in walk["events"]] == [
        *("start", "first", "begins", "goes_on", "begins")
    ]
    texts = [bytes(token).decode() for token in walk["tokens"]]
    rows = [[texts[i] for i in row["history"][0][1]] for row in walk["rows"]]
    assert rows == [["a", "ba", "c"], ["ab", "a", "c"]]
    assert texts[second["named"]["context"]] == "a"
    assert second["named"]["bits"] == "0.39 + 0.53 = 0.92"
    assert [bar[2:5] for bar in second["bars"][0]] == [
        ["2 ÷ 3 = 67%", "comes", True],
        ["1 ÷ 3 = 33%", "", False],
    ]
    assert third["made"] == second["made"] != fourth["made"]
    assert [figure["values"] for figure in walk["figures"]] == [[0, 1, 2, 3, 4], [0, 1, 2, 2, 3]]
    assert start["bars"] == [[]]


def test_it_is_asked_whether_a_patch_begins() -> None:
    """Before the second byte H is 0.92, before the third 0; what comes is not marked."""
    walk = json.loads(walk_of(cut_of("abac", 0.5)).to_json())
    questions = [event["question"] for event in walk["events"]]
    assert [question and question["right"] for question in questions] == [None, [0], [1], [0], None]
    assert all(bar[3:5] == ["", False] for bar in questions[1]["bars"][0])
    assert [row["gives_answer"] for row in walk["rows"]] == [True, False]


def test_by_its_rise_a_patch_begins_after_what_was_foreseeable() -> None:
    walk = json.loads(walk_of(cut_of("aba", 0.5, "rise")).to_json())
    assert [event["says"] for event in walk["events"]][1:] == [
        *("first", "rise_goes_on", "rise_goes_on")
    ]


@pytest.mark.parametrize("text", ["", "a", "哈哈哈", "aaaa", "x" * 1_500, "\ud800"])
def test_any_text_ends_well(text: str) -> None:
    visitor = Visitor("patches", corpus="news-zh", input=encode_text(text))
    assert not visitor.app.error
    first = json.loads(visitor.component("patches_stepper").bytes)["events"][0]
    assert first["says"] == ("start" if text else "nothing")
