"""A key-value store with atomic changes and expiry.

Unlike a cache, a store is the only place that holds a thing. Unlike a database, it forgets each
thing when its time is up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import time
from typing import Generic, Protocol, TypeVar

from server.settings import SettingError

T = TypeVar("T")
R = TypeVar("R")


class MissingError(Exception):
    """Nothing is kept under this key, or no longer."""


class FullError(Exception):
    """The store already holds as many things as it may."""


class UnreachableError(Exception):
    """The store does not answer, so its content is unknown."""


@dataclass(frozen=True)
class Form(Generic[T]):
    """How a kind of thing is written as text and read back, and when it expires (Unix time)."""

    save: Callable[[T], str]
    load: Callable[[str], T]
    expires: Callable[[T], float]


class Store(Protocol[T]):
    """A place for things of one kind. Each method may raise an UnreachableError."""

    #: Whether other processes can change what is in it.
    is_shared: bool

    async def create(self, key: str, thing: T) -> bool:
        """Put a thing under a free key; return False if the key is taken. Raises a FullError."""

    async def read(self, key: str) -> T:
        """The thing under a key, which must not be modified. Raises a MissingError."""

    async def change(self, key: str, change: Callable[[T], R]) -> R:
        """Change a thing while nobody else does. If `change` raises, so does this, and the thing
        stays as it was.

        If somebody else has changed the thing meanwhile, `change` may be called again, with the
        newer one. Raises a MissingError.
        """

    async def delete(self, key: str) -> None:
        """Forget a thing, if it exists."""

    async def close(self) -> None:
        """Close the connections."""


class MemoryStore(Store[T]):
    """Things in this process, which end with it.

    >>> import asyncio
    >>> store = MemoryStore(Form(str, str, lambda _: 10.0), most=1, clock=lambda: 5.0)
    >>> asyncio.run(store.create("a", "thing")), asyncio.run(store.read("a"))
    (True, 'thing')
    """

    is_shared = False

    def __init__(self, form: Form[T], most: int, clock: Callable[[], float] = time) -> None:
        self._form, self._most, self._clock = form, most, clock
        self._things: dict[str, T] = {}

    async def create(self, key: str, thing: T) -> bool:
        now = self._clock()
        self._things = {k: v for k, v in self._things.items() if self._form.expires(v) > now}
        if key in self._things:
            return False
        if len(self._things) >= self._most:
            raise FullError
        self._things[key] = thing
        return True

    async def read(self, key: str) -> T:
        thing = self._things.get(key)
        if thing is None or self._form.expires(thing) <= self._clock():
            self._things.pop(key, None)
            raise MissingError
        return thing

    async def change(self, key: str, change: Callable[[T], R]) -> R:
        return change(await self.read(key))

    async def delete(self, key: str) -> None:
        self._things.pop(key, None)

    async def close(self) -> None:
        self._things.clear()


MEMORY = "memory"
SCHEMES = ("redis://", "rediss://", "unix://")


def check_rooms(rooms: str) -> None:
    """Raise a SettingError if the setting does not name a store.

    >>> check_rooms("memory"), check_rooms("redis://rooms:6379/0")
    (None, None)
    >>> check_rooms("rooms:6379")
    Traceback (most recent call last):
    server.settings.SettingError: ... MERGE_BY_MERGE_ROOMS has to be "memory" or ...
    """
    if rooms != MEMORY and not rooms.startswith(SCHEMES):
        raise SettingError(
            'MERGE_BY_MERGE_ROOMS has to be "memory" or the address of a Redis or Valkey: '
            "redis://host:6379/0, rediss://… with TLS, unix://… for a socket."
        )


def store_of(rooms: str, form: Form[T], most: int) -> Store[T]:
    """The store that the setting names. It does not connect before it is used."""
    if rooms == MEMORY:
        return MemoryStore(form, most)
    try:
        from server.stores.redis_store import RedisStore
    except ModuleNotFoundError as missing:
        raise SettingError(
            "MERGE_BY_MERGE_ROOMS names a Redis or Valkey, which needs a package: "
            'pip install "merge-by-merge[replicas]"'
        ) from missing
    return RedisStore(rooms, form, most)
