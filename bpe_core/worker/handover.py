"""A trace as a worker process hands it to the process that shows it: everything worked out.

`Trace.to_bytes` is for keeping and for strangers: it is small, and reading it trains again. That
takes the reader long, and the reader here is a server in which everybody waits while one call
runs. So this carries the tables too (the pair history, the figures for each step), and reading it
copies nothing: arrays are views of the bytes, and a word is cut out of the text when it is asked
for. Unlike `bpe_core.saved_training` it trusts the bytes. Read only what `bpe_core.worker.job`
wrote.

Throughout: a trace is *packed* as what JSON can hold, and as arrays by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.bpe.pair_history import PairHistory
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.parity.parallel_corpus import of_all
from bpe_core.algorithms.parity.training import ParityMerge, ParityTrace
from bpe_core.algorithms.picky.trace import Event, Left, Merged, PickyTrace
from bpe_core.algorithms.training.three_algorithms import SideBySide
from bpe_core.algorithms.training.train import AnyTrace
from bpe_core.algorithms.unigram.recorded_rounds import Snapshot
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.views import RoundHistory
from bpe_core.algorithms.wordpiece.score_history import ScoreHistory, TokenCounts
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.corpus import Corpus, Token
from bpe_core.text.word_texts import WordTexts
from bpe_core.worker.packing import Part, array_text, pack_arrays, text_array, unpack_arrays

Arrays = dict[str, NDArray[Any]]
Packed = tuple[dict[str, Any], Arrays]

MERGES, PIECES, ACROSS, ROUNDS, THREE = "merges", "pieces", "across", "rounds", "three"
EVENTS, TURNS = "events", "turns"
#: What all traces by merges are packed with, besides their arrays.
SETTINGS = ("special_tokens", "tie_break", "min_frequency", "stopped_because")
#: The arrays of a table of pairs.
TABLE = tuple(field.name for field in fields(PairHistory))


def pack(trace: AnyTrace) -> list[Part]:
    """The trace and its tables, as parts to be written one after another.

    >>> from bpe_core import train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> unpack(b"".join(pack(trace))).state_at(1).words
    [(('h', 'ug'), 10), (('p', 'ug'), 5)]
    """
    return pack_arrays(*_pack(trace))


def unpack(data: bytes) -> AnyTrace:
    """The trace that `pack` wrote in this version of the program; its arrays can't be written."""
    return _trace_of(*unpack_arrays(data))


def _pack(trace: AnyTrace) -> Packed:
    if isinstance(trace, SideBySide):
        return _pack_three(trace)
    about, arrays = _pack_corpus(trace.corpus)
    if isinstance(trace, PickyTrace):
        return about | _pack_events(trace), arrays
    if isinstance(trace, ParityTrace):
        more, others = _pack_turns(trace)
        return about | more, arrays | others
    more, others = _pack_rounds(trace) if isinstance(trace, UnigramTrace) else _pack_merges(trace)
    return about | more, arrays | others


def _trace_of(about: dict[str, Any], arrays: Arrays) -> AnyTrace:
    if about["kind"] == THREE:
        return _three_of(about, arrays)
    corpus = _corpus_of(about, arrays)
    if about["kind"] == ROUNDS:
        return _rounds_of(about, arrays, corpus)
    if about["kind"] == EVENTS:
        return _events_of(about, corpus)
    if about["kind"] == TURNS:
        return _turns_of(about, arrays, corpus)
    read = {MERGES: _merges_of, PIECES: _pieces_of, ACROSS: _across_of}
    return read[about["kind"]](about, arrays, corpus)


