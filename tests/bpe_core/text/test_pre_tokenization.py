"""Cutting a text into words, at once or on two levels, as Hugging Face tokenizers does."""

import unicodedata
from typing import Any

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Regex, normalizers, pre_tokenizers

from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, dropped_spans, locate_words
from tests.bpe_core.files.formats.small_files import GPT4
from tests.examples import FULL, examples, share

HARD = "ab 1'st\n\t.哈\u3000\u200d\x1c\x85é\u0301,!▁Ġ½Ⅷ４\r_$、ſK"
texts = st.text(st.sampled_from(HARD + "\ud800")) | st.text()
every = st.sampled_from(sorted(PRE_TOKENIZERS))
# GPT-2's own pattern, as in its encoder.py
PATTERN = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
# What both Unicode versions know: assigned in 3.2 (2002), and classed as it was then. All of it is
# in the first three planes and at the start of the fifteenth.
CHANGED_SINCE = "\u166d\u1734\u1885\u1886"
old = [
    chr(point)
    for point in (*range(0x30000), *range(0xE0000, 0xE1000))
    if unicodedata.ucd_3_2_0.category(chr(point)) not in ("Cn", "Cs", "Co")
    and chr(point) not in CHANGED_SINCE
]
#: Of these, the ones to be tried one by one: every tenth in a quick run.
one_by_one = old[:: FULL // share(FULL)]
old_texts = st.text(st.sampled_from(HARD) | st.sampled_from(old))


def in_parts(*parts: Any) -> Any:
    return pre_tokenizers.Sequence(list(parts))


def by_matches(pattern: str) -> Any:
    return pre_tokenizers.Split(Regex(pattern), "isolated")


WHITE = pre_tokenizers.WhitespaceSplit()
PEERS = {
    "whitespace": WHITE,
    "space": in_parts(*(pre_tokenizers.Split(end, "removed") for end in " \r\n")),
    "gpt2": pre_tokenizers.Split(Regex(PATTERN), "isolated"),
    "gpt4": by_matches(GPT4),
    "metaspace": pre_tokenizers.Metaspace(),
    "digits": in_parts(WHITE, pre_tokenizers.Digits(individual_digits=True)),
    "digits-by-three": in_parts(WHITE, by_matches(r"\p{N}{1,3}")),
    "digits-by-three-from-right": in_parts(
        WHITE, by_matches(r"\p{N}+"), by_matches(r"\p{N}{1,3}(?=(?:\p{N}{3})*$)")
    ),
}
#: The first and the last character of each block that BERT lists as Chinese; of one, Hugging Face
#: knows only the later part.
BLOCKS = "㐀\u4dbf一\u9fff豈\ufaff\U00020000\U0002a6df\U0002a700\U0002b73f"
BLOCKS += "\U0002b740\U0002b81f\U0002b920\U0002ceaf\U0002f800\U0002fa1f"
BERT_SPACES = normalizers.BertNormalizer(
    clean_text=False, handle_chinese_chars=True, strip_accents=False, lowercase=False
)


@pytest.mark.parametrize("name", PEERS)
@given(text=old_texts)
@example(text="Hello  world,\n\n it's 7,481 or 74,815.\r\n \t x")
@examples(150)
def test_words_and_their_places_are_those_of_hugging_face(name: str, text: str) -> None:
    """On characters that both know; Hugging Face writes the space as ▁ in Metaspace's words."""
    expected = PEERS[name].pre_tokenize_str(text)
    words = locate_words(text, PRE_TOKENIZERS[name])
    if name == "metaspace":
        words = [(word.replace(" ", "▁"), start, end) for word, start, end in words]
    assert [(word, (start, end)) for word, start, end in words] == expected


@given(old_texts)
@example("Don't stop: 你好，world 3.5$")
@examples(400)
def test_words_of_bert_are_those_of_hugging_face(text: str) -> None:
    """Hugging Face separates Chinese characters by spaces, during normalization."""
    peer = pre_tokenizers.BertPreTokenizer()
    expected = [word for word, _ in peer.pre_tokenize_str(BERT_SPACES.normalize_str(text))]
    assert PRE_TOKENIZERS["bert"].split(text) == expected


@pytest.mark.parametrize("name", [*PEERS, "bert"])
def test_every_old_character_is_cut_as_by_hugging_face(name: str) -> None:
    """All of Unicode 3.2, each character between letters; for BERT, newer Chinese ones, too."""
    peer = PEERS.get(name, pre_tokenizers.BertPreTokenizer())
    split = PRE_TOKENIZERS[name].split
    characters = [*one_by_one, *BLOCKS] if name == "bert" else one_by_one
    text = " ".join(f"a{character}a" for character in characters if not character.isspace())
    spaced = BERT_SPACES.normalize_str(text) if name == "bert" else text
    expected = [word.replace("▁", " ") for word, _ in peer.pre_tokenize_str(spaced)]
    assert [word.replace("▁", " ") for word in split(text)] == expected


@given(texts, every)
def test_words_are_where_they_are_said_to_be(text: str, name: str) -> None:
    """Everything outside the words is whitespace; Metaspace may add a space at the start.

    Coarse pieces hold whole words, which makes counting on two levels exact.
    """
    rule = PRE_TOKENIZERS[name]
    words = locate_words(text, rule)
    assert [word for piece in rule.pieces(text) for word in rule.split(piece)] == rule.split(text)
    for i, (word, start, end) in enumerate(words):
        is_added = name == "metaspace" and i == 0
        assert word == text[start:end] or (is_added and word == " " + text[start:end])
    dropped = [text[a:b] for a, b in dropped_spans([(a, b) for _, a, b in words], len(text))]
    assert not regex.search(r"\S", "".join(dropped))
    if rule.joiner == "":
        assert dropped == []
