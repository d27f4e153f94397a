"""Counting the words of many files: in several processes here, or on a Dask cluster.

Each file is counted separately, and counts are joined in the order of the files: a word keeps the
position at which it first occurs when the files are read one after another. So it makes no
difference which process counted which file, and the result is exactly that of one process. Unlike
`Corpus.from_text`, which needs the whole text at once, this only ever combines counts.

On a cluster, for corpora too large for one machine, adjacent counts are joined in pairs until one
is left, and only the last count is sent back; the merges run where the command runs. It needs
workers that have this package and see the files under the same names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bpe_core.errors import BpeError
from bpe_core.text.corpus import Corpus, encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import (
    RUNNING_WORDS,
    Counted,
    count_words,
    find_pre_tokenizer,
    parts_between,
)
from bpe_core.text.reading import read_counts, read_text

#: Means standard input in a list of file names.
STANDARD_INPUT = "-"
ReportFiles = Callable[[int, int], None]


@dataclass(frozen=True)
class Counter:
    """A counter of files; it knows how texts are normalized and cut, or that they are tables.

    Special tokens cut a text before anything else, and belong to no word.

    >>> Counter().count_text("to be or not to be").counts
    {'to': 2, 'be': 2, 'or': 1, 'not': 1}
    """

    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str = "whitespace"
    is_table: bool = False
    special_tokens: tuple[str, ...] = ()

    def count_file(self, name: str) -> Counted:
        """Count the words of a file. Raises `OSError` or a `BpeError`."""
        is_stdin = name == STANDARD_INPUT
        data = sys.stdin.buffer.read() if is_stdin else Path(name).read_bytes()
        delimiter = {".csv": ",", ".tsv": "\t"}.get(Path(name).suffix.lower())
        text = read_text(data)
        return self.count_table(text, delimiter) if self.is_table else self.count_text(text)

    def count_text(self, text: str) -> Counted:
        """Count the words of a text.

        >>> Counter(special_tokens=("<s>",)).count_text("hug<s>pug").counts
        {'hug': 1, 'pug': 1}
        """
        return reduce(join, map(self._count_part, parts_between(text, self.special_tokens)))

    def _count_part(self, text: str) -> Counted:
        rule = find_pre_tokenizer(self.pre_tokenizer)
        return count_words(normalize(text, self.normalizer), rule)

    def count_table(self, text: str, delimiter: str | None = None) -> Counted:
        """Read words and their counts."""
        counts = read_counts(text, delimiter)
        size = sum(times * len(encode_utf8(word)) for word, times in counts.items())
        return Counted(counts, [], size)

    def corpus_of(self, counted: Counted, **settings: Any) -> Corpus:
        """The counts as a corpus; the settings are the others of one. Raises a `BpeError`.

        >>> counter = Counter(pre_tokenizer="gpt2")
        >>> counter.corpus_of(counter.count_text("a b a b"), unit="char", end_of_word="").words
        ['a', 'Ġb', 'Ġa']
        """
        rule = find_pre_tokenizer(self.pre_tokenizer)
        settings |= {"normalizer": self.normalizer}
        if self.is_table:
            return Corpus.from_counts(counted.counts, pre_tokenizer=rule.name, **settings)
        return Corpus.of_text(counted, rule, **settings)


def join(one: Counted, other: Counted) -> Counted:
    """The counts of two texts read one after the other; `one` is modified.

    >>> join(Counted({"b": 1}, ["b"], 1), Counted({"a": 1, "b": 2}, ["a", "b", "b"], 5))
    Counted(counts={'b': 3, 'a': 1}, first_words=['b', 'a', 'b', 'b'], text_bytes=6)
    """
    counts = one.counts
    so_far = counts.get
    for word, times in other.counts.items():
        counts[word] = so_far(word, 0) + times
    first = [*one.first_words, *other.first_words][:RUNNING_WORDS]
    return Counted(counts, first, one.text_bytes + other.text_bytes)


class FileError(Exception):
    """A file that could not be counted; `__cause__` says why."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def count_files(
    names: Sequence[str], counter: Counter, workers: int, progress: ReportFiles | None = None
) -> Counted:
    """Count files in `workers` processes. Raises `FileError`.

    `progress(done, total)` is called after each file.
    """
    whole = Counted({}, [], 0)
    for done, counted in enumerate(_each(names, counter, workers), start=1):
        whole = join(whole, counted)
        if progress is not None:
            progress(done, len(names))
    return whole


def _each(names: Sequence[str], counter: Counter, workers: int) -> Iterator[Counted]:
    """The counts of each file, in order."""
    if workers < 2 or len(names) < 2 or STANDARD_INPUT in names:
        yield from _named(names, map(counter.count_file, names))
        return
    # A new interpreter for each: a copy of this one may hold a lock that is never released.
    with ProcessPoolExecutor(min(workers, len(names)), get_context("spawn")) as pool:
        try:
            yield from _named(names, pool.map(counter.count_file, names))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _named(names: Sequence[str], results: Iterator[Counted]) -> Iterator[Counted]:
    """The results; an error among them is raised with the file's name."""
    for name in names:
        try:
            yield next(results)
        except Exception as error:
            raise FileError(name) from error


SECONDS_TO_CONNECT = 10


class NoClusterLibraryError(BpeError):
    """The optional library is not installed."""


class ClusterError(BpeError):
    """No scheduler answers at the address."""


def count_on_cluster(
    names: Sequence[str], counter: Counter, address: str, progress: ReportFiles | None = None
) -> Counted:
    """Count files on the cluster at an address such as `tcp://scheduler:8786`.

    Raises `NoClusterLibraryError`, `ClusterError`, `FileError`.
    """
    try:
        import distributed
    except ImportError:
        raise NoClusterLibraryError() from None
    make_client: Any = distributed.Client
    try:
        client = make_client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterError(address=address) from None
    with client:
        counted = [client.submit(counter.count_file, name, pure=False) for name in names]
        joined = _reduce(client, counted)
        for done, (name, future) in enumerate(zip(names, counted, strict=True), start=1):
            if (error := future.exception()) is not None:
                raise FileError(name) from error
            if progress is not None:
                progress(done, len(names))
        result: Counted = joined.result()
        return result


def _reduce(client: Any, parts: Sequence[Any]) -> Any:
    """Join adjacent parts in pairs until one is left."""
    while len(parts) > 1:
        pairs = zip_longest(parts[::2], parts[1::2])
        parts = [one if two is None else client.submit(joined, one, two) for one, two in pairs]
    return parts[0]


def joined(one: Counted, two: Counted) -> Counted:
    """Do the same as `join`, but leave both parts unchanged: a cluster may need them again.

    >>> one = Counted({"a": 1}, ["a"], 1)
    >>> joined(one, one).counts, one.counts
    ({'a': 2}, {'a': 1})
    """
    return join(Counted(dict(one.counts), one.first_words, one.text_bytes), two)
