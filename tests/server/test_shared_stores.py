"""Both stores make every change once, completely, and seen by everybody."""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

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
from tests.server.redis_server import redis_server

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
    with pytest.raises(SettingError, match=r"merge-by-merge\[replicas\]"):
        store_of("redis://rooms:6379/0", FORM, 2)


def soon() -> float:
    return time.time() + 60


@pytest.mark.anyio
async def test_a_key_is_taken_once(store: Store[Numbers]) -> None:
    assert await store.create("once", ([1], soon()))
    assert not await store.create("once", ([2], soon()))
    assert (await store.read("once"))[0] == [1]
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
    await store.create("some", ([], soon()))

    def add(number: int) -> Callable[[Numbers], None]:
        def change(numbers: Numbers) -> None:
            if number % 2:
                raise ZeroDivisionError
            numbers[0].append(number)

        return change

    changes = (store.change("some", add(number)) for number in range(10))
    done = await asyncio.gather(*changes, return_exceptions=True)
    assert [isinstance(each, ZeroDivisionError) for each in done] == [False, True] * 5
    assert sorted((await store.read("some"))[0]) == [0, 2, 4, 6, 8]
    await store.delete("some")


@pytest.mark.anyio
async def test_a_thing_is_gone_at_its_time(store: Store[Numbers]) -> None:
    """This includes a thing whose time was changed."""
    for key in ("short", "longer"):
        await store.create(key, ([], time.time() + 0.2))
    await store.delete("longer")
    await store.create("longer", ([7], soon()))
    await asyncio.sleep(0.3)
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
async def test_a_thing_that_was_changed_still_expires(redis: str) -> None:
    store = store_of(redis, FORM, 2)
    assert isinstance(store, RedisStore)
    await store.create("k", ([], time.time() + 60))
    await store.change("k", lambda numbers: numbers[0].append(1))
    left = await store._redis.pttl(f"{PREFIX}k")
    await store.delete("k")
    await store.close()
    assert 0 < left <= 60_000
