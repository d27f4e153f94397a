"""The phones' websockets of a room, what both sides' have in common, and the limits of both.

A phone sends `{"seat": …}` once, and then votes. It receives `{"seat": …}`, the room whenever that
has changed, and after each vote the one that now counts. Nothing else is accepted from it. `Doors`
limits how often anybody may try a code, and how much may be sent.
"""

import asyncio
import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from classroom.voting.room import ClosedError, RefusedError, Room, read_code
from pages.components.rooms.hub import Hub, View, to_text
from server.requests.quotas import Quota, address_of
from server.settings import most_phones, settings
from server.stores.shared_store import MissingError, UnreachableError
from server.streamlit_internals.sessions import is_from_a_proxy_itself

#: Wrong codes that one address, and everybody together, may try in `MISSES_SECONDS`. With eleven
#: million codes, everybody together would find one of ten rooms in about a year.
MISSES, ALL_MISSES, MISSES_SECONDS = 60, 600, 600
#: Rooms that one address may open in `OPENED_SECONDS`.
OPENED, OPENED_SECONDS = 20, 600
#: Times that phones may enter one room in `JOINS_SECONDS`.
JOINS, JOINS_SECONDS = 4_000, 60
#: New seats that one address takes in one room in `RUSH_SECONDS` only if a program asks for them:
#: a class needs longer to point its phones at a code.
RUSH, RUSH_SECONDS = 60, 2
#: Seconds after which an address may have all its new seats in a room again.
SEATS_SECONDS = 7_200
#: Votes that a room, and one phone, may cast in the given seconds. Further votes wait.
VOTES, VOTES_SECONDS = 1_000, 1
PHONE_VOTES, PHONE_VOTES_SECONDS = 20, 10
#: The most characters in a message from a phone, and from a teacher, who may write a question.
PHONE_CHARACTERS, TEACHER_CHARACTERS = 200, 20_000
#: Seconds in which a new connection has to say what it wants.
SECONDS_TO_ASK = 10.0

#: Why a websocket ends: the room is gone, never existed, or is full, there were too many attempts,
#: the message was not valid, the store could not be reached, the room takes no new phones, or
#: another page leads it now.
GONE, NO_ROOM, FULL, TOO_OFTEN, INVALID_MESSAGE, TROUBLE, CLOSED, LED_ELSEWHERE = range(4000, 4008)


class EndError(Exception):
    """The websocket has to end, with the code that says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


EVERYBODY = "everybody"


class Doors:
    """The limits of one process, and how much of each has been used."""

    def __init__(self) -> None:
        self.misses = Quota(MISSES, MISSES_SECONDS)
        self.all_misses = Quota(ALL_MISSES, MISSES_SECONDS)
        self.opened = Quota(OPENED, OPENED_SECONDS)
        self.joins = Quota(JOINS, JOINS_SECONDS)
        self.seats = Quota(settings().address_seats, SEATS_SECONDS)
        self.rush = Quota(RUSH, RUSH_SECONDS)
        self.votes = Quota(VOTES, VOTES_SECONDS)
        self.phone_votes = Quota(PHONE_VOTES, PHONE_VOTES_SECONDS)
        self.most_phones = most_phones(settings())
        self.phones = 0

    def let_try(self, scope: Scope) -> None:
        """Let a code be tried. After too many wrong ones, even a right one raises an EndError."""
        is_counted = not is_from_a_proxy_itself(scope)
        if self.all_misses.wait(EVERYBODY, 1) or (
            is_counted and self.misses.wait(address_of(scope), 1)
        ):
            raise EndError(TOO_OFTEN)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place for a phone while it is here. Raises a RefusedError if none is free."""
        if self.phones >= self.most_phones:
            raise RefusedError
        self.phones += 1
        try:
            yield
        finally:
            self.phones -= 1

    def missed(self, scope: Scope) -> None:
        """Record that a wrong code was tried."""
        self.misses.take(address_of(scope), 1)
        self.all_misses.take(EVERYBODY, 1)

    def may_sit(self, scope: Scope, code: str) -> bool:
        """Whether one more new phone from this address may have a seat in a room."""
        key = f"{code} {address_of(scope)}"
        return is_from_a_proxy_itself(scope) or not self.seats.take(key, 1)

    def is_rush(self, scope: Scope, code: str) -> bool:
        """Whether a program may have taken the many new seats of this address."""
        return bool(self.rush.take(f"{code} {address_of(scope)}", 1))

    def may_open(self, scope: Scope) -> bool:
        """Whether one more room may be opened from this address."""
        return is_from_a_proxy_itself(scope) or not self.opened.take(address_of(scope), 1)


