"""A key-value store in a Redis or Valkey server that all replicas share.

A change reads the thing, computes the new one here, and writes it only if nobody has written it
meanwhile (WATCH, MULTI, EXEC); otherwise it starts over. So a change is defined in one place, in
Python, for this store and the one in memory. Many changes that come at once from one replica are
made in one go: three hundred votes need a few writes, not three hundred.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from redis.asyncio import Redis
from redis.exceptions import RedisError, WatchError

from server.stores.shared_store import Form, FullError, MissingError, R, Store, T, UnreachableError

#: Put before each key, so that other applications can use the same Redis server.
PREFIX = "merge-by-merge:room:"
#: Seconds that one command may take.
SECONDS = 3.0
#: Times that a change starts over, because others were faster, before the store counts as
#: unreachable.
MOST_TRIES = 100

Change = tuple[Callable[[Any], Any], "asyncio.Future[Any]"]


class RedisStore(Store[T]):
    """Things that outlive this process. `most` applies, roughly, to all replicas together."""

    is_shared = True

    def __init__(self, url: str, form: Form[T], most: int) -> None:
        self._form, self._most = form, most
        self._redis = Redis.from_url(
            url, decode_responses=True, socket_timeout=SECONDS, socket_connect_timeout=SECONDS
        )
        self._waiting: defaultdict[str, list[Change]] = defaultdict(list)
        self._at_work: dict[str, asyncio.Task[None]] = {}

    async def create(self, key: str, thing: T) -> bool:
        async with _reached():
            if await self._count() >= self._most:
                raise FullError
            options: dict[str, Any] = {"nx": True, "pxat": self._gone_at(thing)}
            return bool(await self._redis.set(PREFIX + key, self._form.save(thing), **options))

    async def read(self, key: str) -> T:
        async with _reached():
            return self._read(cast("str | None", await self._redis.get(PREFIX + key)))

    async def change(self, key: str, change: Callable[[T], R]) -> R:
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[key].append((change, result))
        if key not in self._at_work:
            self._at_work[key] = asyncio.create_task(self._work(key))
        return cast(R, await result)

    async def delete(self, key: str) -> None:
        async with _reached():
            await self._redis.delete(PREFIX + key)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _count(self) -> int:
        """How many things there are: few, in a store that may have millions of other keys."""
        return sum([1 async for _ in self._redis.scan_iter(match=PREFIX + "*", count=1_000)])

    def _read(self, text: str | None) -> T:
        if text is None:
            raise MissingError
        return self._form.load(text)

    def _gone_at(self, thing: T) -> int:
        return round(self._form.expires(thing) * 1_000)

    async def _work(self, key: str) -> None:
        """Make all waiting changes together, and repeat until none are left."""
        try:
            while changes := self._waiting.pop(key, None):
                try:
                    outcomes = await self._make(key, [change for change, _ in changes])
                except Exception as error:
                    outcomes = [error] * len(changes)
                for (_, result), outcome in zip(changes, outcomes, strict=True):
                    _settle(result, outcome)
        finally:
            del self._at_work[key]

    async def _make(self, key: str, changes: list[Callable[[T], Any]]) -> list[Any]:
        """Make the changes, write them, and return what each returned or raised."""
        async with _reached(), self._redis.pipeline() as pipeline:
            for _ in range(MOST_TRIES):
                await pipeline.watch(PREFIX + key)
                text = cast("str | None", await pipeline.get(PREFIX + key))
                thing = self._read(text)
                outcomes = [_outcome(change, thing) for change in changes]
                changed = self._form.save(thing)
                if changed == text:
                    return outcomes
                pipeline.multi()
                pipeline.set(PREFIX + key, changed, pxat=self._gone_at(thing))
                try:
                    await pipeline.execute()
                except WatchError:
                    continue
                return outcomes
        raise UnreachableError


def _outcome(change: Callable[[T], Any], thing: T) -> Any:
    try:
        return change(thing)
    except Exception as error:
        return error


def _settle(result: asyncio.Future[Any], outcome: Any) -> None:
    if result.done():  # the caller has gone
        return
    if isinstance(outcome, Exception):
        result.set_exception(outcome)
    else:
        result.set_result(outcome)


@asynccontextmanager
async def _reached() -> AsyncIterator[None]:
    try:
        yield
    except (RedisError, OSError) as error:
        raise UnreachableError from error
