"""A trace as bytes: for the way from a worker process to a page, and for keeping.

The layout: eight bytes of magic, the length of a JSON header (uint32), the header, then the parts
that the header lists, each a little-endian array or UTF-8 text. What follows from other parts
(base vocabulary, spelling, token texts) is worked out again when reading. Unlike pickle, reading
runs nothing and checks everything: shapes, ranges and references, and computed lengths before
anything is built.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from bpe_core.corpus import Corpus, encode_utf8
from bpe_core.errors import BpeError, TraceFormatError
from bpe_core.limits import check_special_tokens
from bpe_core.pre_tokenization import find_pre_tokenizer
from bpe_core.tie_rules import find_tie_rule
from bpe_core.trace import StopReason, Trace

MAGIC = b"BPETRAC1"
Array = NDArray[np.integer]


def trace_to_bytes(trace: Trace) -> bytes:
    """The trace as bytes.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10}))
    >>> trace_from_bytes(trace_to_bytes(trace)).state_at(1).words
    [(('hu', 'g'), 10)]
    """
    corpus = trace.corpus
    texts = [corpus.end_of_word, *trace.special_tokens, *corpus.words]
    parts: list[bytes] = [
        encode_utf8("".join(texts)),
        _little(np.fromiter(map(len, texts), np.int64, len(texts)), "<i8"),
        _little(corpus.counts, "<i8"),
        _little(corpus.running_words, "<i8"),
        _little(trace.base_merges[:, :2], "<i4"),
        _little(trace.merge_counts, "<i8"),
        _little(trace.closed, "<i4"),
    ]
    header = {
        "unit": corpus.unit,
        "alphabet": corpus.alphabet,
        "normalizer": list(corpus.normalizer),
        "pre_tokenizer": corpus.pre_tokenizer,
        "text_bytes": corpus.text_bytes,
        "special_tokens": len(trace.special_tokens),
        "tie_break": trace.tie_break,
        "stopped_because": trace.stopped_because,
        "chosen_steps": list(trace.choices),
        "parts": [len(part) for part in parts],
    }
    text = json.dumps(header).encode()
    return b"".join([MAGIC, len(text).to_bytes(4, "little"), text, *parts])


def trace_from_bytes(data: bytes) -> Trace:
    """The trace that `trace_to_bytes` wrote; `TraceFormatError` for anything else."""
    try:
        return _read(data)
    except TraceFormatError:
        raise
    except (BpeError, ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise TraceFormatError(reason=str(error) or type(error).__name__) from error


def _read(data: bytes) -> Trace:
    header, parts = _split(data)
    text = next(parts).decode("utf-8", "surrogatepass")
    texts = _cut(text, _numbers(next(parts), "<i8"))
    special_count = _natural(header["special_tokens"])
    _check(len(texts) > special_count + 1, "there are no words")
    special = check_special_tokens(texts[1 : 1 + special_count])
    corpus = _corpus(header, texts[0], texts[1 + special_count :], parts)
    merges = _numbers(next(parts), "<i4").astype(np.int32)
    _check(len(merges) % 2 == 0, "the merges are no pairs")
    merge_counts = _numbers(next(parts), "<i8").astype(np.int64)
    closed = _numbers(next(parts), "<i4").astype(np.int32)
    base = len(corpus.base_vocabulary)
    made = np.arange(base, base + len(merges) // 2, dtype=np.int32)
    stopped = header["stopped_because"]
    _check(stopped in get_args(StopReason), "the reason to stop is not known")
    find_tie_rule(header["tie_break"])
    chosen = [_natural(step) for step in header.get("chosen_steps", [])]
    _check(all(0 < step <= len(merges) // 2 for step in chosen), "a choice is no merge")
    ids = merges.reshape(-1, 2) + np.int32(special_count)
    trace = Trace(
        corpus=corpus,
        merges=np.column_stack([merges.reshape(-1, 2), made]).astype(np.int32),
        merge_counts=merge_counts,
        closed=closed,
        special_tokens=special,
        tie_break=header["tie_break"],
        stopped_because=stopped,
        choices={step: tuple(ids[step - 1].tolist()) for step in chosen},
    )
    _check_merges(trace)
    _check_gaps(trace)
    return trace


def _corpus(
    header: dict[str, Any], marker: str, words: list[str], parts: Iterator[bytes]
) -> Corpus:
    counts = _numbers(next(parts), "<i8")
    running = _numbers(next(parts), "<i8")
    _check(len(counts) == len(words) == len(set(words)), "words and counts don't match")
    _check(bool(np.all((running >= 0) & (running < len(words)))), "a running word is missing")
    corpus = Corpus.from_counts(
        dict(zip(words, counts.tolist(), strict=True)),
        unit=header["unit"],
        end_of_word=marker,
        alphabet=header["alphabet"],
        normalizer=header["normalizer"],
        pre_tokenizer=find_pre_tokenizer(header["pre_tokenizer"]).name,
    )
    return corpus.with_text(running.astype(np.int64), _natural(header["text_bytes"]))


def _check_merges(trace: Trace) -> None:
    """Every merge joins two older tokens, and no token is longer than the longest word."""
    merges, n = trace.base_merges, len(trace)
    _check(len(trace.merge_counts) == n, "merges and their counts don't match")
    _check(bool(np.all(trace.merge_counts > 0)), "a merge has no count")
    older = (merges[:, :2] >= 0) & (merges[:, :2] < merges[:, 2:])
    _check(bool(np.all(older)), "a merge joins a token that does not exist yet")
    longest = int(np.diff(trace.corpus.starts).max())
    lengths = [1] * len(trace.corpus.base_vocabulary)
    for left, right in merges[:, :2].tolist():
        lengths.append(lengths[left] + lengths[right])
        _check(lengths[-1] <= longest, "a token is longer than every word")


def _check_gaps(trace: Trace) -> None:
    """Every gap is closed by a merge, and the token that it makes lies inside the word."""
    corpus, closed = trace.corpus, trace.closed
    _check(len(closed) == len(corpus.units), "gaps and words don't match")
    _check(bool(np.all((closed >= 0) & (closed <= len(trace)))), "a gap names no merge")
    _check(not np.any(closed[~corpus.inside]), "a gap lies outside the words")
    merged = np.flatnonzero(closed)
    _check(len(np.unique(closed[merged])) == len(trace), "a merge closes no gap")
    ids = trace.base_merges[closed[merged] - 1]
    word = corpus.word_of_unit[merged]
    begin = merged - trace.token_lengths[ids[:, 0]] + 1
    end = merged + trace.token_lengths[ids[:, 1]]
    fits = (begin >= corpus.starts[word]) & (end < corpus.starts[word + 1])
    _check(bool(np.all(fits)), "a token reaches over a word")


def _split(data: bytes) -> tuple[dict[str, Any], Iterator[bytes]]:
    start = len(MAGIC) + 4
    _check(data[: len(MAGIC)] == MAGIC and len(data) >= start, "it does not begin as one")
    stop = start + int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start:stop])
    _check(isinstance(header, dict), "the header is no record")
    sizes = [_natural(size) for size in header["parts"]]
    _check(len(sizes) == 7 and stop + sum(sizes) == len(data), "it is cut short, or too long")
    ends = [stop]
    for size in sizes:
        ends.append(ends[-1] + size)
    return header, iter([data[a:b] for a, b in pairwise(ends)])


def _cut(text: str, lengths: Array) -> list[str]:
    _check(bool(np.all((lengths >= 0) & (lengths <= len(text)))), "the words don't fill the text")
    ends = np.cumsum(lengths).tolist()
    _check(bool(ends) and ends[-1] == len(text), "the words don't fill the text")
    return [text[a:b] for a, b in pairwise([0, *ends])]


def _numbers(part: bytes, dtype: str) -> Array:
    _check(len(part) % np.dtype(dtype).itemsize == 0, "a part is cut short")
    return np.frombuffer(part, dtype)


def _little(values: Array, dtype: str) -> bytes:
    return np.ascontiguousarray(values, dtype).tobytes()


def _natural(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise TraceFormatError(reason="a number is not one")
    return value


def _check(true: bool, reason: str) -> None:
    if not true:
        raise TraceFormatError(reason=reason)
