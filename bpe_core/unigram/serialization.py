"""A Unigram trace as bytes, in the container of a BPE trace (`bpe_core.serialization`).

What is kept: words and counts, where each seed token stands, and for each state its tokens, their
log probabilities and costs. As there, reading runs nothing and checks everything.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from numpy.typing import NDArray

from bpe_core.corpus import Corpus, encode_utf8
from bpe_core.errors import BpeError, TraceFormatError
from bpe_core.limits import check_special_tokens
from bpe_core.serialization import MAGIC as CONTAINER
from bpe_core.serialization import _check, _corpus, _cut, _little, _natural, _numbers, _split
from bpe_core.trace import StopReason

if TYPE_CHECKING:
    from bpe_core.unigram.trace import Snapshot, UnigramTrace

MAGIC = b"UNITRAC1"


def unigram_to_bytes(trace: UnigramTrace) -> bytes:
    """The trace as bytes.

    >>> from bpe_core import Corpus, train_unigram
    >>> trace = train_unigram(Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> unigram_from_bytes(unigram_to_bytes(trace)).vocabulary
    ('g', 'h', 'u', 'hug')
    """
    corpus, snapshots = trace.corpus, trace.snapshots
    texts = [corpus.end_of_word, *trace.special_tokens, *corpus.words]
    floats = [array for s in snapshots for array in (s.log_probabilities, s.costs)]
    parts = [
        encode_utf8("".join(texts)),
        _little(np.fromiter(map(len, texts), np.int64, len(texts)), "<i8"),
        _little(corpus.counts, "<i8"),
        _little(corpus.running_words, "<i8"),
        _little(np.concatenate([trace.first, trace.length, trace.count]), "<i8"),
        _little(np.concatenate([s.numbers for s in snapshots]), "<i4"),
        np.concatenate(floats).astype("<f8").tobytes(),
    ]
    header = {
        "unit": corpus.unit,
        "alphabet": corpus.alphabet,
        "normalizer": list(corpus.normalizer),
        "pre_tokenizer": corpus.pre_tokenizer,
        "text_bytes": corpus.text_bytes,
        "candidates": trace.candidates,
        "special_tokens": len(trace.special_tokens),
        "stopped_because": trace.stopped_because,
        "states": [[len(s.numbers), s.loss, s.token_count, s.in_use] for s in snapshots],
        "parts": [len(part) for part in parts],
    }
    text = json.dumps(header).encode()
    return b"".join([MAGIC, len(text).to_bytes(4, "little"), text, *parts])


def unigram_from_bytes(data: bytes) -> UnigramTrace:
    """The trace that `unigram_to_bytes` wrote; `TraceFormatError` for anything else."""
    try:
        return _read(data)
    except TraceFormatError:
        raise
    except (BpeError, ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise TraceFormatError(reason=str(error) or type(error).__name__) from error


def _read(data: bytes) -> UnigramTrace:
    from bpe_core.unigram.trace import UnigramTrace

    _check(data[: len(MAGIC)] == MAGIC, "it does not begin as one")
    header, parts = _split(CONTAINER + data[len(MAGIC) :])
    texts = _cut(next(parts).decode("utf-8", "surrogatepass"), _numbers(next(parts), "<i8"))
    special = _natural(header["special_tokens"])
    _check(len(texts) > special + 1, "there are no words")
    corpus = _corpus(header, texts[0], texts[1 + special :], parts)
    seed = _numbers(next(parts), "<i8").astype(np.int64)
    _check(len(seed) % 3 == 0, "the seed is cut short")
    _check(header["stopped_because"] in get_args(StopReason), "the reason to stop is not known")
    first, length, count = seed.reshape(3, -1)
    snapshots = _read_snapshots(header["states"], next(parts), next(parts))
    trace = UnigramTrace(
        corpus=corpus,
        first=first,
        length=length,
        count=count,
        snapshots=snapshots,
        candidates=_natural(header["candidates"]),
        special_tokens=check_special_tokens(texts[1 : 1 + special]),
        stopped_because=header["stopped_because"],
    )
    _check_seed(corpus, first, length)
    _check_states(trace)
    return trace


def _read_snapshots(states: list[list[Any]], numbers: bytes, floats: bytes) -> list[Snapshot]:
    from bpe_core.unigram.trace import Snapshot

    all_numbers = _numbers(numbers, "<i4").astype(np.int32)
    _check(len(floats) % 8 == 0, "a part is cut short")
    all_floats = np.frombuffer(floats, "<f8").astype(np.float64)
    sizes = [_natural(size) for size, *_ in states]
    whole = len(all_numbers) == sum(sizes) and len(all_floats) == 2 * sum(sizes)
    _check(bool(sizes) and whole, "the states don't match")
    ends = np.cumsum([0, *sizes]).tolist()
    return [
        Snapshot(
            numbers=all_numbers[start:stop],
            log_probabilities=all_floats[2 * start : start + stop],
            costs=all_floats[start + stop : 2 * stop],
            loss=float(loss),
            token_count=_natural(token_count),
            in_use=_natural(in_use),
        )
        for (_, loss, token_count, in_use), (start, stop) in zip(
            states, pairwise(ends), strict=True
        )
    ]


def _check_seed(corpus: Corpus, first: NDArray[np.int64], length: NDArray[np.int64]) -> None:
    """The base vocabulary comes first, and every longer token lies inside a word."""
    base = len(corpus.base_vocabulary)
    _check(len(first) >= base and bool(np.all(length[:base] == 1)), "a single unit is missing")
    start, stop = first[base:], first[base:] + length[base:]
    inside = (start >= 0) & (length[base:] > 1) & (stop <= len(corpus.units))
    _check(bool(np.all(inside)), "a token lies outside the words")
    words = corpus.word_of_unit
    _check(bool(np.all(words[start] == words[stop - 1])), "a token reaches over a word")


def _check_states(trace: UnigramTrace) -> None:
    """Each state has the single units and some of the tokens of the state before."""
    base = len(trace.corpus.base_vocabulary)
    before = np.arange(len(trace.first), dtype=np.int32)
    for snapshot in trace.snapshots:
        numbers = snapshot.numbers
        _check(bool(np.all(np.diff(numbers) > 0)), "the tokens are not in order")
        _check(bool(np.array_equal(numbers[:base], np.arange(base))), "a single unit is missing")
        _check(bool(np.all(np.isin(numbers, before))), "a token comes back")
        _check(bool(np.all(np.isfinite(snapshot.log_probabilities))), "a probability is none")
        _check(not np.any(np.isnan(snapshot.costs)), "a cost is none")
        before = numbers
