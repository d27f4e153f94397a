"""A training that takes time reports its progress, can be cancelled, and is shown when done."""

import pytest

from pages.lessons.the_code.program_walk import ANSWERS
from pages.session import traces
from pages.session.link import OWN, Link
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor, wait_for, wait_until


def test_a_training_can_be_cancelled_and_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it waits in the queue, so that no worker can finish it too soon.

    Nothing is below its progress, since the walk would push it down.
    """
    words = (f"{number:x}" for number in range(0, 90_000, 250))  # some hundred different ones
    monkeypatch.setattr(traces.QUEUE, "_workers", 0)
    visitor = Visitor("unigram", text=encode_text(" ".join(words)), size=20)
    assert visitor.app.get("progress")
    assert not visitor.has("unigram_end")
    visitor.press("Cancel")
    assert visitor.has("unigram_end")
    assert not visitor.app.get("progress")
    assert not visitor.has_walk()
    monkeypatch.undo()
    visitor.press("Train again")
    wait_until(visitor.has_walk)  # it is shown when it is done
    assert set(visitor.walk["word_counts"]) == {1}
    assert not visitor.app.get("progress")


def test_a_text_of_spaces_counts_as_none() -> None:
    visitor = Visitor(text=encode_text("   "))
    assert visitor.app.info[0].value.startswith("There is no text yet")
    assert not visitor.app.error


def test_nothing_is_drawn_below_a_program_that_is_still_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The program's walk would push it down."""
    monkeypatch.setattr(ANSWERS, "ask", lambda *_: None)
    visitor = Visitor("code", corpus="hug")
    assert not any(expander.label == "What is this?" for expander in visitor.app.expander)
    monkeypatch.undo()
    visitor.run()
    wait_for(visitor, lambda: any(it.label == "What is this?" for it in visitor.app.expander))


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


def test_words_of_which_each_pair_occurs_once_get_counts_at_a_press() -> None:
    text = Link(corpus=OWN, text="茶叶 茶树 绿茶").to_params()["text"]
    visitor = Visitor(text=text)
    visitor.press("Add counts")
    assert visitor.walk["count"] == [5, 4, 3]
    assert not [button for button in visitor.app.button if button.label == "Add counts"]
