"""A trace as a worker process hands it to the process that shows it: everything worked out.

`Trace.to_bytes` is for keeping and for strangers: it is small, and reading it checks all and
works out again what follows from it. That takes the reader long, and the reader here is a server
in which everybody waits while one call runs. So this carries the tables too (the pair history,
the figures for each step), and reading it copies nothing: arrays are views of the bytes, and a
word is cut out of the text when it is asked for. Unlike `serialization` it trusts the bytes. Read
only what `bpe_core.worker.job` wrote. The bytes are laid out by `bpe_core.worker.packing`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from bpe_core.bpe.pair_history import PairHistory
from bpe_core.bpe.trace import Trace
from bpe_core.text.corpus import Corpus, Token
from bpe_core.text.word_texts import WordTexts
from bpe_core.training.three_algorithms import SideBySide
from bpe_core.unigram.trace import UnigramTrace
from bpe_core.wordpiece.history import ScoreHistory
from bpe_core.wordpiece.trace import WordPieceTrace
from bpe_core.worker.packing import Reader, Writer
from bpe_core.worker.unigram_handover import ROUNDS, read_rounds, write_rounds

#: What a worker may have trained.
AnyTrace = Trace | UnigramTrace | SideBySide

MERGES, THREE = "merges", "three"
THREE_NAMES = ("bpe", "wordpiece", "unigram")
#: Figures of a trace that every page shows: worked out where it was trained.
WORKED_OUT = (
    "base_merges",
    "token_lengths",
    "first_gaps",
    "token_counts",
    "base_frequencies",
    "dropped_at",
    "in_use_sizes",
)


def pack(trace: AnyTrace) -> list[bytes]:
    """The trace and its tables, as parts to be written one after the other.

    >>> from bpe_core import train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> unpack(b"".join(pack(trace))).state_at(1).words
    [(('h', 'ug'), 10), (('p', 'ug'), 5)]
    """
    if isinstance(trace, SideBySide):
        return _pack_three(trace)
    writer = Writer()
    write = write_rounds if isinstance(trace, UnigramTrace) else _write_merges
    return writer.parts(_write_corpus(writer, trace.corpus) | write(writer, trace))  # type: ignore[arg-type]


def unpack(data: bytes | memoryview) -> AnyTrace:
    """The trace that `pack` wrote in this version of the program; its arrays can't be written."""
    reader = Reader(data)
    if reader.about["kind"] == THREE:
        return _unpack_three(reader)
    read = read_rounds if reader.about["kind"] == ROUNDS else _read_merges
    return read(reader, _read_corpus(reader))


def size_of(trace: AnyTrace) -> int:
    """About how many bytes a trace takes with its tables, which are made now if need be."""
    if isinstance(trace, SideBySide):
        traces = sum(_bytes_of(each) for each in (trace.bpe, trace.wordpiece, trace.unigram))
        return traces + sum(counts.nbytes for counts in trace.cut_counts)
    return _bytes_of(trace) + _array_bytes(vars(trace.history))


def _bytes_of(trace: Trace | UnigramTrace) -> int:
    corpus = trace.corpus
    held = [vars(trace), vars(corpus)]
    if isinstance(trace, UnigramTrace):
        held += [vars(snapshot) for snapshot in trace.snapshots]
    # A character of a word takes up to four bytes, and a list of words some 60 a word.
    lazy = isinstance(corpus.words, WordTexts)
    texts = 2 * len(corpus.units) + (0 if lazy else 60 * len(corpus.words))
    return sum(map(_array_bytes, held)) + texts


def _array_bytes(group: dict[str, Any]) -> int:
    return sum(v.nbytes for v in group.values() if isinstance(v, np.ndarray))


def _pack_three(three: SideBySide) -> list[bytes]:
    writer = Writer()
    for name in THREE_NAMES:
        packed = b"".join(pack(getattr(three, name)))
        writer.array(name, np.frombuffer(packed, np.uint8))
    for name, counts in zip(THREE_NAMES, three.cut_counts, strict=True):
        writer.array(f"cuts.{name}", counts)
    about = {"kind": THREE, "held_out": three.held_out, "parting": three.parting}
    return writer.parts(about)


def _unpack_three(reader: Reader) -> SideBySide:
    traces: Any = {name: unpack(reader.array(name).data) for name in THREE_NAMES}
    three = SideBySide(**traces, held_out=reader.about["held_out"])
    cut_counts = tuple(reader.array(f"cuts.{name}") for name in THREE_NAMES)
    vars(three).update(cut_counts=cut_counts, parting=reader.about["parting"])
    return three


_CORPUS_FIELDS = ("unit", "end_of_word", "alphabet", "pre_tokenizer", "text_bytes")


def _write_corpus(writer: Writer, corpus: Corpus) -> dict[str, Any]:
    words = WordTexts.join(corpus.words)
    writer.text("words", words.text)
    writer.array("borders", words.borders)
    for name in ("counts", "units", "starts", "running_words"):
        writer.array(f"corpus.{name}", getattr(corpus, name))
    base = [_code(token) for token in corpus.base_vocabulary]
    fields = {name: getattr(corpus, name) for name in _CORPUS_FIELDS}
    return {"base_vocabulary": base, "normalizer": list(corpus.normalizer), **fields}


def _read_corpus(reader: Reader) -> Corpus:
    about = reader.about
    return Corpus(
        words=WordTexts(reader.text("words"), reader.array("borders")),  # type: ignore[arg-type]
        base_vocabulary=tuple(_token(code) for code in about["base_vocabulary"]),
        normalizer=tuple(about["normalizer"]),
        **{name: about[name] for name in _CORPUS_FIELDS},
        **reader.group("corpus"),
    )


def _code(token: Token) -> str | list[int]:
    return token if isinstance(token, str) else list(token)


def _token(code: str | list[int]) -> Token:
    return code if isinstance(code, str) else bytes(code)


def _write_merges(writer: Writer, trace: Trace) -> dict[str, Any]:
    for name in ("merge_counts", "closed", *WORKED_OUT):
        writer.array(f"trace.{name}", getattr(trace, name))
    for name, value in vars(trace.history).items():
        if name not in ScoreHistory.NOT_KEPT:
            writer.either(f"history.{name}", value)
    return {
        "kind": MERGES,
        "special_tokens": list(trace.special_tokens),
        "tie_break": trace.tie_break,
        "min_frequency": trace.min_frequency,
        "stopped_because": trace.stopped_because,
        "choices": list(trace.choices.items()),
        "prefix": trace.prefix if isinstance(trace, WordPieceTrace) else "",
    }


def _read_merges(reader: Reader, corpus: Corpus) -> Trace:
    about, arrays = reader.about, reader.group("trace")
    choices = {step: (left, right) for step, (left, right) in about["choices"]}
    make: Any = partial(Trace, choices=choices)
    if about["prefix"]:
        make = partial(WordPieceTrace, prefix=about["prefix"])
    trace: Trace = make(
        corpus=corpus,
        merges=arrays["base_merges"],
        merge_counts=arrays["merge_counts"],
        closed=arrays["closed"],
        special_tokens=tuple(about["special_tokens"]),
        tie_break=about["tie_break"],
        min_frequency=about["min_frequency"],
        stopped_because=about["stopped_because"],
    )
    vars(trace).update({name: arrays[name] for name in WORKED_OUT})
    history = PairHistory.__new__(ScoreHistory if about["prefix"] else PairHistory)
    vars(history).update(reader.group("history"))
    trace.take_history(history)
    return trace
