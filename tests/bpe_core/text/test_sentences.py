"""Holding out a part of a text, and keeping the rest."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.specification import TrainingSpecification
from bpe_core.text.sentences import EVERY, held_out, split_sentences, tenths, without_held_out

sentences = st.lists(st.text("ab 7。.!\n", min_size=1, max_size=6), max_size=45).map("".join)


@given(sentences)
@example("7。" * (2 * EVERY))
@example("7。" * (2 * EVERY - 1))
def test_every_tenth_sentence_can_be_held_out_and_the_last_is(text: str) -> None:
    """Taken one by one from the list of sentences, which has two for each tenth."""
    parts, every = split_sentences(text), range(EVERY)
    kept = [[part for k, part in enumerate(parts) if k % EVERY != i] for i in every]
    pairs = [("".join(kept[i]), "".join(parts[i::EVERY])) for i in every]
    is_long = len(parts) >= 2 * EVERY
    assert tenths(text) == (pairs if is_long else [])
    assert (without_held_out(text), held_out(text)) == (pairs[-1] if is_long else (text, ""))


def test_of_a_long_text_only_the_beginning_is_taken() -> None:
    text = "a word.\n" * 1_000
    assert held_out(text).startswith(held_out(text, most=50))
    assert 50 <= len(held_out(text, most=50)) < 60


def test_a_training_never_sees_what_is_held_out() -> None:
    """Words and rows that occur once, in what is held out, are not in the corpus."""
    text = "".join(f"word{i:02} is here.\n" for i in range(1, 31))
    asked = TrainingSpecification(hold_out=True)
    assert {"word10", "word20", "word30"}.isdisjoint(asked.corpus_of(text).words)
    assert asked.held_out_words(text) == {
        "word10": 1, "word20": 1, "word30": 1, "is": 3, "here.": 3,
    }  # fmt: skip
    table = "".join(f"{'word' if i % 10 else ''}{i} {i}\n" for i in range(1, 31))
    assert asked.held_out_words(table) == {"10": 10, "20": 20, "30": 30}  # no table by themselves
    assert len(asked.corpus_of(table).words) == 27


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