#: Why a websocket ends after an error; of a kind and its subclass, the subclass comes first.
_CODES = {
    MissingError: NO_ROOM,
    ClosedError: CLOSED,
    RefusedError: FULL,
    TimeoutError: INVALID_MESSAGE,
    UnreachableError: TROUBLE,
}


async def both(first: Awaitable[None], second: Awaitable[None]) -> None:
    """Run both until one of them ends, and stop the other. Raises what the first one raised."""
    tasks = [asyncio.ensure_future(first), asyncio.ensure_future(second)]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class RoomSocket(ABC):
    """One connection to a room, of a phone or of a teacher's tab."""

    def __init__(self, socket: WebSocket, hub: Hub, doors: Doors) -> None:
        self._socket, self._hub, self._doors = socket, hub, doors
        self._code = read_code(str(socket.path_params.get("code", ""))) or ""
        self._connection = secrets.token_urlsafe(6)

    async def serve(self) -> None:
        """Handle the connection from the first message to the last; end it with a code that says
        why, if it is still open."""
        await self._socket.accept()
        code = GONE
        try:
            await self._talk()
        except WebSocketDisconnect:
            return
        except EndError as end:
            code = end.code
        except tuple(_CODES) as error:
            code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
        with suppress(RuntimeError):  # the other side has ended it
            await self._socket.close(code)

    @abstractmethod
    async def _talk(self) -> None:
        """Receive and send messages until the room or the connection ends."""

    async def _receive(self, most: int) -> dict[str, Any]:
        """The next message. Raises an EndError for anything but a short JSON object."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = event.get("text")
        if not text or len(text) > most:
            raise EndError(INVALID_MESSAGE)
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise EndError(INVALID_MESSAGE)
        return message

    async def _send(self, **message: Any) -> None:
        await self._socket.send_text(to_text(message))


class PhoneSocket(RoomSocket):
    """One connection of one phone."""

    async def _talk(self) -> None:
        self._doors.let_try(self._socket.scope)
        with self._doors.place():
            await self._come_in()

    async def _come_in(self) -> None:
        try:
            await self._hub.read(self._code)
        except MissingError:
            self._doors.missed(self._socket.scope)
            raise
        if self._doors.joins.take(self._code, 1):
            raise UnreachableError
        first = await asyncio.wait_for(self._receive(PHONE_CHARACTERS), SECONDS_TO_ASK)
        async with self._hub.looking_at(self._code) as view:
            await self._take_seat(first.get("seat"), view.room)
            try:
                await self._send(seat=self._seat)
                await both(self._tell(view), self._listen())
            finally:
                await asyncio.shield(self._leave())

    async def _take_seat(self, claimed: object, room: Room) -> None:
        """Return to a seat, or take a new one if the room and this phone's address may have one."""
        scope = self._socket.scope
        is_new = not (isinstance(claimed, str) and claimed in room.here)
        if is_new and not room.is_closed and not self._doors.may_sit(scope, self._code):
            raise RefusedError
        fresh = secrets.token_urlsafe(12)

        def join(room: Room) -> str:
            seat = claimed if isinstance(claimed, str) and claimed in room.here else fresh
            room.join(seat, self._connection)
            return seat

        self._seat = await self._hub.change(self._code, join)
        if is_new and self._doors.is_rush(scope, self._code):
            await self._hub.change(self._code, Room.note_rush)

    async def _leave(self) -> None:
        with suppress(MissingError, UnreachableError):
            await self._hub.change(
                self._code, lambda room: room.leave(self._seat, self._connection)
            )

    async def _tell(self, view: View) -> None:
        async for text in view.for_phones.listen():
            yours = to_text(view.room.vote_of(self._seat))
            await self._socket.send_text(f'{{"room":{text},"yours":{yours}}}')

    async def _listen(self) -> None:
        while True:
            message = await self._receive(PHONE_CHARACTERS)
            await self._wait_for_turn()
            await self._send(**await self._vote(message))

    async def _wait_for_turn(self) -> None:
        for quota, key in ((self._doors.phone_votes, self._seat), (self._doors.votes, self._code)):
            while wait := quota.take(key, 1):
                await asyncio.sleep(wait)

    async def _vote(self, message: dict[str, Any]) -> dict[str, Any]:
        """Cast a vote; return the vote that now counts, and whether this one was accepted."""
        asked, number, choice = (message.get(name) for name in ("asked", "round", "vote"))

        def vote(room: Room) -> dict[str, Any]:
            try:
                room.vote(self._seat, asked, number, choice)  # type: ignore[arg-type]
                is_taken = True
            except RefusedError:
                is_taken = False
            is_same = (room.asked, len(room.votes)) == (asked, number)
            yours = room.vote_of(self._seat) if is_same else None
            return {"asked": asked, "round": number, "counts": yours, "taken": is_taken}

        return await self._hub.change(self._code, vote)
