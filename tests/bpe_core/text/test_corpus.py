"""Corpora: words, counts and their spelling in base tokens."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given

from bpe_core import Corpus
from bpe_core.errors import (
    BpeError,
    CountError,
    EmptyCorpusError,
    EmptyWordError,
    NumberTooSmallError,
    TotalTooLargeError,
    UnknownAlphabetError,
    UnknownNormalizerError,
    UnknownPreTokenizerError,
    UnknownUnitError,
)
from tests.examples import any_text


def test_the_running_text_is_kept_as_its_first_words() -> None:
    text = "to be or not to be " * 100
    corpus = Corpus.from_text(text)
    shown = [corpus.words[i] for i in corpus.running_words.tolist()]
    assert shown == text.split()[:300]
    assert corpus.joiner == " "
    assert Corpus.from_text(text, pre_tokenizer="gpt2").joiner == ""
    assert Corpus.from_counts({"a": 1}).running_words.tolist() == []


@given(any_text.filter(str.strip))
def test_the_size_in_bytes_is_that_of_the_text(text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    assert Corpus.from_text(text).text_bytes == size
    assert Corpus.from_text(text, normalizer=["nfd"]).text_bytes == len(
        unicodedata.normalize("NFD", text).encode("utf-8", "surrogatepass")
    )
    assert Corpus.from_counts({text: 3}, end_of_word="</w>").text_bytes == 3 * size


def test_rare_characters_are_left_out_of_the_running_text_too() -> None:
    """a and b occur three times, ? and c once; the word of ? alone is gone."""
    corpus = Corpus.from_text("ab cab ? ab", end_of_word="</w>").limit_alphabet(2)
    assert (corpus.words, corpus.counts.tolist()) == (["ab"], [3])
    assert corpus.base_vocabulary == ("</w>", "a", "b")
    assert (corpus.running_words.tolist(), corpus.text_bytes) == ([0, 0, 0], 11)
    assert Corpus.from_text("ab c", unit="byte").limit_alphabet(1).words == ["ab", "c"]
    many = Corpus.from_text("".join(map(chr, range(0x4E00, 0x4E64))) * 2)
    assert many.limit_alphabet(60).base_vocabulary == many.base_vocabulary[:60]
    with pytest.raises(NumberTooSmallError):
        corpus.limit_alphabet(0)


def test_spaces_are_written_as_marks_for_characters_and_stay_bytes_for_bytes() -> None:
    """A mark that is in the text is counted with the written space."""
    corpus = Corpus.from_text("Ġa a", pre_tokenizer="gpt2")
    assert (corpus.words, corpus.counts.tolist()) == (["Ġa"], [2])
    assert Corpus.from_text("a b", pre_tokenizer="gpt2", unit="byte").words == ["a", " b"]


NO_COUNTS = (0, -1, 1.5, "3", True, None)
REFUSED: list[tuple[type[BpeError], str | dict[str, Any], dict[str, Any]]] = [
    *((EmptyCorpusError, "", {"pre_tokenizer": name}) for name in ("whitespace", "gpt2", "none")),
    (EmptyCorpusError, " \n\u3000", {}),
    (EmptyCorpusError, {}, {}),
    *((CountError, {"a": count}, {}) for count in NO_COUNTS),
    (EmptyWordError, {"": 1}, {"end_of_word": "</w>"}),
    *((TotalTooLargeError, counts, {}) for counts in ({"a": 2**63}, {"a" * 1000: 2**60})),
    *((UnknownUnitError, words, {"unit": "letter"}) for words in ("a", {"a": 1})),
    *((UnknownAlphabetError, words, {"alphabet": "greek"}) for words in ("a", {"a": 1})),
    *((UnknownNormalizerError, words, {"normalizer": ["nfx"]}) for words in ("a", {"a": 1})),
    *((UnknownPreTokenizerError, words, {"pre_tokenizer": "comma"}) for words in ("a", {"a": 1})),
]


@pytest.mark.parametrize(("error", "words", "settings"), REFUSED)
def test_what_is_no_corpus_is_refused(error: type[BpeError], words: Any, settings: Any) -> None:
    """A count by its word, a name with those that are known."""
    make = Corpus.from_text if isinstance(words, str) else Corpus.from_counts
    with pytest.raises(error) as caught:
        make(words, **settings)
    if error is CountError:
        assert caught.value.fields == {"word": "a", "count": words["a"]}
    assert ("Choose one of: " in str(caught.value)) == error.__name__.startswith("Unknown")
