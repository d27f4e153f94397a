"""A trace as a worker process hands it to the process that shows it: everything worked out.

`Trace.to_bytes` is for keeping and for strangers: it is small, and reading it checks all and
works out again what follows from it. That takes the reader long, and the reader here is a server
in which everybody waits while one call runs. So this carries the tables too (the pair history,
the figures for each step), and reading it copies nothing: arrays are views of the bytes, and a
word is cut out of the text when it is asked for. Unlike `serialization` it trusts the bytes. Read
only what `bpe_core.worker` wrote.

The layout: the length of a JSON header (uint64), the header, then the parts that the header
lists, each begun at a multiple of eight bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from bpe_core.corpus import Corpus, Token, encode_utf8
from bpe_core.pair_history import PairHistory
from bpe_core.trace import Trace
from bpe_core.wordpiece.history import ScoreHistory
from bpe_core.wordpiece.trace import WordPieceTrace

#: Figures of a trace that every page shows: worked out where it was trained.
WORKED_OUT = ("base_merges", "token_lengths", "token_counts", "dropped_at", "in_use_sizes")
ALIGNMENT = 8


class WordTexts(Sequence[str]):
    """Words cut out of one text when they are asked for.

    Unlike a list, a million words are two objects, made by no long call. Compares equal to a
    list.

    >>> words = WordTexts("hugpug", np.array([0, 3, 6]))
    >>> words[1], words[-1], list(words), len(words)
    ('pug', 'pug', ['hug', 'pug'], 2)
    """

    def __init__(self, text: str, borders: NDArray[np.integer]) -> None:
        self.text = text
        self._borders = borders

    @classmethod
    def join(cls, words: Iterable[str]) -> Self:
        words = list(words)
        lengths = np.fromiter(map(len, words), np.int32, len(words))
        return cls("".join(words), np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32))

    @property
    def borders(self) -> NDArray[np.integer]:
        """Where each word begins in the text, and where the last one ends."""
        return self._borders

    def __len__(self) -> int:
        return len(self._borders) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return self.text[int(self._borders[place]) : int(self._borders[place + 1])]

    def __iter__(self) -> Iterator[str]:
        text, start = self.text, 0
        for i in range(1, len(self._borders)):
            end = int(self._borders[i])
            yield text[start:end]
            start = end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (WordTexts, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


def pack(trace: Trace) -> list[bytes]:
    """The trace and its tables, as parts to be written one after the other.

    >>> from bpe_core import train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> unpack(b"".join(pack(trace))).state_at(1).words
    [(('h', 'ug'), 10), (('p', 'ug'), 5)]
    """
    corpus, writer = trace.corpus, _Writer()
    words = WordTexts.join(corpus.words)
    writer.text("words", words.text)
    writer.array("borders", words.borders)
    for name in ("counts", "units", "starts", "running_words"):
        writer.array(f"corpus.{name}", getattr(corpus, name))
    for name in ("merge_counts", "closed", *WORKED_OUT):
        writer.array(f"trace.{name}", getattr(trace, name))
    for name, value in vars(trace.history).items():
        if name not in ScoreHistory.NOT_KEPT:
            writer.either(f"history.{name}", value)
    return writer.parts(_about_corpus(corpus) | _about_trace(trace))


def unpack(data: bytes) -> Trace:
    """The trace that `pack` wrote in this version of the program; its arrays can't be written."""
    reader = _Reader(data)
    about = reader.about
    corpus = Corpus(
        words=WordTexts(reader.text("words"), reader.array("borders")),  # type: ignore[arg-type]
        base_vocabulary=tuple(_token(code) for code in about["base_vocabulary"]),
        normalizer=tuple(about["normalizer"]),
        **{name: about[name] for name in _CORPUS_FIELDS},
        **reader.group("corpus"),
    )
    arrays = reader.group("trace")
    make: Any = partial(WordPieceTrace, prefix=about["prefix"]) if about["prefix"] else Trace
    trace: Trace = make(
        corpus=corpus,
        merges=arrays["base_merges"],
        merge_counts=arrays["merge_counts"],
        closed=arrays["closed"],
        special_tokens=tuple(about["special_tokens"]),
        tie_break=about["tie_break"],
        stopped_because=about["stopped_because"],
    )
    vars(trace).update({name: arrays[name] for name in WORKED_OUT})
    history = PairHistory.__new__(ScoreHistory if about["prefix"] else PairHistory)
    vars(history).update(reader.group("history"))
    trace.take_history(history)
    return trace


