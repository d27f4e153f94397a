"""Corpora: words, counts and their spelling in base tokens."""

from collections import Counter

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
from tests.examples import any_text, markers, units, word_counts


@given(word_counts, units, markers)
def test_spelling_gives_the_words_back(counts: dict[str, int], unit: str, marker: str) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    for i, word in enumerate(counts):
        spelled = corpus.units[corpus.starts[i] : corpus.starts[i + 1]].tolist()
        tokens = [corpus.base_vocabulary[u] for u in spelled]
        if unit == "byte":
            assert b"".join(tokens) == (word + marker).encode("utf-8", "surrogatepass")
        else:
            assert "".join(tokens) == word + marker
        assert not marker or spelled[-1] == corpus.marker_id
    assert corpus.counts.tolist() == list(counts.values())


def test_characters_are_numbered_by_code_point_and_only_those_that_occur() -> None:
    corpus = Corpus.from_counts({"哈👍a": 1, "Äb": 1})
    assert corpus.base_vocabulary == ("a", "b", "Ä", "哈", "👍")


def test_the_marker_is_a_token_of_its_own_even_where_the_text_spells_it() -> None:
    corpus = Corpus.from_counts({"a·": 1}, end_of_word="·")
    assert corpus.base_vocabulary == ("a", "·", "·")
    assert corpus.units.tolist() == [0, 1, 2]


def test_bytes_are_numbered_by_value_or_as_gpt2_prints_them() -> None:
    by_value = Corpus.from_counts({"!": 1}, unit="byte")
    by_gpt2 = Corpus.from_counts({"!": 1}, unit="byte", alphabet="gpt2", end_of_word="</w>")
    assert by_value.base_vocabulary == tuple(bytes([i]) for i in range(256))
    order = [*range(33, 127), *range(161, 173), *range(174, 256), *range(33), *range(127, 161), 173]
    assert by_gpt2.base_vocabulary == (*(bytes([i]) for i in order), b"</w>")
    assert by_gpt2.units.tolist() == [0, 256]


def test_spaces_are_written_as_marks_for_characters_and_stay_bytes_for_bytes() -> None:
    assert Corpus.from_text("a b", pre_tokenizer="gpt2").words == ["a", "Ġb"]
    assert Corpus.from_text("a b", pre_tokenizer="gpt2", unit="byte").words == ["a", " b"]


def test_a_mark_that_is_in_the_text_is_counted_with_the_written_space() -> None:
    corpus = Corpus.from_text("Ġa a\n\na", pre_tokenizer="gpt2")
    assert Counter(dict(zip(corpus.words, corpus.counts.tolist(), strict=True)))["Ġa"] == 2


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


def test_the_text_is_normalized_before_it_is_cut() -> None:
    corpus = Corpus.from_text("CAFÉ ｃafe\u0301", normalizer=["nfkc", "lowercase", "strip-accents"])
    assert corpus.words == ["cafe"]
    assert corpus.text_bytes == len("cafe cafe")


@pytest.mark.parametrize("pre_tokenizer", ["whitespace", "gpt2", "none"])
def test_nothing_at_all_is_an_error(pre_tokenizer: str) -> None:
    with pytest.raises(EmptyCorpusError):
        Corpus.from_text("", pre_tokenizer=pre_tokenizer)


def test_white_space_alone_holds_no_words() -> None:
    with pytest.raises(EmptyCorpusError):
        Corpus.from_text(" \n\u3000")
    with pytest.raises(EmptyCorpusError):
        Corpus.from_counts({})


@pytest.mark.parametrize("count", [0, -1, 1.5, "3", True, None])
def test_counts_are_whole_numbers_of_at_least_one(count: object) -> None:
    with pytest.raises(CountError) as caught:
        Corpus.from_counts({"a": count})
    assert caught.value.fields == {"word": "a", "count": count}


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"unit": "letter"}, UnknownUnitError),
        ({"alphabet": "greek"}, UnknownAlphabetError),
        ({"normalizer": ["nfx"]}, UnknownNormalizerError),
        ({"pre_tokenizer": "comma"}, UnknownPreTokenizerError),
    ],
)
def test_names_that_are_not_known_are_told_with_those_that_are(settings: dict, error: type) -> None:
    for make in (
        lambda: Corpus.from_text("a", **settings),
        lambda: Corpus.from_counts({"a": 1}, **settings),
    ):
        with pytest.raises(error) as caught:
            make()
        assert issubclass(error, BpeError)
        assert "Choose one of: " in str(caught.value)


def test_words_without_characters_are_refused() -> None:
    with pytest.raises(EmptyWordError):
        Corpus.from_counts({"": 1}, end_of_word="</w>")


@pytest.mark.parametrize("counts", [{"a": 2**63}, {"a" * 1000: 2**60}])
def test_counts_that_cannot_be_added_exactly_are_refused(counts: dict[str, int]) -> None:
    with pytest.raises(TotalTooLargeError):
        Corpus.from_counts(counts)
