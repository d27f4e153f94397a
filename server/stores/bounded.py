"""A store that keeps what was used last, bounded in number and in bytes.

What belongs to sessions is dropped with the last of them. Every public method may be called from
any thread.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)


@dataclass(eq=False)
class Held(Generic[T]):
    """A thing, its size in bytes, and the sessions that own it; without any, it is everybody's."""

    thing: T
    size: int
    owners: set[str] = field(default_factory=set)


class BoundedStore(Generic[Key, T]):
    """The things used last, by key. One that is larger than the bound is kept alone."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._held: OrderedDict[Key, Held[T]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return len(self._held)

    @property
    def size(self) -> int:
        """The size of all things, in bytes."""
        return self._size

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Drop the things whose owners are all gone."""
        with self._lock:
            for key, held in list(self._held.items()):
                gone = {session for session in held.owners if is_gone(session)}
                held.owners -= gone
                if gone and not held.owners:
                    self._drop(key)

    def _find(self, key: Key, session: str | None = None) -> Held[T] | None:
        """Find an entry and mark it as just used; `session`, if any, becomes one of its owners."""
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
                if session is not None:
                    held.owners.add(session)
            return held

    def _keep(self, key: Key, held: Held[T]) -> None:
        with self._lock:
            self._drop(key)
            self._held[key] = held
            self._size += held.size
            self._make_room()

    def _drop(self, key: Key) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._size -= held.size

    def _make_room(self) -> None:
        while len(self._held) > self._most or (self._size > self._most_bytes and len(self) > 1):
            self._drop(next(iter(self._held)))
