"""Count many files together: however they are distributed, the result is that of one process."""

import collections
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from bpe_core import Corpus, train_bpe
from bpe_core.text.counting import ClusterError, Counter, FileError, count_files, count_on_cluster
from bpe_core.text.reading import NotTextError

TEXTS = ["low lower newest\nwidest low", "hug pug pun 哈哈哈", "", "bun hugs low 哈哈", "newest "]


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
    assert counted.first_words == " ".join(TEXTS).split()


def test_a_file_that_is_no_text_is_named(files: list[str], count: Callable[..., Any]) -> None:
    """The reason arrives complete from the other process."""
    Path(files[2]).write_bytes(b"caf\xe9")
    with pytest.raises(FileError) as told:
        count(files)
    assert told.value.name == files[2]
    assert isinstance(told.value.__cause__, NotTextError)
    assert told.value.__cause__.fields["position"] == 3


@pytest.mark.parametrize("pre_tokenizer", ["whitespace", "gpt2"])
@pytest.mark.parametrize("unit", ["char", "byte"])
def test_one_file_is_the_same_corpus_as_its_text(tmp_path: Path, unit, pre_tokenizer: str) -> None:
    """The traces trained on them are the same to the byte."""
    text = "low lower newest widest low\n哈哈哈 it's  low 哈哈"
    file = tmp_path / "a.txt"
    file.write_text(text, encoding="utf-8")
    counter = Counter(("nfkc", "lowercase"), pre_tokenizer)
    counted = count_files([str(file)], counter, 1)
    ours = counter.corpus_of(counted, unit=unit, end_of_word="</w>")
    whole = Corpus.from_text(
        text,
        unit=unit,
        end_of_word="</w>",
        pre_tokenizer=pre_tokenizer,
        normalizer=["nfkc", "lowercase"],
    )
    assert train_bpe(ours).to_bytes() == train_bpe(whole).to_bytes()


@pytest.mark.parametrize(
    ("name", "table"),
    [("a.csv", "word,count\nhug,3\n哈,2"), ("a.TSV", "hug\t3\n哈\t2"), ("a.txt", "hug 3\n哈 2")],
)
def test_a_table_is_read_as_its_name_says(tmp_path: Path, name: str, table: str) -> None:
    """Its words are taken as they are: not normalized, cut or put into a running text."""
    (tmp_path / name).write_text(table, encoding="utf-8")
    counter = Counter(("nfd",), "gpt2", is_table=True)
    counted = counter.count_file(str(tmp_path / name))
    corpus = counter.corpus_of(counted, unit="byte", end_of_word="·", alphabet="gpt2")
    assert (corpus.words, corpus.counts.tolist()) == (["hug", "哈"], [3, 2])
    assert (corpus.text_bytes, corpus.running_words.tolist()) == (15, [])
    settings = (corpus.unit, corpus.end_of_word, corpus.alphabet)
    assert settings == ("byte", "·", "gpt2")
    assert (corpus.normalizer, corpus.pre_tokenizer) == (("nfd",), "gpt2")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_an_address_where_nobody_answers_is_told(
    files: list[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bpe_core.text.counting.SECONDS_TO_CONNECT", 1)
    with pytest.raises(ClusterError):
        count_on_cluster(files, Counter(), address)
