"""Corpora: words, counts and their spelling in base tokens."""

import collections
import sys
import unicodedata
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
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
from bpe_core.text.counting import ClusterError, Counter, FileError, count_files, count_on_cluster
from bpe_core.text.reading import NotTextError
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
    rare, usual = ("".join(map(chr, range(0x4E00 + i, 0x4E64, 2))) for i in (0, 1))
    many = Corpus.from_text(rare + usual * 2).limit_alphabet(60)
    assert {*many.base_vocabulary} == {*usual, *rare[:10]}
    with pytest.raises(NumberTooSmallError):
        corpus.limit_alphabet(0)


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


TEXTS = ["low lower\nwidest low ", "hug pug 哈哈哈 " * 99, "", "bun hugs low 哈哈", "newest "]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Files whose words first occur in an order that is not alphabetical."""
    names = []
    for number, text in enumerate(TEXTS):
        file = tmp_path / f"{9 - number}.txt"
        file.write_text(text, encoding="utf-8")
        names.append(str(file))
    return names


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two workers, which all is sent to as over a network."""
    from distributed import LocalCluster  # half a second that no other process needs

    workers = {"n_workers": 2, "processes": False, "protocol": "tcp://"}
    with LocalCluster(**workers, dashboard_address=None) as local:
        yield local.scheduler_address


@pytest.fixture(params=["one process", "two processes", "a cluster"])
def count(request: pytest.FixtureRequest) -> Callable[..., Any]:
    if request.param == "a cluster":
        address = request.getfixturevalue("cluster")
        return lambda files, report=None: count_on_cluster(files, Counter(), address, report)
    workers = 1 + (request.param == "two processes")
    return lambda files, report=None: count_files(files, Counter(), workers, report)


def test_words_keep_the_order_of_the_files(files: list[str], count: Callable[..., Any]) -> None:
    """Counts, order, size and the beginning of the text are the same."""
    seen: list[tuple[int, int]] = []
    counted = count(files, lambda *report: seen.append(report))
    assert seen == [(done, 5) for done in range(1, 6)]
    words = collections.Counter(" ".join(TEXTS).split())
    assert list(counted.counts.items()) == list(words.items())
    assert counted.text_bytes == len("".join(TEXTS).encode())
    assert counted.first_words == " ".join(TEXTS).split()[:300]


def test_the_standard_input_is_read_here(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes have another one."""
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"hug pug")))
    assert count_files(["-", files[0]], Counter(), 2).first_words[:2] == ["hug", "pug"]


def test_a_file_that_is_no_text_is_named(files: list[str], count: Callable[..., Any]) -> None:
    """The reason arrives complete from the other process."""
    Path(files[2]).write_bytes(b"caf\xe9")
    with pytest.raises(FileError) as told:
        count(files)
    assert told.value.name == files[2]
    assert isinstance(told.value.__cause__, NotTextError)
    assert told.value.__cause__.fields["position"] == 3


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("a.csv", "word,count\na hug,3\n哈,2"),
        ("a.TSV", '"a hug"\t3\n哈\t2'),
        ("a.txt", "a hug\t3\n哈 2"),
    ],
)
def test_a_table_is_read_as_its_name_says(tmp_path: Path, name: str, table: str) -> None:
    """Its words are taken as they are: not normalized, cut or put into a running text."""
    (tmp_path / name).write_text(table, encoding="utf-8")
    counter = Counter(("nfd",), "gpt2", is_table=True)
    counted = counter.count_file(str(tmp_path / name))
    corpus = counter.corpus_of(counted, unit="char", end_of_word="·", alphabet="gpt2")
    assert (corpus.words, corpus.counts.tolist()) == (["a hug", "哈"], [3, 2])
    assert (corpus.text_bytes, corpus.running_words.tolist()) == (21, [])
    settings = (corpus.unit, corpus.end_of_word, corpus.alphabet)
    assert settings == ("char", "·", "gpt2")
    assert (corpus.normalizer, corpus.pre_tokenizer) == (("nfd",), "gpt2")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_an_address_where_nobody_answers_is_told(
    files: list[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bpe_core.text.counting.SECONDS_TO_CONNECT", 1)
    with pytest.raises(ClusterError):
        count_on_cluster(files, Counter(), address)
