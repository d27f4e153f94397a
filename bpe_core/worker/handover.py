"""A trace as a worker process hands it to the process that shows it: everything worked out.

`Trace.to_bytes` is for keeping and for strangers: it is small, and reading it trains again. That
takes the reader long, and the reader here is a server in which everybody waits while one call
runs. So this carries the tables too (the pair history, the figures for each step), and reading it
copies nothing: arrays are views of the bytes, and a word is cut out of the text when it is asked
for.

The trace is pickled with its arrays beside it. Read only what `bpe_core.worker.job` wrote: unlike
`bpe_core.algorithms.saved_training`, this trusts the bytes. But reading calls nothing except the
classes that traces consist of.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from dataclasses import fields
from functools import cached_property
from io import BytesIO
from typing import Any

import numpy as np

from bpe_core.algorithms.across_words.superbpe import SwitchedTrace
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.vocabulary import WordTexts
from bpe_core.algorithms.parity import ParityTrace
from bpe_core.algorithms.picky import PickyTrace
from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.algorithms.train import AnyTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.text.corpus import Corpus
from bpe_core.text.parallel import ParallelCorpus

PROTOCOL = 5
#: Bytes, or the memory of an array.
Part = bytes | memoryview
#: Where an array begins is a multiple of this, as in a `.npy` file.
ALIGNMENT = 64
#: What a pickled trace may name besides classes of this library.
_FOUND_ELSEWHERE = {
    ("fractions", "Fraction"),
    *(("numpy", name) for name in ("dtype", "ndarray", "_frombuffer", "_reconstruct")),
}


def pack(trace: AnyTrace) -> list[Part]:
    """The trace and its tables, as parts to be written one after another.

    >>> from bpe_core import train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> unpack(b"".join(pack(trace))).state_at(1).words
    [(('h', 'ug'), 10), (('p', 'ug'), 5)]
    """
    for each in _single(trace):
        for name in getattr(each, "FIGURES", ()):
            getattr(each, name)
    pickled, arrays = BytesIO(), list[pickle.PickleBuffer]()
    TracePickler(pickled, PROTOCOL, buffer_callback=arrays.append).dump(trace)
    contents: list[Part] = [pickled.getvalue(), *(array.raw() for array in arrays)]
    sizes = json.dumps([len(content) for content in contents]).encode() + b"\n"
    return [part for content in (sizes, *contents) for part in (content, _padding(len(content)))]


def unpack(data: bytes) -> AnyTrace:
    """The trace that `pack` wrote in this version of the program; its arrays can't be written."""
    place, contents = 0, []
    for size in [data.index(b"\n") + 1, *json.loads(data[: data.index(b"\n")])]:
        contents.append(memoryview(data)[place : place + size])
        place += size + len(_padding(size))
    _, pickled, *arrays = contents
    trace: AnyTrace = _TraceUnpickler(BytesIO(pickled), buffers=arrays).load()
    return trace


class TracePickler(pickle.Pickler):
    """Leaves out what is worked out only when it is asked for, and joins the words of a corpus."""

    def reducer_override(self, value: Any) -> Any:
        """How an object of this library is made again: its class, and what it holds."""
        cls = type(value)
        if not cls.__module__.startswith("bpe_core.") or isinstance(value, tuple):
            return NotImplemented
        if isinstance(value, Corpus):
            cls = ParallelCorpus if isinstance(value, ParallelCorpus) else Corpus
            held = {field.name: getattr(value, field.name) for field in fields(cls)}
            return cls, tuple((held | {"words": WordTexts.join(value.words)}).values())
        make, args, held, *_ = value.__reduce_ex__(PROTOCOL)
        figures = getattr(cls, "FIGURES", ())
        is_derived = {name: isinstance(getattr(cls, name, None), cached_property) for name in held}
        return make, args, {n: held[n] for n in held if n in figures or not is_derived[n]}


class _TraceUnpickler(pickle.Unpickler):
    """Finds the classes that traces consist of, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        library, _, _ = module.partition(".")
        if library == "bpe_core" or (library, name) in _FOUND_ELSEWHERE:
            found = super().find_class(module, name)  # which may be what the module imports
            if library != "bpe_core" or (isinstance(found, type) and found.__module__ == module):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a trace")


def _padding(size: int) -> bytes:
    return b"\0" * (-size % ALIGNMENT)


def _single(trace: AnyTrace) -> tuple[AnyTrace, ...]:
    """The trace, or each of the three."""
    if isinstance(trace, SideBySide):
        return trace.bpe, trace.wordpiece, trace.unigram
    return (trace,)


# How large they are

#: An event with its numbers, and the three figures after it, as objects of Python.
EVENT_BYTES = 800
#: The same for each language of a merge, and of the lengths after it.
TURN_BYTES = 120


def size_of(trace: AnyTrace) -> int:
    """About how many bytes a trace takes with its tables, which are made now if need be."""
    if isinstance(trace, SideBySide):
        return sum(map(size_of, _single(trace)))
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
    if isinstance(trace, SwitchedTrace):
        held.append(vars(trace.before))
    return sum(_array_bytes(each.values()) for each in held) + _corpus_bytes(trace.corpus)


def _corpus_bytes(corpus: Corpus) -> int:
    # A character of a word takes up to four bytes, and a list of words some 60 a word.
    each = 4 if isinstance(corpus.words, WordTexts) else 60
    texts = 2 * len(corpus.units) + each * len(corpus.words)
    return _array_bytes(vars(corpus).values()) + texts


def _array_bytes(group: Iterable[Any]) -> int:
    return sum(value.nbytes for value in group if isinstance(value, np.ndarray))
