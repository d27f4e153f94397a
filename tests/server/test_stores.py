"""The store of traces: shared, bounded, each trained once."""

import asyncio
import gzip
import json
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bpe_core import BpeError, Corpus, Trace, train_bpe
from bpe_core.errors import EmptyCorpusError
from bpe_core.tokenizers.published_vocabularies import RANKED
from bpe_core.worker.handover import size_of
from server.settings import SettingError
from server.stores.redis_store import PREFIX, RedisStore
from server.stores.shared_store import (
    Form,
    FullError,
    MemoryStore,
    MissingError,
    Store,
    UnreachableError,
    store_of,
)
from server.stores.traces import TraceStore
from server.stores.vocabularies import Shelf
from tests.examples import examples
from tests.server.redis_server import redis_server


def some_trace(words: int = 5) -> Trace:
    return train_bpe(Corpus.from_counts({"hug" * i: i for i in range(1, words)}))


SIZE = size_of(some_trace())
KEYS, OWNERS = st.sampled_from("abc"), st.sampled_from(["ann", "bob"])


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
    assert not store._flights


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
        assert not store._flights
    assert store.get_or_train("k", some_trace)


class Kept(NamedTuple):
    """A trace, as the naive store knows it."""

    key: str
    trace: Trace
    owners: set[str]
    pieces: dict[int, bytes]


class Traces(RuleBasedStateMachine):
    """Traces come, are used, and are given up. Beside the store is a list in the order of use."""

    @initialize(most=st.integers(1, 3), most_bytes=st.sampled_from([1, 2 * SIZE, 9 * SIZE]))
    def opens(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self.store = TraceStore(most, most_bytes)
        self.held: list[Kept] = []

    def use(self, key: str) -> Kept | None:
        found = next((each for each in self.held if each.key == key), None)
        if found:
            self.held.remove(found)
            self.held.append(found)
        return found

    def size(self) -> int:
        return sum(SIZE + sum(map(len, each.pieces.values())) for each in self.held)

    @rule(key=KEYS, owners=st.sets(OWNERS))
    def put(self, key: str, owners: set[str]) -> None:
        trace = some_trace()
        self.store.put(key, trace, owners)
        self.held = [each for each in self.held if each.key != key]
        self.held.append(Kept(key, trace, {*owners}, {}))

    @rule(key=KEYS, owner=st.none() | OWNERS)
    def get(self, key: str, owner: str | None) -> None:
        found = self.use(key)
        assert self.store.get(key, owner) is (found.trace if found else None)
        if found and owner:
            found.owners.add(owner)

    @rule(key=KEYS, owner=st.none() | OWNERS)
    def get_or_train(self, key: str, owner: str | None) -> None:
        found, trained = self.use(key), some_trace()
        found = found or Kept(key, trained, set(), {})
        assert self.store.get_or_train(key, lambda: trained, owner) is found.trace
        if found not in self.held:
            self.held.append(found)
        if owner:
            found.owners.add(owner)

    @rule(key=KEYS, number=st.integers(0, 2), is_late=st.booleans())
    def piece(self, key: str, number: int, is_late: bool) -> None:
        """Each is made once, and there is no third one. Its trace may be another one meanwhile."""
        found, content = self.use(key), b"piece %d" % number if number < 2 else b""

        def make(trace: object, of: int) -> bytes:
            assert found
            assert (trace, of in found.pieces) == (found.trace, False)
            if is_late:
                self.put(key, set())
            return content

        piece = self.store.piece(key, number, make)
        assert (piece and gzip.decompress(piece)) == ((found and content) or None)
        if found and piece:
            found.pieces[number] = piece

    @rule(gone=st.sets(OWNERS))
    def forget(self, gone: set[str]) -> None:
        """A trace goes with the last session that owns it; one of everybody's stays."""
        self.store.forget(gone.__contains__)
        self.held = [each for each in self.held if not each.owners or each.owners - gone]
        for each in self.held:
            each.owners.difference_update(gone)

    @invariant()
    def it_holds_what_was_used_last(self) -> None:
        """One that is larger than the bound is kept alone."""
        while len(self.held) > self.most or (self.size() > self.most_bytes and len(self.held) > 1):
            del self.held[0]
        assert (len(self.store), self.store.size) == (len(self.held), self.size())
        owned = [(key, held.owners) for key, held in self.store._held.items()]
        assert owned == [(each.key, each.owners) for each in self.held]


TestTraces = Traces.TestCase
TestTraces.settings = examples(500)


SMALL = replace(RANKED["GPT-2"], read=lambda data: {b"a": 0}, split=list)


def test_all_are_loaded_once_however_many_ask() -> None:
    reads = []

    def read(data: bytes) -> dict[bytes, int]:
        reads.append(threading.current_thread())
        return {b"a": 0}

    shelf = Shelf({"one": replace(SMALL, read=read), "two": replace(SMALL, read=read)})
    assert shelf.total == 2
    for _ in range(5):
        shelf.ready()
    shelf.wait(10)
    assert list(shelf.ready()) == ["one", "two"]
    assert len(reads) == 2
    assert threading.current_thread() not in reads
    assert shelf.ready()["one"] is shelf.ready()["one"]


def test_what_is_missing_or_damaged_is_left_out() -> None:
    """Nothing is loaded until somebody asks."""

    damaged = Mock(side_effect=[ValueError, OSError])
    bad, missing = replace(SMALL, read=damaged), replace(SMALL, package="no_such_package")
    shelf = Shelf({"bad": bad, "unread": bad, "good": SMALL, "missing": missing})
    shelf.wait(0)
    assert shelf._thread is None
    assert (shelf.missing, shelf.total) == ([missing], 3)
    shelf.ready()
    shelf.wait(10)
    assert list(shelf.ready()) == ["good"]
    assert shelf.total == 1


#: Some numbers, and the time at which they expire.
Numbers = tuple[list[int], float]


def _save(numbers: Numbers) -> str:
    return " ".join(map(str, [numbers[1], *numbers[0]]))


def _load(text: str) -> Numbers:
    end, *numbers = text.split()
    return [int(number) for number in numbers], float(end)


FORM: Form[Numbers] = Form(_save, _load, lambda numbers: numbers[1])


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory() as folder,  # a socket's path must be short
        redis_server(Path(folder)) as address,
    ):
        yield address


