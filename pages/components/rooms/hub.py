"""What joins a room with those who look at it from this process.

A room is in the store. Each room that somebody looks at is read again when it has changed, and
where replicas share the store, some times a second; what is to be seen is then written once for
all phones, and each connection sends the newest when it can: a slow phone holds nobody up.
"""

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from time import time
from typing import Any, TypeVar

from classroom.rooms.codes import new_code
from classroom.rooms.room import LIFETIME, RefusedError, Room
from classroom.rooms.saved import load, save
from server.settings import settings
from server.shared.choice import store_of
from server.shared.store import Form, MissingError, Store, UnreachableError

#: Rooms that there may be at once.
MOST_ROOMS = 200
#: Seconds between two looks at a room, so that a hundred votes are one number on the projector.
REST = 0.15
#: Seconds after which a room is looked at that others can change.
LOOK = 0.3
#: Codes that are tried for a new room; eleven million are free.
TRIES = 10

R = TypeVar("R")


def digest(token: str) -> str:
    """What is kept of a token: nobody who reads the store can teach with it.

    >>> digest("a") == digest("a"), len(digest("a"))
    (True, 64)
    """
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Channel:
    """The newest of what is said, for all who listen: who is slow hears less, and nobody waits."""

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._news = asyncio.Event()

    def say(self, text: str | None) -> None:
        """Something new, or None for the end."""
        if text != self._text:
            self._text = text
            self._news.set()
            self._news = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """What is said now, and each time it is something else, until the end."""
        heard = None
        while (text := self._text) is not None:
            if text != heard:
                yield text
                heard = text
            elif text == self._text:
                await self._news.wait()


class View:
    """A room as it is seen from this process, while somebody looks."""

    def __init__(self, room: Room) -> None:
        self.lookers = 0
        self.changed = asyncio.Event()
        self.room, self.is_gone = room, False
        self._version = room.version
        self.for_phones = Channel(to_text(room.seen_by_phones()))
        self.for_teacher = Channel(to_text(room.seen_by_teacher()))

    def update(self, room: Room | None) -> None:
        """Say what the room is now; None if it is gone."""
        if room is None:
            self.is_gone = True
            self.for_phones.say(None)
            self.for_teacher.say(None)
        elif room.version != self._version:
            self.room, self._version = room, room.version
            self.for_phones.say(to_text(room.seen_by_phones()))
            self.for_teacher.say(to_text(room.seen_by_teacher()))


def to_text(seen: Any) -> str:
    """What is seen, as it travels."""
    return json.dumps(seen, separators=(",", ":"))


class Hub:
    """The rooms, as this process reaches them."""

    def __init__(self, store: Store[Room]) -> None:
        self._store = store
        self._views: dict[str, View] = {}
        self._watching: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> tuple[str, str]:
        """A new room: its code, and its teacher's token. Raises a FullError."""
        token = secrets.token_urlsafe(24)
        for _ in range(TRIES):
            code = new_code()
            if await self._store.create(code, Room(digest(token), time() + LIFETIME)):
                return code, token
        raise RefusedError

    async def change(self, code: str, change: Callable[[Room], R]) -> R:
        """Change a room. Raises a MissingError, an UnreachableError, and what `change` raises."""
        try:
            return await self._store.change(code, change)
        finally:
            if view := self._views.get(code):
                view.changed.set()

    async def read(self, code: str) -> Room:
        """The room, not to be changed. Raises a MissingError or an UnreachableError."""
        return await self._store.read(code)

    async def end(self, code: str) -> None:
        """The room is gone, for all who are in it."""
        await self._store.delete(code)
        if view := self._views.get(code):
            view.changed.set()

    async def is_teacher(self, code: str, token: str) -> bool:
        """Whether a token is that of the room's teacher. Raises a MissingError."""
        return hmac.compare_digest((await self.read(code)).teacher, digest(token))

    @asynccontextmanager
    async def looking_at(self, code: str) -> AsyncIterator[View]:
        """The room's view, kept up to date meanwhile. Raises a MissingError."""
        room = await self.read(code)
        view = self._views.get(code)
        if view is None:
            view = self._views[code] = View(room)
            self._watching[code] = asyncio.create_task(self._watch(code, view))
        view.lookers += 1
        try:
            yield view
        finally:
            view.lookers -= 1
            if not view.lookers:
                self._forget(code, view)

    def _forget(self, code: str, view: View) -> None:
        if self._views.get(code) is view:
            del self._views[code]
            self._watching.pop(code).cancel()

    async def _watch(self, code: str, view: View) -> None:
        while not view.is_gone:
            with suppress(TimeoutError):
                await asyncio.wait_for(view.changed.wait(), LOOK if self._store.is_shared else 30)
            view.changed.clear()
            with suppress(UnreachableError):  # it is looked at again
                view.update(await self._read_if_there(code))
            await asyncio.sleep(REST)

    async def _read_if_there(self, code: str) -> Room | None:
        try:
            return await self._store.read(code)
        except MissingError:
            return None


FORM: Form[Room] = Form(save, load, lambda room: room.expires)


@cache
def hub() -> Hub:
    """The hub of this process."""
    return Hub(store_of(settings().rooms, FORM, MOST_ROOMS))
