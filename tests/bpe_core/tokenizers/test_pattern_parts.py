"""Published patterns by their alternatives: the pieces are the pattern's own."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.pre_tokenization import GPT2_PATTERN, GPT4_PATTERN, PRE_TOKENIZERS
from bpe_core.tokenizers.pattern_parts import PATTERNS, PatternInParts
from bpe_core.tokenizers.published_vocabularies import (
    CL100K_PATTERN,
    O200K_PATTERN,
    QWEN_PATTERN,
)

WHOLE = {"GPT-2": GPT2_PATTERN, "GPT-4": GPT4_PATTERN, "o200k": O200K_PATTERN, "Qwen": QWEN_PATTERN}
#: Characters that the alternatives distinguish, and any other character.
HARD = st.sampled_from("aZéßǅʰ汉の\u0301 1½①'’sStTlL!/،€\n\r\t\u3000\x1c\x85😀\u200d")
texts = st.text(HARD | st.characters(), max_size=40)

each_pattern = pytest.mark.parametrize("name", PATTERNS)


@each_pattern
@given(text=texts)
def test_the_pieces_are_those_of_the_whole_pattern(name: str, text: str) -> None:
    pieces = [piece.text for piece in PATTERNS[name].pieces(text)]
    assert pieces == WHOLE[name].findall(text)
    assert "".join(pieces) == text


@each_pattern
@given(text=texts)
def test_the_alternative_matches_and_none_before_it_does(name: str, text: str) -> None:
    """It matches at its place in the text, where it may look ahead."""
    alternatives = [regex.compile(each) for each in PATTERNS[name].alternatives]
    place = 0
    for piece, which in PATTERNS[name].pieces(text):
        found = [each.match(text, place) for each in alternatives[: which + 1]]
        assert [match.group() if match else None for match in found] == [None] * which + [piece]
        place += len(piece)


@given(texts)
def test_gpt_4s_readable_pattern_cuts_as_tiktokens_does(text: str) -> None:
    """tiktoken writes it with possessive repeats, which are faster."""
    assert GPT4_PATTERN.findall(text) == CL100K_PATTERN.findall(text)


@given(texts)
def test_the_rules_of_the_lesson_are_the_same_patterns(text: str) -> None:
    assert PRE_TOKENIZERS["gpt2"].split(text) == [p.text for p in PATTERNS["GPT-2"].pieces(text)]
    assert PRE_TOKENIZERS["gpt4"].split(text) == [p.text for p in PATTERNS["GPT-4"].pieces(text)]


@each_pattern
def test_no_alternative_has_a_group_of_its_own(name: str) -> None:
    """The group would be counted as an alternative."""
    assert not [each for each in PATTERNS[name].alternatives if regex.compile(each).groups]


@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        # The published words of each pattern, by hand.
        ("GPT-2", "I'LL", [("I", 1), ("'", 3), ("LL", 1)]),
        ("GPT-2", "it's", [("it", 1), ("'s", 0)]),
        ("GPT-2", "a 12345", [("a", 1), (" 12345", 2)]),
        ("GPT-2", "a   b", [("a", 1), ("  ", 4), (" b", 1)]),
        ("GPT-2", "a\n b", [("a", 1), ("\n", 4), (" b", 1)]),
        ("GPT-2", "a\nb", [("a", 1), ("\n", 5), ("b", 1)]),
        ("GPT-4", "I'LL", [("I", 1), ("'LL", 0)]),
        ("GPT-4", "a 12345", [("a", 1), (" ", 6), ("123", 2), ("45", 2)]),
        ("GPT-4", "(b", [("(b", 1)]),
        ("GPT-4", "ok!\n\nno", [("ok", 1), ("!\n\n", 3), ("no", 1)]),
        ("GPT-4", "a \n b", [("a", 1), (" \n", 4), (" b", 1)]),
        ("o200k", "helloWorld", [("hello", 0), ("World", 0)]),
        ("o200k", "HTMLpage", [("HTMLpage", 0)]),
        ("o200k", "HTML 汉字", [("HTML", 1), (" 汉字", 0)]),
        ("o200k", "it's USA's", [("it's", 0), (" USA's", 1)]),
        ("o200k", "http://a", [("http", 0), ("://", 3), ("a", 0)]),
        ("Qwen", "a 123", [("a", 1), (" ", 6), ("1", 2), ("2", 2), ("3", 2)]),
        ("Qwen", "，你好", [("，你好", 1)]),
    ],
)
def test_by_hand(name: str, text: str, pieces: list[tuple[str, int]]) -> None:
    assert [tuple(piece) for piece in PATTERNS[name].pieces(text)] == pieces


def test_the_first_alternative_that_matches_wins() -> None:
    """It wins even if a later one would match more."""
    pattern = PatternInParts("short first", ("a", "ab", "."))
    assert [tuple(piece) for piece in pattern.pieces("ab")] == [("a", 0), ("b", 2)]
