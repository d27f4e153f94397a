"""A trace from a worker shows what the trainer's own trace shows."""

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pickle import PickleBuffer
from sys import getsizeof

import numpy as np
import pytest
from hypothesis import given

from bpe_core import Corpus, Trace, train_bpe, train_unigram
from bpe_core.algorithms.parity import ParityTrace, train_parity
from bpe_core.algorithms.picky import Left, PickyTrace, train_picky
from bpe_core.algorithms.train import AnyTrace
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.parallel import parallel_corpora
from bpe_core.worker.handover import PROTOCOL, TracePickler, pack, size_of, unpack
from tests.examples import any_text, markers, rules, units


def handed_over(trace: AnyTrace) -> AnyTrace:
    return unpack(b"".join(pack(trace)))


def assert_alike(one: Trace, other: Trace) -> None:
    n = len(one)
    assert other.views(0, n + 1) == one.views(0, n + 1)
    assert other.state_at(n).words == one.state_at(n).words
    assert other.vocabulary == one.vocabulary
    assert list(other.merges) == list(one.merges)
    assert other.merge_ids.tolist() == one.merge_ids.tolist()
    assert other.merge_counts.tolist() == one.merge_counts.tolist()
    assert other.closed.tolist() == one.closed.tolist()
    assert other.to_bytes() == one.to_bytes()


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_events_arrive(unit: str) -> None:
    corpus = Corpus.from_text("哈哈哈哈 hugs hugs \ud800a \ud800a aaaab", unit=unit)
    trace = train_picky(corpus, threshold=Fraction(2, 3))
    assert any(isinstance(event, Left) for event in trace.events)
    back = handed_over(trace)
    assert isinstance(back, PickyTrace)
    for name in ("threshold", "texts", "events", "sizes", "token_counts", "junk"):
        assert getattr(back, name) == getattr(trace, name)
    assert back.stopped_because == trace.stopped_because
    assert back.encode_words("hug 哈哈") == trace.encode_words("hug 哈哈")
    assert size_of(back) > 0


@pytest.mark.parametrize("unit", ["char", "byte"])
@pytest.mark.parametrize("merges", [0, 9])
def test_turns_of_languages_arrive(unit: str, merges: int) -> None:
    corpus = parallel_corpora(["a hug a pug", "哈哈 哈哈哈 \ud800", "eine eine Arm"], unit=unit)
    trace = train_parity(corpus, num_merges=merges, together=3)
    assert {merge.language for merge in trace.merges} >= ({-1, 0} if merges else set())
    back = handed_over(trace)
    assert isinstance(back, ParityTrace)
    for name in ("tie_break", "texts", "merges", "lengths", "stopped_because"):
        assert getattr(back, name) == getattr(trace, name)
    for one, other in zip((corpus, *corpus.each), (back.corpus, *back.corpus.each), strict=True):
        assert list(one.words) == list(other.words)
        assert one.units.tolist() == other.units.tolist()
        assert one.base_vocabulary == other.base_vocabulary


@pytest.mark.parametrize("unit", ["char", "byte"])
@pytest.mark.parametrize("end_of_word", ["", "</w>"])
def test_rounds_arrive(unit: str, end_of_word: str) -> None:
    text = "哈哈哈哈 hug hugs \ud800a \ud800a aaaab"
    corpus = Corpus.from_text(text, unit=unit, end_of_word=end_of_word)
    least = len(corpus.base_vocabulary) + 1
    trace = train_unigram(corpus, vocab_size=least + 2, special_tokens=["<pad>"])
    back = handed_over(trace)
    assert back.history == trace.history
    assert back.to_bytes() == trace.to_bytes()


@given(any_text.filter(str.split), units, markers, rules)
def test_any_training_arrives(text: str, unit: str, marker: str, rule: str) -> None:
    corpus = Corpus.from_text(text, unit=unit, end_of_word=marker)
    for trace in (
        train_bpe(corpus, num_merges=20, special_tokens=["<pad>"], tie_break=rule),
        train_wordpiece(corpus, min_frequency=2),  # the first score may be that of a rarer pair
    ):
        assert_alike(trace, handed_over(trace))


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


def packed(trace: AnyTrace) -> bytes:
    """The corpus, merges or rounds, and all tables: equal bytes are equal traces."""
    pack(trace)  # works out the tables
    pickled, arrays = BytesIO(), list[PickleBuffer]()
    pickler = TracePickler(pickled, PROTOCOL, buffer_callback=arrays.append)
    pickler.fast = True  # says equal things again, whether or not they are the same object
    pickler.dump(trace)
    return pickled.getvalue() + b"".join(array.raw() for array in arrays)
