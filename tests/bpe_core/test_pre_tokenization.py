"""Cutting a text into words, at once or on two levels."""

import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pre_tokenization import PRE_TOKENIZERS, count_words

texts = st.text(st.sampled_from("ab 1'st\n\t.哈\u3000\u200d\x1c\x85é\u0301\ud800,!")) | st.text()
# GPT-2's own pattern, as in its encoder.py
PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


@given(texts, st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_coarse_pieces_hold_whole_words(text: str, name: str) -> None:
    """What makes counting on two levels exact."""
    rule = PRE_TOKENIZERS[name]
    words = [word for piece in rule.pieces(text) for word in rule.split(piece)]
    assert words == rule.split(text)


@given(texts)
def test_gpt2_words_are_those_of_its_pattern_counted_in_first_met_order(text: str) -> None:
    words = regex.findall(PATTERN, text)
    expected: dict[str, int] = {}
    for word in words:
        expected[word] = expected.get(word, 0) + 1
    counted = count_words(text, PRE_TOKENIZERS["gpt2"], first=5)
    assert list(counted.counts.items()) == list(expected.items())
    assert counted.first_words == words[:5]
    assert "".join(PRE_TOKENIZERS["gpt2"].split(text)) == text


@given(texts)
def test_no_pre_tokenization_keeps_the_text_whole(text: str) -> None:
    assert PRE_TOKENIZERS["none"].split(text) == ([text] if text else [])
