"""Cuts inside characters, and what they do to the tokens, as the lesson shows them."""

from collections import Counter
from itertools import chain
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.characters import code_point, without_unseen, words_with_unseen
from bpe_core.text.published_patterns import PATTERNS
from pages.lessons.before_merges import LESSON, SAMPLES
from pages.lessons.before_merges.characters import (
    MERGES,
    OTHER_SAMPLES,
    PATTERN,
    cuts_in,
    samples,
    tokens_by,
)
from pages.session.language import speaking
from tests.bpe_core.oracles import naive_bpe


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sample_has_a_title_of_its_own_and_a_place_in_a_link(language: str) -> None:
    with speaking(language):
        titles = {name: title for name, (title, _text) in samples().items()}
    assert ("own", *titles) == SAMPLES
    assert len(set(titles.values())) == len(titles)


@pytest.mark.parametrize("name", ["en", "ta", "ar", "jamo", "tones"])
def test_the_tokens_are_those_of_a_naive_trainer(name: str) -> None:
    """It keeps every word as a list, and merges the most frequent pair until none occurs twice."""
    text = samples()[name][1]
    for pattern in (PATTERN, PATTERN.with_marks()):
        pieces = [piece.text for piece in pattern.pieces(text)]
        run = naive_bpe(Counter(pieces), num_merges=MERGES, min_frequency=2)
        words = [tuple(str(run.texts[i]) for i in word) for word in run.steps[-1].words]
        by_piece = dict(zip(Counter(pieces), words, strict=True))
        assert tokens_by(pattern, text) == [by_piece[piece] for piece in pieces]


@given(text=st.text(st.sampled_from("aaकि\u0301\u200d 1한\u1112\u1161"), min_size=1, max_size=40))
def test_the_tokens_are_the_text(text: str) -> None:
    assert "".join(chain.from_iterable(tokens_by(PATTERN, text))) == text


def test_as_many_jamo_write_all_syllables_as_the_lesson_says() -> None:
    syllables = [chr(i) for i in range(0xAC00, 0xD7A4)]
    jamo = set(normalize("NFD", "".join(syllables)))
    assert (len(jamo), len(syllables)) == (67, 11_172)
    for language in ("en", "zh"):
        with speaking(language):
            assert "67" in LESSON.prose("forms")
            assert "11,172" in LESSON.prose("forms")


def test_what_cannot_be_seen_is_of_every_kind_that_the_lesson_names() -> None:
    text = OTHER_SAMPLES["unseen"][1]
    names = {code_point(c) for word in words_with_unseen(text) for c in word} - {
        code_point(c) for c in without_unseen(text)
    }
    for kind in ("ZERO WIDTH SPACE", "LEFT-TO-RIGHT MARK", "VARIATION SELECTOR", "NO-BREAK SPACE"):
        assert any(kind in name for name in names)


def test_qwen_3_5_cuts_an_emoji_before_its_variation_selector_as_the_lesson_says() -> None:
    assert dict(zip(PATTERNS, cuts_in("a ➡\ufe0f"), strict=True))["Qwen 3.5"] == 1
    assert sum(cuts_in("a ➡\ufe0f")) == 1