@pytest.fixture(params=["memory", "redis"])
async def replicas(request: pytest.FixtureRequest) -> AsyncIterator[list[Store[Numbers]]]:
    """A store for two things, as each replica has it; in memory, there is one."""
    there = request.param == "redis"
    address = request.getfixturevalue("redis") if there else "memory"
    made = [store_of(address, FORM, 2) for _ in range(1 + there)]
    yield made
    for each in made:
        await each.close()


@pytest.fixture
def store(replicas: list[Store[Numbers]]) -> Store[Numbers]:
    return replicas[0]


def test_without_the_client_of_redis_the_setting_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "server.stores.redis_store", None)
    assert isinstance(store_of("memory", FORM, 2), MemoryStore)
    with pytest.raises(SettingError, match=r"ROOMS names .*merge-by-merge\[replicas\]"):
        store_of("redis://rooms:6379/0", FORM, 2)


def soon() -> float:
    return time.time() + 60


@pytest.mark.anyio
async def test_a_key_is_taken_once(store: Store[Numbers]) -> None:
    assert await store.create("once", ([1], soon()))
    assert not await store.create("once", ([2], soon()))
    assert (await store.read("once"))[0] == [1]
    assert await store.change("once", len) == 2  # of numbers and their time; nothing changes
    await store.delete("once")
    with pytest.raises(MissingError):
        await store.read("once")
    with pytest.raises(MissingError):
        await store.change("once", len)


@pytest.mark.anyio
async def test_every_change_counts(replicas: list[Store[Numbers]]) -> None:
    """Five hundred come at once, and each gets the result of its own change."""
    await replicas[0].create("all", ([], soon()))

    def add(number: int) -> Callable[[Numbers], int]:
        return lambda numbers: numbers[0].append(number) or number  # type: ignore[func-returns-value]

    asked = (replicas[n % len(replicas)].change("all", add(n)) for n in range(500))
    done = await asyncio.gather(*asked)
    assert done == list(range(500))
    for store in replicas:
        assert sorted((await store.read("all"))[0]) == done
    await store.delete("all")


@pytest.mark.anyio
async def test_a_change_that_is_refused_spoils_no_other(store: Store[Numbers]) -> None:
    """Nor does one whose caller has gone."""
    await store.create("some", ([], soon()))

    def add(number: int) -> Callable[[Numbers], None]:
        def change(numbers: Numbers) -> None:
            if number % 2:
                raise ZeroDivisionError
            numbers[0].append(number)

        return change

    gone, *others = [asyncio.ensure_future(store.change("some", add(n))) for n in range(11)]
    asyncio.get_running_loop().call_soon(gone.cancel)
    done = await asyncio.gather(*others, return_exceptions=True)
    assert [isinstance(each, ZeroDivisionError) for each in done] == [True, False] * 5
    assert sorted((await store.read("some"))[0]) == [0, 2, 4, 6, 8, 10]
    await store.delete("some")


@pytest.mark.anyio
async def test_a_thing_is_gone_at_its_time(store: Store[Numbers]) -> None:
    """This includes a thing whose time was changed."""
    for key in ("short", "longer"):
        await store.create(key, ([], time.time() + 0.2))
    await store.delete("longer")
    await store.create("longer", ([7], soon()))
    await asyncio.sleep(0.3)
    assert await store.create("in its place", ([], soon()))
    await store.delete("in its place")
    with pytest.raises(MissingError):
        await store.read("short")
    assert (await store.read("longer"))[0] == [7]
    await store.delete("longer")


@pytest.mark.anyio
async def test_a_full_store_takes_no_more(store: Store[Numbers]) -> None:
    await store.create("a", ([], soon()))
    await store.create("b", ([], soon()))
    with pytest.raises(FullError):
        await store.create("c", ([], soon()))
    await store.delete("a")
    assert await store.create("c", ([], soon()))
    for key in "bc":
        await store.delete(key)


@pytest.mark.anyio
async def test_a_store_that_is_not_there_says_so(tmp_path: Path) -> None:
    store = store_of(f"unix://{tmp_path}/nobody", FORM, 2)
    for attempt in (
        store.create("a", ([], soon())),
        store.read("a"),
        store.change("a", len),
        store.delete("a"),
    ):
        with pytest.raises(UnreachableError):
            await attempt
    await store.close()


@pytest.mark.anyio
async def test_a_change_sets_the_time_anew_and_other_applications_do_not_count(redis: str) -> None:
    form: Form[list[float]] = Form(json.dumps, json.loads, lambda times: times[0])
    store = store_of(redis, form, 1)
    assert isinstance(store, RedisStore)
    await store._redis.set("another application's", 1)
    await store.create("k", [soon()])
    await store.change("k", lambda times: times.__setitem__(0, soon() + 60))
    left = await store._redis.pttl(f"{PREFIX}k")
    await store._redis.delete("another application's")
    await store.delete("k")
    await store.close()
    assert 100_000 < left < 140_000
