"""A Unigram trace as bytes: a container of seven parts (`bpe_core.files.saved_traces.container`).

What is kept: the corpus as in a BPE trace (`bpe_core.files.saved_traces.bpe`), where each seed
token occurs, and for each state its tokens, their log probabilities and costs. As there, reading
runs nothing and checks everything.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.training.limits import StopReason
from bpe_core.algorithms.unigram.recorded_rounds import RecordedRounds, Snapshot
from bpe_core.files.saved_traces.bpe import (
    PARTS,
    corpus_header,
    corpus_parts,
    read_corpus,
    read_stop_reason,
)
from bpe_core.files.saved_traces.container import (
    Container,
    check,
    natural,
    number_part,
    only_format_errors,
    write_container,
)
from bpe_core.text.corpus import Corpus

MAGIC = b"UNITRAC1"


class StoredRounds(TypedDict):
    """What a Unigram trace is made of, by the names of its arguments."""

    corpus: Corpus
    first: NDArray[np.int64]
    length: NDArray[np.int64]
    count: NDArray[np.int64]
    snapshots: list[Snapshot]
    candidates: int
    special_tokens: tuple[str, ...]
    stopped_because: StopReason


def rounds_to_bytes(recorded: RecordedRounds) -> bytes:
    """The data of a Unigram training as bytes.

    >>> from bpe_core import Corpus, train_unigram
    >>> trace = train_unigram(Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> rounds_from_bytes(rounds_to_bytes(trace))["length"]
    array([1, 1, 1, 3, 2, 2])
    """
    snapshots = recorded.snapshots
    header = {
        **corpus_header(recorded.corpus),
        "candidates": recorded.candidates,
        "special_tokens": len(recorded.special_tokens),
        "stopped_because": recorded.stopped_because,
        "states": [[len(s.numbers), s.loss, s.token_count, s.in_use] for s in snapshots],
    }
    floats = [array for s in snapshots for array in (s.log_probabilities, s.costs)]
    seed = [recorded.first, recorded.length, recorded.count]
    parts = [
        *corpus_parts(recorded.corpus, recorded.special_tokens),
        number_part(np.concatenate(seed), "<i8"),
        number_part(np.concatenate([s.numbers for s in snapshots]), "<i4"),
        number_part(np.concatenate(floats), "<f8"),
    ]
    return write_container(MAGIC, header, parts)


def rounds_from_bytes(data: bytes) -> StoredRounds:
    """What `rounds_to_bytes` wrote; `TraceFormatError` for anything else."""
    with only_format_errors():
        container = Container(MAGIC, data, parts=PARTS)
        corpus, special = read_corpus(container)
        seed = container.numbers("<i8")
        check(len(seed) % 3 == 0, "the seed is cut short")
        first, length, count = seed.reshape(3, -1)
        stored = StoredRounds(
            corpus=corpus,
            first=first,
            length=length,
            count=count,
            snapshots=_read_snapshots(container),
            candidates=container.natural("candidates"),
            special_tokens=special,
            stopped_because=read_stop_reason(container),
        )
        _check_seed(corpus, first, length)
        _check_states(stored)
        return stored


def _read_snapshots(container: Container) -> list[Snapshot]:
    states = container.header["states"]
    numbers, floats = container.numbers("<i4"), container.numbers("<f8")
    sizes = [natural(size) for size, *_ in states]
    whole = len(numbers) == sum(sizes) and len(floats) == 2 * sum(sizes)
    check(bool(sizes) and whole, "the states don't match")
    ends = np.cumsum([0, *sizes]).tolist()
    return [
        Snapshot(
            numbers=numbers[start:stop],
            log_probabilities=floats[2 * start : start + stop],
            costs=floats[start + stop : 2 * stop],
            loss=float(loss),
            token_count=natural(token_count),
            in_use=natural(in_use),
        )
        for (_, loss, token_count, in_use), (start, stop) in zip(
            states, pairwise(ends), strict=True
        )
    ]


def _check_seed(corpus: Corpus, first: NDArray[np.int64], length: NDArray[np.int64]) -> None:
    """The base vocabulary comes first, and every longer token lies inside a word."""
    base = len(corpus.base_vocabulary)
    check(len(first) >= base and bool(np.all(length[:base] == 1)), "a single unit is missing")
    start, stop = first[base:], first[base:] + length[base:]
    inside = (start >= 0) & (length[base:] > 1) & (stop <= len(corpus.units))
    check(bool(np.all(inside)), "a token lies outside the words")
    words = corpus.word_of_unit
    check(bool(np.all(words[start] == words[stop - 1])), "a token reaches over a word")


def _check_states(stored: StoredRounds) -> None:
    """Each state has the single units and some of the tokens of the state before."""
    base = len(stored["corpus"].base_vocabulary)
    before = np.arange(len(stored["first"]), dtype=np.int32)
    for snapshot in stored["snapshots"]:
        numbers = snapshot.numbers
        check(bool(np.all(np.diff(numbers) > 0)), "the tokens are not in order")
        check(bool(np.array_equal(numbers[:base], np.arange(base))), "a single unit is missing")
        check(bool(np.all(np.isin(numbers, before))), "a token comes back")
        check(
            bool(np.all(np.isfinite(snapshot.log_probabilities))), "a probability is not a number"
        )
        check(not np.any(np.isnan(snapshot.costs)), "a cost is not a number")
        before = numbers
