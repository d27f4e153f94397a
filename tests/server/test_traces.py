"""The store of traces: shared, bounded, each trained once."""

import gzip
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from bpe_core import BpeError, Corpus, Trace, train_bpe
from bpe_core.errors import EmptyCorpusError
from bpe_core.worker.handover import size_of
from server.stores.traces import TraceStore


def some_trace(words: int = 5) -> Trace:
    return train_bpe(Corpus.from_counts({"hug" * i: i for i in range(1, words)}))


def test_fifty_visitors_train_once() -> None:
    """Even if all ask before the first training is done."""
    store, trained = TraceStore(), []
    everybody = threading.Barrier(50)

    def train() -> Trace:
        trained.append(1)
        time.sleep(0.05)
        return some_trace()

    def visit(visitor: int) -> Trace:
        everybody.wait()
        return store.get_or_train("k", train)

    with ThreadPoolExecutor(50) as pool:
        traces = list(pool.map(visit, range(50)))
    assert len(trained) == 1
    assert len(set(map(id, traces))) == 1


def test_other_keys_do_not_wait() -> None:
    store, release = TraceStore(), threading.Event()

    def slow() -> Trace:
        assert release.wait(10)
        return some_trace()

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(store.get_or_train, "slow", slow)
        assert store.get_or_train("quick", some_trace)
        assert not waiting.done()
        release.set()


def test_an_error_goes_to_whoever_asked() -> None:
    store = TraceStore()

    def fail() -> Trace:
        raise EmptyCorpusError

    for _ in range(2):
        with pytest.raises(BpeError):
            store.get_or_train("k", fail)
    assert store.get_or_train("k", some_trace)


def test_what_was_used_longest_ago_goes_first() -> None:
    store = TraceStore(most=2)
    store.put("a", some_trace())
    store.put("b", some_trace())
    store.get("a")
    store.put("c", some_trace())
    assert store.get("b") is None


def test_the_bytes_are_bounded() -> None:
    size = size_of(some_trace())
    store = TraceStore(most_bytes=3 * size + 100)
    for i in range(10):
        store.put(str(i), some_trace())
    assert len(store) == 3
    assert store.size == 3 * size


def test_pieces_count_too() -> None:
    store = TraceStore()
    store.put("k", some_trace())
    before = store.size
    piece = store.piece("k", 0, lambda trace, number: b"views")
    assert piece is not None
    assert gzip.decompress(piece) == b"views"
    assert store.size == before + len(piece)
    store.put("k", some_trace())
    assert store.size == before


def test_a_piece_is_made_once() -> None:
    store, made = TraceStore(), []
    store.put("k", some_trace())
    for _ in range(3):
        store.piece("k", 7, lambda trace, number: bytes([made.append(number) or number]))
    assert made == [7]
    assert store.piece("other", 7, lambda trace, number: b"") is None


def test_one_trace_above_the_bound_is_kept_alone() -> None:
    store = TraceStore(most_bytes=1)
    store.put("a", some_trace())
    store.put("b", some_trace())
    assert (store.get("a"), len(store)) == (None, 1)


def test_a_trace_goes_with_the_last_session_that_owns_it() -> None:
    store = TraceStore()
    store.put("own", some_trace(), {"ann"})
    store.put("sample", some_trace())
    store.get("own", "bob")
    store.get_or_train("trained", some_trace, "ann")
    store.forget(lambda session: session == "ann")
    assert store.get("own") is not None
    assert store.get("trained") is None
    store.forget(lambda session: True)
    assert store.get("own") is None
    assert store.get("sample") is not None
