"""Sentences by a plain rule, cut by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.sentences import split_sentences


@given(st.text(st.sampled_from('ab .!?。！”"\n\u3000')) | st.text())
def test_sentences_are_all_of_the_text(text: str) -> None:
    assert "".join(split_sentences(text)) == text


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ('She said: "Stop!" He didn\'t.', ['She said: "Stop!"', " He didn't."]),
        ("他说：“停！”没有人听。", ["他说：“停！”", "没有人听。"]),
        ("It is 7.50. Really?! Yes", ["It is 7.50.", " Really?!", " Yes"]),
        ("A title\n\nA text.", ["A title", "\n\nA text."]),
        ("", []),
    ],
)
def test_sentences_are_those_of_a_reader(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@pytest.mark.parametrize("text", ["." * 50_000, "。" * 50_000, "!\"'" * 20_000, " " * 50_000])
def test_a_text_of_marks_takes_no_longer_than_any_other(text: str) -> None:
    """A pattern that tries every way would take minutes, and exceed the test's time limit."""
    assert "".join(split_sentences(text)) == text
