"""A trace from a worker shows what the trainer's own trace shows."""

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pickle import PickleBuffer
from pickletools import genops
from sys import getsizeof

import numpy as np
import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe, train_unigram
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.parity import train_parity
from bpe_core.algorithms.picky import train_picky
from bpe_core.algorithms.three_algorithms import train_side_by_side, usual_size
from bpe_core.algorithms.train import AnyTrace
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.parallel import parallel_corpora
from bpe_core.text.running_text import RunningText
from bpe_core.worker.handover import PROTOCOL, TracePickler, pack, size_of, unpack
from tests.examples import any_text, markers, rules, units


def handed_over(trace: AnyTrace) -> AnyTrace:
    return unpack(b"".join(pack(trace)))


@given(any_text.filter(str.split), units, markers, rules)
def test_any_training_arrives(text: str, unit: str, marker: str, rule: str) -> None:
    """With all its tables, events and turns of languages, to the byte; its size counts them."""
    corpus = Corpus.from_text(text, unit=unit, end_of_word=marker)
    least = len(corpus.base_vocabulary) + 1
    side_by_side = parallel_corpora([text, "a hug a pug", "哈哈 哈哈哈 \ud800"], unit=unit)
    characters, lines = Corpus.from_text(text), RunningText.read(text, unit=unit)
    for trace in (
        train_bpe(corpus, num_merges=20, special_tokens=["<pad>"], tie_break=rule),
        train_wordpiece(corpus, min_frequency=2),  # the first score may be that of a rarer pair
        train_unigram(corpus, vocab_size=least + 2, special_tokens=["<pad>"]),
        train_picky(corpus, threshold=Fraction(2, 3), num_merges=20),
        train_parity(side_by_side, num_merges=9, together=3, tie_break=rule),
        train_superbpe(lines, switch=3, num_merges=6),
        train_side_by_side(characters, vocab_size=usual_size(characters, 1, 9)),
    ):
        arrived = handed_over(trace)
        assert {*getattr(arrived, "FIGURES", ())} <= {*vars(arrived)}
        assert packed(arrived) == packed(trace)
        assert size_of(arrived) > 0.9 * sum(map(len, pack(trace)[4::2]))


def test_what_arrives_cannot_be_written() -> None:
    """Threads share it."""
    back = handed_over(train_bpe(Corpus.from_counts({"hug": 10})))
    with pytest.raises(ValueError, match="read-only"):
        back.closed[0] = 1


@pytest.mark.parametrize("called", [print, eval, np.load, pack])
def test_reading_calls_only_what_traces_consist_of(called: Callable[..., object]) -> None:
    class Hostile:
        def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
            return called, ("1",)

    assert_refused(pickle.dumps(Hostile()))


@pytest.mark.parametrize("name", ["threading.Timer", "Any", "OpenFile.close"])
def test_reading_finds_only_classes_where_they_are_written(name: str) -> None:
    module = b"bpe_core.files.inspection.process"
    assert_refused(
        b"\x80\x04\x8c!" + module + b"\x8c" + bytes([len(name)]) + name.encode() + b"\x93."
    )


def assert_refused(pickled: bytes) -> None:
    sizes = json.dumps([len(pickled)]).encode() + b"\n"
    with pytest.raises(pickle.UnpicklingError, match="no part of a trace"):
        unpack(sizes.ljust(64, b"\0") + pickled)


def array_bytes(*things: object) -> int:
    values = [value for thing in things for value in vars(thing).values()]
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))


def test_the_size_counts_all_arrays() -> None:
    trace = train_bpe(Corpus.from_text("hug pug " * 100))
    assert size_of(trace) > array_bytes(trace.history) + trace.closed.nbytes


def test_the_size_counts_the_text_of_each_language() -> None:
    corpus = parallel_corpora([" ".join(f"{name}{i}" for i in range(1_000)) for name in "ab"])
    trace = train_parity(corpus, num_merges=1)
    texts = sum(getsizeof(word) for each in (corpus, *corpus.each) for word in each.words)
    assert size_of(trace) > array_bytes(corpus, *corpus.each) + texts
    assert [*handed_over(trace).corpus.words] == corpus.words


#: How a pickle is cut, and that arrays which arrived cannot be written.
NO_CONTENT = ("FRAME", "READONLY_BUFFER")


def packed(trace: AnyTrace) -> list[object]:
    """The corpus, merges or rounds, and all tables: equal ones are equal traces."""
    pack(trace)  # works out the tables
    pickled, arrays = BytesIO(), list[PickleBuffer]()
    pickler = TracePickler(pickled, PROTOCOL, buffer_callback=arrays.append)
    pickler.fast = True  # says equal things again, whether or not they are the same object
    pickler.dump(trace)
    said = [(what.name, held) for what, held, _ in genops(pickled.getvalue())]
    return [
        *(each for each in said if each[0] not in NO_CONTENT),
        *(array.raw() for array in arrays),
    ]
