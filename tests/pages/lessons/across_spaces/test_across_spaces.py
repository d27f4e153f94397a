"""The lesson "Merges across spaces": its link decides the algorithm and when the walls fall."""

import json

import pytest

from bpe_core import Corpus
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.text.running_text import RunningText
from pages.components.stepper.payload import walk_json
from pages.session.parameters import encode_text
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