def size_of(trace: Trace) -> int:
    """About how many bytes a trace takes with its tables, which are made now if need be."""
    corpus = trace.corpus
    held = (vars(trace), vars(corpus), vars(trace.history))
    arrays = sum(v.nbytes for group in held for v in group.values() if isinstance(v, np.ndarray))
    # A character of a word takes up to four bytes, and a list of words some 60 a word.
    lazy = isinstance(corpus.words, WordTexts)
    return int(arrays) + 2 * len(corpus.units) + (0 if lazy else 60 * len(corpus.words))


_CORPUS_FIELDS = ("unit", "end_of_word", "alphabet", "pre_tokenizer", "text_bytes")


def _about_corpus(corpus: Corpus) -> dict[str, Any]:
    base = [_code(token) for token in corpus.base_vocabulary]
    fields = {name: getattr(corpus, name) for name in _CORPUS_FIELDS}
    return {"base_vocabulary": base, "normalizer": list(corpus.normalizer), **fields}


def _about_trace(trace: Trace) -> dict[str, Any]:
    return {
        "special_tokens": list(trace.special_tokens),
        "tie_break": trace.tie_break,
        "stopped_because": trace.stopped_because,
        "prefix": trace.prefix if isinstance(trace, WordPieceTrace) else "",
    }


def _code(token: Token) -> str | list[int]:
    return token if isinstance(token, str) else list(token)


def _token(code: str | list[int]) -> Token:
    return code if isinstance(code, str) else bytes(code)


class _Writer:
    """Collects parts, and notes where each will stand."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._index: dict[str, tuple[str, list[int], int]] = {}  # dtype, shape, size in bytes
        self._numbers: dict[str, int] = {}

    def text(self, name: str, text: str) -> None:
        self._add(name, "text", [len(text)], encode_utf8(text))

    def array(self, name: str, values: NDArray[Any]) -> None:
        part = np.ascontiguousarray(values).tobytes()
        self._add(name, values.dtype.str, list(values.shape), part)

    def either(self, name: str, value: object) -> None:
        """An array or a whole number; anything else has not been foreseen."""
        if isinstance(value, np.ndarray):
            self.array(name, value)
        elif isinstance(value, (int, np.integer)):
            self._numbers[name] = int(value)
        else:
            raise TypeError(f"{name} is {type(value).__name__}, which is not handed over")

    def _add(self, name: str, dtype: str, shape: list[int], part: bytes) -> None:
        self._index[name] = (dtype, shape, len(part))
        self._parts += [part, b"\0" * (-len(part) % ALIGNMENT)]

    def parts(self, about: dict[str, Any]) -> list[bytes]:
        header = json.dumps({"about": about, "numbers": self._numbers, "parts": self._index})
        data = header.encode("utf-8", "surrogatepass")
        data += b" " * (-len(data) % ALIGNMENT)
        return [len(data).to_bytes(8, "little"), data, *self._parts]


class _Reader:
    """Finds parts by name; an array is a view of the bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        place = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:place])
        self.about: dict[str, Any] = header["about"]
        self._numbers: dict[str, int] = header["numbers"]
        self._places: dict[str, tuple[str, list[int], slice]] = {}
        for name, (dtype, shape, size) in header["parts"].items():
            self._places[name] = (dtype, shape, slice(place, place + size))
            place += size + -size % ALIGNMENT

    def text(self, name: str) -> str:
        return str(self._data[self._places[name][2]], "utf-8", "surrogatepass")

    def array(self, name: str) -> NDArray[Any]:
        dtype, shape, place = self._places[name]
        return np.frombuffer(self._data[place], dtype).reshape(shape)

    def group(self, prefix: str) -> dict[str, Any]:
        """The arrays and numbers whose names begin with the prefix, by the rest of the name."""
        names = [name for name in self._places if name.startswith(f"{prefix}.")]
        found: dict[str, Any] = {name: self.array(name) for name in names}
        found |= {name: n for name, n in self._numbers.items() if name.startswith(f"{prefix}.")}
        return {name.removeprefix(f"{prefix}."): value for name, value in found.items()}
