"""The settings beside a lesson, and a training that takes time, or is cancelled."""

from unittest.mock import patch

import pytest
import streamlit as st

from bpe_core import train_bpe
from pages.lessons.the_code.program_walk import ANSWERS
from pages.session import traces
from pages.session.parameters import encode_text
from pages.session.training_request import TrainingRequest
from sample_corpora import load
from tests.pages.whole_app.visitor import Visitor, wait_for

#: With one more, as many special tokens as there may be, and a longest one.
SPECIAL = " ".join(["<" + 62 * "s" + ">", *map(str, range(14))])
#: A control, the choice made there, and what the address then says.
CHOICES = [
    ("setting_unit", "byte", {"unit": "byte"}),
    ("setting_tie_break", "largest-text", {"tie": "largest-text"}),
    ("setting_pre_tokenizer", "gpt2", {"pre": "gpt2"}),
    ("setting_num_merges", 5, {"merges": "5"}),
    ("setting_min_frequency", 3, {"min": "3"}),
    ("setting_limit_alphabet", 7, {"alphabet": "7"}),
    ("setting_end_of_word", "_", {"marker": "_"}),
    ("setting_special", f"{SPECIAL} <a> {SPECIAL}", {"special": f"{SPECIAL} <a>"}),
    ("setting_normalizer", ["lowercase"], {"norm": "lowercase"}),
]


def test_what_is_chosen_is_in_the_address_and_the_usual_leaves_it() -> None:
    """The step stays."""
    visitor = Visitor(corpus="low", step=2)
    for key, value, params in CHOICES:
        usual = visitor.field(key).value
        visitor.choose(key, value)
        assert visitor.address == {"corpus": "low", "step": "2", "lang": "en", **params}
        visitor.choose(key, usual)
        assert visitor.address == {"corpus": "low", "step": "2", "lang": "en"}


def test_what_is_chosen_is_what_is_trained() -> None:
    """The walk is that of the core with the same settings."""
    visitor = Visitor(corpus="low")
    visitor.choose("setting_tie_break", "largest-text")
    visitor.choose("setting_num_merges", 6)
    trace = train_bpe(load("low"), num_merges=6, tie_break="largest-text")
    assert visitor.walk["count"] == [merge.count for merge in trace.merges]
    assert visitor.walk["tie_rule"] == "largest-text"
    visitor.choose("setting_limit_alphabet", 5)
    kept = train_bpe(load("low").limit_alphabet(5), num_merges=6, tie_break="largest-text")
    assert visitor.walk["count"] == [merge.count for merge in kept.merges]
    assert len(kept.corpus.base_vocabulary) == 6  # with the marker


def test_a_lesson_that_is_left_while_it_is_drawn_leaves_no_setting_to_the_next() -> None:
    """There, it would have no place, and Streamlit's page would give up."""
    visitor = Visitor("bytes")
    with patch("pages.components.lesson_end.lesson_end", side_effect=lambda *_: st.stop()):
        visitor.run()
    visitor.go_to("course")
    assert not visitor.app.number_input


def test_another_corpus_begins_at_its_start_with_what_suits_it() -> None:
    """The rule for ties is the learner's choice, and stays.

    Until the new walk is drawn, the one before may go on playing: its steps are not the new one's.
    """
    visitor = Visitor(corpus="low", step=4, merges=5, tie="lowest-id")
    visitor.choose("choose_corpus", "learning")
    visitor.tell("walk_follower", step=[0, 3, 1])
    assert visitor.address == {"corpus": "learning", "tie": "lowest-id", "lang": "en"}
    assert visitor.walk["step"] == 0


def test_what_a_browser_reports_of_settings_it_has_not_drawn_yet_is_no_choice() -> None:
    """The learner chose a corpus with other usual settings, and pressed something at once."""
    visitor = Visitor(corpus="hug")
    visitor.app.selectbox(key="choose_corpus").set_value("english")
    in_the_browser = visitor.widget_states()
    visitor.run()
    visitor.report(in_the_browser)
    assert visitor.address == {"corpus": "english", "lang": "en"}
    visitor.choose("choose_corpus", "hug")
    assert visitor.address == {"lang": "en"}


def test_a_training_can_be_cancelled_and_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it waits in the queue, so that no worker can finish it too soon.

    Nothing is below its progress, since the walk would push it down. Whoever goes back to a walk
    that is there waits no longer.
    """
    words = (f"{number:x}" for number in range(0, 90_000, 250))  # some hundred different ones
    monkeypatch.setattr(traces.QUEUE, "_workers", 0)
    visitor = Visitor("unigram", text=encode_text(" ".join(words)), size=20)
    assert visitor.app.get("progress")
    assert not visitor.has("unigram_end")
    address = visitor.address
    visitor.follow({"lang": "en"}, "unigram")
    assert not traces.QUEUE._live()
    visitor.follow(address, "unigram")
    visitor.press("Cancel")
    assert visitor.has("unigram_end")
    assert not visitor.app.get("progress")
    assert not visitor.has("stepper")
    monkeypatch.undo()
    visitor.press("Train again")
    assert set(visitor.walk["word_counts"]) == {1}  # once it is done
    assert not visitor.app.get("progress")


def test_a_cancelled_training_leads_back_to_what_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a lesson that trains several times, too, and finds all that it needs."""
    assert Visitor("compare", corpus="hug").app.header
    visitor = Visitor("compare", corpus="hug")
    monkeypatch.setattr(traces.QUEUE, "_workers", 0)
    monkeypatch.setattr(TrainingRequest, "is_small", False)
    visitor.choose("setting_end_of_word", "(never trained)")
    visitor.press("Cancel")
    visitor.press("Go back to what you saw before")
    assert visitor.address == {"corpus": "hug", "lang": "en"}
    assert any("OOV" in header.value for header in visitor.app.header)


def test_nothing_is_drawn_below_a_program_that_is_still_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program's walk would push it down."""
    monkeypatch.setattr(ANSWERS, "ask", lambda *_: None)
    visitor = Visitor("code", corpus="hug")
    assert not any(expander.label == "What is this?" for expander in visitor.app.expander)
    monkeypatch.undo()
    wait_for(visitor, lambda: any(it.label == "What is this?" for it in visitor.app.expander))


def test_a_setting_that_meets_the_report_of_a_step_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Streamlit then runs the fragment of the report alone."""
    visitor = Visitor(corpus="low")
    visitor.app.number_input(key="setting_num_merges").set_value(3)
    follower = visitor._fragments_of({visitor.component("walk_follower").id})
    monkeypatch.setattr(visitor, "_fragments_of", lambda _: follower)
    visitor.step(2)
    assert len(visitor.walk["left"]) == 3


def test_too_few_words_lead_on_to_prose() -> None:
    """From any walk, in Chinese to Chinese words; a link that fixes the corpus offers nothing."""
    for lesson, key in (("train", "stepper"), ("unigram", "unigram_stepper")):
        visitor = Visitor(lesson, corpus="hug", step=3)
        visitor.tell(key, prose=1)
        assert visitor.address == {"corpus": "english", "lang": "en"}
    visitor = Visitor(corpus="tea", lang="zh")
    visitor.tell("stepper", prose=1)
    assert visitor.address == {"corpus": "lessons", "lang": "zh"}
    assert "prose" not in Visitor(corpus="hug", view="locked").walk
