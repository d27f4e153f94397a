"""A store that keeps what was used last, bounded in number and in bytes, and who is present.

What belongs to sessions is dropped with the last of them. Which sessions are still connected is
checked now and then. Every public method may be called from any thread.

A browser that loses its connection comes back within seconds, and a phone that was asleep within
minutes. Unlike a connection, presence lasts for a while after the last check that found it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from time import monotonic
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


#: Streamlit itself keeps a disconnected session for this long.
SECONDS_AWAY = 120.0


class Presence:
    """Notes how long each session has been away.

    >>> connected, now = {"ann"}, 1000.0
    >>> presence = Presence(connected.__contains__, clock=lambda: now)
    >>> [presence.is_gone(session) for session in ("ann", "bob", "cy")]
    [False, False, False]
    >>> connected.add("cy"), presence.is_gone("cy"), connected.remove("cy")
    (None, False, None)
    >>> now = 1120.0
    >>> presence.is_gone("bob")
    False
    >>> now = 1121.0
    >>> [presence.is_gone(session) for session in ("ann", "bob", "cy", "bob")]  # forgotten again
    [False, True, False, False]
    """

    def __init__(
        self,
        is_connected: Callable[[str], bool],
        *,
        seconds_away: float = SECONDS_AWAY,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._is_connected = is_connected
        self._seconds_away = seconds_away
        self._clock = clock
        self._away_since: dict[str, float] = {}
        self._lock = threading.Lock()

    def is_gone(self, session: str) -> bool:
        """Whether the session has been away for too long, as far as the checks show."""
        with self._lock:
            if self._is_connected(session):
                self._away_since.pop(session, None)
                return False
            now = self._clock()
            if now - self._away_since.setdefault(session, now) <= self._seconds_away:
                return False
            del self._away_since[session]
            return True
