"""Things kept under a key that several people change, each change whole or not at all.

Unlike a cache, a store is the only place where a thing is; unlike a database, it forgets each at
its time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import time
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class MissingError(Exception):
    """There is nothing under this key, or not any more."""


class FullError(Exception):
    """The store holds as many things as it may."""


class UnreachableError(Exception):
    """The store does not answer, so nothing is known."""


@dataclass(frozen=True)
class Form(Generic[T]):
    """How a kind of thing is written as text, read again, and when it is gone (Unix time)."""

    save: Callable[[T], str]
    load: Callable[[str], T]
    expires: Callable[[T], float]


class Store(Protocol[T]):
    """Where things of one kind are kept. Each method may raise an UnreachableError."""

    #: Whether others can change what is in it.
    is_shared: bool

    async def create(self, key: str, thing: T) -> bool:
        """Put a thing under a free key; False where it is taken. Raises a FullError."""

    async def read(self, key: str) -> T:
        """What is there, not to be changed. Raises a MissingError."""

    async def change(self, key: str, change: Callable[[T], R]) -> R:
        """Change a thing, alone. What `change` raises is raised, and then nothing has changed.

        `change` may be called again on what somebody else has made of it meanwhile. Raises a
        MissingError.
        """

    async def delete(self, key: str) -> None:
        """Forget a thing, if it is there."""

    async def close(self) -> None:
        """Let go of connections."""


class MemoryStore(Store[T]):
    """Things in this process: they end with it.

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
