"""The word- and character-based tokenizers, against counting and looking up by hand."""

from collections import Counter

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import PRE_TOKENIZERS, CharacterTokenizer, Corpus, WordTokenizer
from bpe_core.errors import SpecialTokenError
from tests.bpe_core.oracles import between_white_space
from tests.bpe_core.strategies import any_text, markers, units

spaced_texts = any_text.filter(str.strip)


@given(spaced_texts, any_text, units)
def test_words_are_looked_up_one_by_one(corpus: str, text: str, unit: str) -> None:
    """The most frequent first; equally frequent ones in order of first occurrence."""
    ranked = [word for word, _ in Counter(between_white_space(corpus)).most_common()]
    learned = WordTokenizer(Corpus.from_text(corpus, unit=unit))
    assert list(learned.vocabulary) == ranked
    expected = [
        ranked.index(word) if word in ranked else len(ranked) for word in between_white_space(text)
    ]
    assert learned.encode(text) == expected


@given(spaced_texts, any_text, units, markers)
def test_characters_are_looked_up_one_by_one(
    corpus: str, text: str, unit: str, marker: str
) -> None:
    known = set("".join(between_white_space(corpus)))
    learned = CharacterTokenizer(Corpus.from_text(corpus, unit=unit, end_of_word=marker))
    end = [marker] if marker else []
    expected = [
        token
        for word in between_white_space(text)
        for token in [*(c if c in known else "<unk>" for c in word), *end]
    ]
    assert learned.tokens(text) == expected


def test_an_unknown_word_gets_the_special_token_where_there_is_one() -> None:
    corpus = Corpus.from_text("dog run")
    learned = WordTokenizer(corpus, special_tokens=["<pad>", "<unk>"])
    assert learned.encode("dog dogs") == [2, 1]
    assert learned.decode([2, 1]) == "dog <unk>"
    assert CharacterTokenizer(corpus, special_tokens=["<pad>", "<unk>"]).encode("x") == [1]


def test_words_after_gpt2_keep_their_spaces() -> None:
    learned = WordTokenizer(Corpus.from_text("the dog, the  dog", pre_tokenizer="gpt2"))
    assert learned.tokens(" the dogs") == ["Ġthe", "<unk>"]
    assert learned.decode(learned.encode("the dog, the  dog")) == "the dog, the  dog"


def test_text_is_normalized_as_the_corpus_was() -> None:
    corpus = Corpus.from_text("Café", normalizer=["lowercase", "strip-accents"])
    assert WordTokenizer(corpus).tokens("CAFE\u0301") == ["cafe"]
    assert CharacterTokenizer(corpus).tokens("É") == ["e"]


def test_a_special_tokens_text_is_an_ordinary_word() -> None:
    learned = WordTokenizer(Corpus.from_text("<s> a"), special_tokens=["<s>"])
    assert learned.encode("<s>") == [1]


@pytest.mark.parametrize("make", [WordTokenizer, CharacterTokenizer])
def test_a_special_token_given_twice_is_an_error(make: type) -> None:
    with pytest.raises(SpecialTokenError):
        make(Corpus.from_text("a"), special_tokens=["<s>", "<s>"])


@given(st.text(st.sampled_from("外婆家茶山里a1' ,。\n𠮷々〇é\u0301👍🏽\u200d👧Ġ\x1c")))
def test_words_and_marks_are_all_of_the_text_but_its_white_space(text: str) -> None:
    words = PRE_TOKENIZERS["words"].split(text)
    assert "".join(words) == regex.sub(r"\s+", "", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don’t pay $7,481.50!", ["Don’t", "pay", "$", "7,481.50", "!"]),
        ("我外婆家在山里，", ["我", "外婆家", "在", "山里", "，"]),
        ("naïve cafe\u0301 हिन्दी", ["naïve", "cafe\u0301", "हिन्दी"]),
        ("👩\u200d👧 👍🏽?!", ["👩\u200d👧", "👍🏽", "?", "!"]),
        ("iPhone手机 2026年", ["iPhone", "手机", "2026", "年"]),
    ],
)
def test_words_are_those_of_a_reader(text: str, words: list[str]) -> None:
    """The expected words are cut by hand."""
    assert PRE_TOKENIZERS["words"].split(text) == words
