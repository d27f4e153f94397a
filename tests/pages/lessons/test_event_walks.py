"""Lessons that walk over events: what is said at each step, for any texts, and what is used."""

import json
from fractions import Fraction
from typing import Any

import pytest

from bpe_core import Corpus, TrainingSpecification, train_bpe
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.parity import ParityTrace
from bpe_core.algorithms.picky import train_picky
from bpe_core.experiments.entropy_patches import NextBytes, Rule
from bpe_core.text.running_text import RunningText
from pages.components.stepper.payload import walk_json
from pages.lessons.fair_to_languages.choices import Chosen
from pages.lessons.fair_to_languages.walk import walk_of as walk_of_languages
from pages.lessons.tokens_that_leave.panels import after_merges, walk_of
from pages.lessons.without_a_tokenizer.patches import Cut
from pages.lessons.without_a_tokenizer.patches import walk_of as walk_of_bytes
from pages.session import training_request
from pages.session.link import OWN
from pages.session.parameters import encode_text
from pages.session.training_request import TrainingRequest
from sample_corpora import load
from tests.pages.whole_app.visitor import Visitor


def test_a_wall_stands_before_a_word_until_it_falls() -> None:
    trace = train_superbpe(RunningText.read("of the hug"), switch=1, num_merges=2)
    walk = json.loads(walk_json(trace, step=0))
    assert walk["walls"] == [[-1, 1, -1, -1, -1, 1, -1, -1, -1, -1]]


def test_whole_words_are_the_words_and_not_the_lines() -> None:
    """By hand: five different words, a line break among them, and seven in all."""
    trace = train_superbpe(RunningText.read("of the hug\nof the pug"), switch=1, num_merges=2)
    walk = json.loads(walk_json(trace, step=0))
    assert walk["name"] == "SuperBPE"
    assert walk["word_total"] == 2
    assert walk["whole_words"] == [len({"of", " the", " hug", "\n", " pug"}), 7]
    plain = Corpus.from_text("of the hug\nof the pug", pre_tokenizer="gpt2")
    assert walk["whole_words"] == [len(plain.words), plain.word_total]


def test_a_long_text_is_told_how_much_of_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("session.training_request", "lessons.across_spaces.panels"):
        monkeypatch.setattr(f"pages.{place}.MOST_ACROSS", 40)
    visitor = Visitor("across", text=encode_text("a hug of a bug " * 4), merges=2)
    assert any("first 40 characters" in caption.value for caption in visitor.app.caption)
    assert len("".join(trace_lines(visitor))) == 40


def trace_lines(visitor: Visitor) -> list[str]:
    """The lines of the walk, in base tokens."""
    walk = json.loads(visitor.component("across_stepper").bytes)
    return ["".join(str(walk["base"][i]) for i in line) for line in walk["words"]]


def walk_over(chosen: Chosen) -> dict[str, Any]:
    trace = chosen.request().train()
    assert isinstance(trace, ParityTrace)
    walk: dict[str, Any] = json.loads(walk_of_languages(trace, chosen).to_json())
    return walk


def rights(walk: dict[str, Any]) -> list[Any]:
    """The right answers to what is asked at each step."""
    return [event["question"] and event["question"]["right"] for event in walk["events"]]


def test_each_step_says_who_decides_and_which_pair_lost() -> None:
    """By hand: B has 8 tokens and cd ×3, A has 6 and ab ×3, which is met first in all of it."""
    walk = walk_over(Chosen(("A", "B"), ("ababab", "cdcdcccd"), "char", 2))
    start, first, second = walk["events"]
    assert [bar[3] for bar in start["bars"][1]] == ["is merged first", "most frequent of all"]
    assert [bar[:3] for bar in start["bars"][1]] == [bar[:3] for bar in first["bars"][1]]
    assert (start["says"], start["named"]) == ("start", {})
    assert start["bars"][0] == [["A", 0.75, 6, "", False, 0], ["B", 1, 8, "decides next", True, 0]]
    tokens = walk["tokens"]
    assert [tokens[first["named"][side]] for side in ("left", "right", "token")] == ["c", "d", "cd"]
    assert first["named"]["language"] == "B"
    assert first["bars"][0] == [
        ["A", 0.75, 6, "decides next", True, 0],
        ["B", 0.625, 5, "", False, 0],
    ], "on the scale of the first step"
    pairs = first["bars"][1]
    assert [bar[2:5] for bar in pairs] == [
        ["B: 3, in all: 3", "is merged", True],
        ["B: 0, in all: 3", "most frequent of all", False],
    ]
    assert second["named"]["language"] == "A"
    assert [tokens[i] for i in walk["rows"][0]["history"][-1][1]] == ["ab", "ab", "ab"]
    assert not any(row["is_cut"] for row in walk["rows"])
    assert rights(walk) == [[1], [0], None]


@pytest.mark.parametrize("lines", ["a\nb", "aa\naa\naa", "哈哈哈\n\nha", "x", "**a**\n<b>b</b>"])
def test_own_lines_end_well(lines: str) -> None:
    visitor = Visitor("parity", texts="own", lines=encode_text(lines))
    assert not visitor.app.error
    assert bool(visitor.app.info) is (lines == "x")


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
    assert rights(walk) == [None, [2], [0], [1], [0], None]


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


TABLE = NextBytes([(b"abacab", 1)], order=1)
BPE = train_bpe(Corpus.from_text("abacab", unit="byte"), num_merges=1).tokenizer()


def cut_of(text: str, threshold: float, rule: Rule = "global") -> Cut:
    return Cut(TABLE, text.encode(), threshold, rule, BPE)


def test_each_byte_has_its_context_its_counts_and_its_patch() -> None:
    """By hand: after a come b, b and c, so H = 0.92; after b or c only a, so H = 0."""
    walk = json.loads(walk_of_bytes(cut_of("abac", 0.5)).to_json())
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
    assert rights(walk) == [None, [0], [1], [0], None]


@pytest.mark.parametrize("text", ["", "a", "哈哈哈", "aaaa", "x" * 1_500, "\ud800"])
def test_any_text_ends_well(text: str) -> None:
    visitor = Visitor("patches", corpus="news-zh", input=encode_text(text))
    assert not visitor.app.error
    first = json.loads(visitor.component("patches_stepper").bytes)["events"][0]
    assert first["says"] == ("start" if text else "nothing")
