"""Characters, and the cuts inside them, against the browser's own `Intl.Segmenter`."""

import unicodedata
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.characters import graphemes_of, pieces_that_cut_characters
from bpe_core.tokenizers.pattern_parts import PATTERNS
from sample_corpora import content
from tests.pages.components.browser_code import Script

texts = st.text(
    st.sampled_from("aé\u0301 한\u1112\u1161\u11ab\u0e19\u0e33\u200d👩🏽🇨🇳\ufe0f\r\n\u0600")
)


@pytest.fixture(scope="module")
def segmenter() -> Iterator[Script]:
    with Script(Path(__file__).with_name("segmenter.js")) as script:
        yield script


@given(text=texts)
def test_characters_are_those_of_the_browser(segmenter: Script, text: str) -> None:
    assert graphemes_of(text) == segmenter.ask(text)


# The paragraph of each script in our corpus: its first word's letters name the script.
@pytest.mark.parametrize(
    ("script", "gpt2", "o200k"),
    [
        ("TAMIL", 77, 0),
        ("BENGALI", 40, 0),
        ("DEVANAGARI", 36, 0),
        ("THAI", 30, 0),
        ("HANGUL", 0, 0),
        ("HEBREW", 0, 0),
    ],
)
def test_gpt2_cuts_characters_of_many_scripts(
    segmenter: Script, script: str, gpt2: int, o200k: int
) -> None:
    lines = str(content("scripts")).splitlines()
    (line,) = [line for line in lines if line and unicodedata.name(line[0]).startswith(script)]
    characters = segmenter.ask(line)
    borders = set(accumulate(map(len, characters), initial=0))
    for name, expected in (("GPT-2", gpt2), ("o200k", o200k)):
        pieces = [piece.text for piece in PATTERNS[name].pieces(line)]
        starts = list(accumulate(map(len, pieces[:-1]), initial=0))
        assert sum(start not in borders for start in starts) == expected
        assert pieces_that_cut_characters(pieces) == [start not in borders for start in starts]


@pytest.mark.parametrize("name", PATTERNS)
def test_marks_among_the_letters_leave_these_scripts_whole(name: str) -> None:
    pieces = PATTERNS[name].with_marks().pieces("किताब স্কুল தமிழ் ที่นี่")
    assert not any(pieces_that_cut_characters(piece.text for piece in pieces))
