"""Publish each change of a room to the websockets of this process that show it.

A room is in the store. A room that somebody looks at is read again when it has changed, and a few
times a second if replicas share the store. Its view is then written once for all phones. Each
connection sends the newest view when it can, so that a slow phone holds up nobody.
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

from classroom.voting.room import LIFETIME, RefusedError, Room, load, new_code, save
from server.settings import settings
from server.stores.shared_store import Form, MissingError, Store, UnreachableError, store_of

#: The most rooms that may exist at once.
MOST_ROOMS = 200
#: Seconds between two looks at a room, so that a hundred votes are one update on the projector.
REST = 0.15
#: Seconds between looks at a room that other processes can change, and at another.
LOOK, SELDOM = 0.3, 30.0
#: Codes that are tried for a new room; there are eleven million.
TRIES = 10

R = TypeVar("R")


def digest(token: str) -> str:
    """The part of a token that is stored: nobody who reads the store can teach with it.

    >>> digest("a") == digest("a"), len(digest("a"))
    (True, 64)
    """
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Channel:
    """The newest message for all listeners: slow ones miss some of them, and nobody waits."""

    def __init__(self, text: str) -> None:
        self._text: str | None = text
        self._news = asyncio.Event()

    def say(self, text: str | None) -> None:
        """Publish a new message, or None for the end."""
        if text != self._text:
            self._text = text
            self._news.set()
            self._news = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """Yield the current message, and again whenever it changes, until the end."""
        last = None
        while (text := self._text) is not None:
            if text != last:
                yield text
                last = text
            else:
                await self._news.wait()


class View:
    """A room as this process sees it, while somebody looks."""

    def __init__(self, room: Room) -> None:
        self.lookers = 0
        self.changed = asyncio.Event()
        self.room = room
        self._version = room.version
        self.for_phones = Channel(to_text(room.phone_view()))
        self.for_teacher = Channel(to_text(room.teacher_view()))

    def take(self, room: Room) -> None:
        """Keep a room that was read, unless a newer one is there; it is published later."""
        if room.version > self.room.version:
            self.room = room

    def update(self, room: Room) -> None:
        """Publish the room's present state."""
        if room.version != self._version:
            self._version = room.version
            self.take(room)
            self.for_phones.say(to_text(room.phone_view()))
            self.for_teacher.say(to_text(room.teacher_view()))


def to_text(view: Any) -> str:
    """The view of a room as the text that is sent."""
    return json.dumps(view, separators=(",", ":"))


class Hub:
    """The rooms, as this process reaches them."""

    def __init__(self, store: Store[Room]) -> None:
        self._store = store
        self._views: dict[str, View] = {}
        self._watching: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> tuple[str, str]:
        """Open a new room; return its code and its teacher's token. Raises a FullError."""
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
        """The room, for reading only. Raises a MissingError or an UnreachableError."""
        return await self._store.read(code)

    async def end(self, code: str) -> None:
        """End the room for everybody in it."""
        await self._store.delete(code)
        if view := self._views.get(code):
            view.changed.set()

    async def is_teacher(self, code: str, token: str) -> bool:
        """Whether a token is that of the room's teacher. Raises a MissingError."""
        return hmac.compare_digest((await self.read(code)).teacher, digest(token))

    @asynccontextmanager
    async def looking_at(self, code: str) -> AsyncIterator[View]:
        """The room's view, kept up to date while in use. Raises a MissingError."""
        room = await self.read(code)
        view = self._views.get(code)
        if view is None:
            view = self._views[code] = View(room)
            self._watching[code] = asyncio.create_task(self._watch(code, view))
        view.take(room)  # who comes back sees their vote at once
        view.lookers += 1
        try:
            yield view
        finally:
            view.lookers -= 1
            if not view.lookers:
                del self._views[code]
                self._watching.pop(code).cancel()

    async def _watch(self, code: str, view: View) -> None:
        with suppress(MissingError):  # the room has ended
            while True:
                with suppress(TimeoutError):
                    seconds = LOOK if self._store.is_shared else SELDOM
                    await asyncio.wait_for(view.changed.wait(), seconds)
                view.changed.clear()
                with suppress(UnreachableError):  # it is looked at again
                    view.update(await self.read(code))
                await asyncio.sleep(REST)
        for channel in (view.for_phones, view.for_teacher):
            channel.say(None)


FORM: Form[Room] = Form(save, load, lambda room: room.expires)


@cache
def hub() -> Hub:
    """The hub of this process."""
    return Hub(store_of(settings().rooms, FORM, MOST_ROOMS))