def _named(group: str, arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """The arrays of a group, by names that begin with its own."""
    return {f"{group}.{name}": values for name, values in arrays.items()}


def _group(group: str, arrays: Arrays) -> Arrays:
    """The arrays of a group by their own names."""
    begin = f"{group}."
    names = [name for name in arrays if name.startswith(begin)]
    return {name.removeprefix(begin): arrays[name] for name in names}


# The corpus

_CORPUS_FIELDS = ("unit", "end_of_word", "alphabet", "pre_tokenizer", "text_bytes")
_CORPUS_ARRAYS = ("counts", "units", "starts", "running_words")


def _pack_corpus(corpus: Corpus) -> Packed:
    words = WordTexts.join(corpus.words)
    base = [_code(token) for token in corpus.base_vocabulary]
    about = {name: getattr(corpus, name) for name in _CORPUS_FIELDS}
    about |= {"base_vocabulary": base, "normalizer": list(corpus.normalizer)}
    arrays = _named("corpus", {name: getattr(corpus, name) for name in _CORPUS_ARRAYS})
    return about, arrays | {"words": text_array(words.text), "borders": words.borders}


def _corpus_of(about: dict[str, Any], arrays: Arrays) -> Corpus:
    return Corpus(
        words=WordTexts(array_text(arrays["words"]), arrays["borders"]),  # type: ignore[arg-type]
        base_vocabulary=tuple(_token(code) for code in about["base_vocabulary"]),
        normalizer=tuple(about["normalizer"]),
        **{name: about[name] for name in _CORPUS_FIELDS},
        **_group("corpus", arrays),  # type: ignore[arg-type]
    )


def _code(token: Token) -> str | list[int]:
    return token if isinstance(token, str) else list(token)


def _token(code: str | list[int]) -> Token:
    return code if isinstance(code, str) else bytes(code)


# BPE and WordPiece


def _pack_merges(trace: Trace) -> Packed:
    history = trace.history
    about = {name: getattr(trace, name) for name in SETTINGS}
    about |= {"kind": MERGES, "choices": list(trace.choices.items())}
    arrays = {name: getattr(trace, name) for name in ("merge_counts", "closed")}
    arrays["merges"] = trace.base_merges
    table = {name: getattr(history, name) for name in TABLE}
    if isinstance(trace, WordPieceTrace):
        about |= {"kind": PIECES, "prefix": trace.prefix}
        table["rank"] = trace.history.rank
    if isinstance(trace, AcrossTrace):
        about |= {"kind": ACROSS, "needs_ready": trace.needs_ready}
        arrays |= {"opened": trace.opened, "across": trace.across}
    return about, arrays | _named("figures", trace.figures) | _named("history", table)


def _merges_of(about: dict[str, Any], arrays: Arrays, corpus: Corpus) -> Trace:
    return Trace(
        choices={step: (left, right) for step, (left, right) in about["choices"]},
        history=PairHistory(**_group("history", arrays)),
        **_common(about, arrays, corpus),
    )


def _across_of(about: dict[str, Any], arrays: Arrays, corpus: Corpus) -> AcrossTrace:
    return AcrossTrace(
        opened=arrays["opened"],
        across=arrays["across"],
        needs_ready=about["needs_ready"],
        history=PairHistory(**_group("history", arrays)),
        **_common(about, arrays, corpus),
    )


def _pieces_of(about: dict[str, Any], arrays: Arrays, corpus: Corpus) -> WordPieceTrace:
    figures = _group("figures", arrays)
    history = ScoreHistory(
        **_group("history", arrays),
        token_counts=TokenCounts(
            figures["base_frequencies"], arrays["merges"], figures["token_counts"]
        ),
        min_frequency=about["min_frequency"],
    )
    return WordPieceTrace(prefix=about["prefix"], history=history, **_common(about, arrays, corpus))


def _common(about: dict[str, Any], arrays: Arrays, corpus: Corpus) -> dict[str, Any]:
    settings = {name: about[name] for name in SETTINGS}
    return settings | {
        "corpus": corpus,
        "special_tokens": tuple(about["special_tokens"]),
        "figures": _group("figures", arrays),
        **{name: arrays[name] for name in ("merges", "merge_counts", "closed")},
    }


# Unigram

#: What a snapshot holds for each token that is left, and what it holds once.
_COLUMNS = ("numbers", "log_probabilities", "costs")
_FIGURES = ("loss", "token_count", "in_use")


def _pack_rounds(trace: UnigramTrace) -> Packed:
    snapshots = trace.snapshots
    about = {
        "kind": ROUNDS,
        "special_tokens": list(trace.special_tokens),
        "stopped_because": trace.stopped_because,
        "settings": trace.settings,
        "candidates": trace.candidates,
        "sizes": [len(snapshot.numbers) for snapshot in snapshots],
        "figures": [[getattr(s, name) for name in _FIGURES] for s in snapshots],
        "history": trace.history.to_plain(),
    }
    seed = {name: getattr(trace, name) for name in ("first", "length", "count")}
    columns = {name: np.concatenate([getattr(s, name) for s in snapshots]) for name in _COLUMNS}
    return about, _named("seed", seed) | _named("states", columns)


def _rounds_of(about: dict[str, Any], arrays: Arrays, corpus: Corpus) -> UnigramTrace:
    columns = _group("states", arrays)
    borders = pairwise(np.cumsum([0, *about["sizes"]]).tolist())
    snapshots = [
        Snapshot(
            numbers=columns["numbers"][start:stop],
            log_probabilities=columns["log_probabilities"][start:stop],
            costs=columns["costs"][start:stop],
            **dict(zip(_FIGURES, figures, strict=True)),
        )
        for figures, (start, stop) in zip(about["figures"], borders, strict=True)
    ]
    return UnigramTrace(
        corpus=corpus,
        snapshots=snapshots,
        candidates=about["candidates"],
        special_tokens=tuple(about["special_tokens"]),
        stopped_because=about["stopped_because"],
        settings=about["settings"],
        history=RoundHistory.from_plain(about["history"]),
        **_group("seed", arrays),
    )


# Picky BPE


def _pack_events(trace: PickyTrace) -> dict[str, Any]:
    return {
        "kind": EVENTS,
        "threshold": trace.threshold.as_integer_ratio(),
        "texts": [_code(token) for token in trace.texts],
        "events": trace.events,
        "stopped_because": trace.stopped_because,
    }


def _event_of(code: list[Any]) -> Event:
    if len(code) == len(Left._fields):
        token, parts, times, used = code
        return Left(token, tuple(parts), times, used)
    left, right, token, count, times, rests, is_back, tied = code
    return Merged(left, right, token, count, times, tuple(rests), is_back, tied)


def _events_of(about: dict[str, Any], corpus: Corpus) -> PickyTrace:
    return PickyTrace(
        corpus=corpus,
        threshold=Fraction(*about["threshold"]),
        texts=[_token(code) for code in about["texts"]],
        events=[_event_of(code) for code in about["events"]],
        stopped_because=about["stopped_because"],
    )


# Parity-aware BPE

#: What is packed of each merge in a row of numbers, besides its pairs' counts in each language.
_NUMBERS = ("language", "left", "right", "token", "tied")


def _pack_turns(trace: ParityTrace) -> Packed:
    each = [_pack_corpus(corpus) for corpus in trace.corpus.each]
    about = {
        "kind": TURNS,
        "each": [about for about, _ in each],
        "texts": [_code(token) for token in trace.texts],
        "tie_break": trace.tie_break,
        "stopped_because": trace.stopped_because,
    }
    languages, merges = len(each), trace.merges
    rows = [[*(getattr(merge, name) for name in _NUMBERS), *merge.rival] for merge in merges]
    arrays = {
        "numbers": np.array(rows, np.int64).reshape(-1, len(_NUMBERS) + 2),
        "counts": np.array([m.counts for m in merges], np.int64).reshape(-1, languages),
        "rivals": np.array([m.rival_counts for m in merges], np.int64).reshape(-1, languages),
        "lengths": np.array(trace.lengths, np.int64),
    }
    for i, (_, corpus) in enumerate(each):
        arrays |= _named(str(i), corpus)
    return about, _named("turns", arrays)


def _turns_of(about: dict[str, Any], arrays: Arrays, joint: Corpus) -> ParityTrace:
    arrays = _group("turns", arrays)
    each = [_corpus_of(packed, _group(str(i), arrays)) for i, packed in enumerate(about["each"])]
    rows = zip(*(arrays[name].tolist() for name in ("numbers", "counts", "rivals")), strict=True)
    merges = [
        ParityMerge(
            **dict(zip(_NUMBERS, numbers, strict=False)),
            counts=tuple(counts),
            rival=(numbers[-2], numbers[-1]),
            rival_counts=tuple(rivals),
        )
        for numbers, counts, rivals in rows
    ]
    return ParityTrace(
        corpus=of_all(joint, each),
        tie_break=about["tie_break"],
        texts=[_token(code) for code in about["texts"]],
        merges=merges,
        lengths=[tuple(lengths) for lengths in arrays["lengths"].tolist()],
        stopped_because=about["stopped_because"],
    )


# The three together

_THREE = ("bpe", "wordpiece", "unigram")


def _pack_three(three: SideBySide) -> Packed:
    about: dict[str, Any] = {"kind": THREE, "held_out": three.held_out, "parting": three.parting}
    arrays = _named("cuts", dict(zip(_THREE, three.cut_counts, strict=True)))
    for name in _THREE:
        about[name], own_arrays = _pack(getattr(three, name))
        arrays |= _named(name, own_arrays)
    return about, arrays


def _three_of(about: dict[str, Any], arrays: Arrays) -> SideBySide:
    traces: Any = {name: _trace_of(about[name], _group(name, arrays)) for name in _THREE}
    return SideBySide(
        **traces,
        held_out=about["held_out"],
        parting=about["parting"],
        cut_counts=tuple(arrays[f"cuts.{name}"] for name in _THREE),
    )


# How large they are

#: An event with its numbers, and the three figures after it, as objects of Python.
EVENT_BYTES = 800
#: The same for each language of a merge, and of the lengths after it.
TURN_BYTES = 120


def size_of(trace: AnyTrace) -> int:
    """About how many bytes a trace takes with its tables, which are made now if need be."""
    if isinstance(trace, SideBySide):
        traces = sum(_bytes_of(each) for each in (trace.bpe, trace.wordpiece, trace.unigram))
        return traces + _array_bytes(trace.cut_counts)
    if isinstance(trace, PickyTrace):
        return _bytes_of(trace) + EVENT_BYTES * len(trace)
    if isinstance(trace, ParityTrace):
        each = trace.corpus.each
        texts = sum(map(_corpus_bytes, each))
        return _bytes_of(trace) + texts + (EVENT_BYTES + TURN_BYTES * len(each)) * len(trace)
    return _bytes_of(trace) + _array_bytes(vars(trace.history).values())


def _bytes_of(trace: Trace | UnigramTrace | PickyTrace | ParityTrace) -> int:
    held = [vars(trace)]
    if isinstance(trace, UnigramTrace):
        held += [vars(snapshot) for snapshot in trace.snapshots]
    return sum(_array_bytes(each.values()) for each in held) + _corpus_bytes(trace.corpus)


def _corpus_bytes(corpus: Corpus) -> int:
    # A character of a word takes up to four bytes, and a list of words some 60 a word.
    lazy = isinstance(corpus.words, WordTexts)
    texts = 2 * len(corpus.units) + (0 if lazy else 60 * len(corpus.words))
    return _array_bytes(vars(corpus).values()) + texts


def _array_bytes(group: Iterable[Any]) -> int:
    return sum(value.nbytes for value in group if isinstance(value, np.ndarray))
