"""The messages over the teacher's websocket.

The first one is `{"address": …}`, the address at which phones find rooms, and `lang`, the page's
language. On its own it opens a new room; with `code` and `token` it returns to one that has been
opened before, by this tab or by another, and leads it from now on. Each `{"do": …}` that follows is
answered with `{"did": …}` or `{"refused": …}`.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import time
from typing import Any, TypeVar

from anyio import to_thread

from bpe_core import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from classroom.voting.ballot import Ballot, results_csv
from classroom.voting.room import RefusedError, Room, read_code
from classroom.voting.walk_ballots import ballot_of_round, ballot_of_step
from pages.components.beliefs import belief_texts
from pages.components.rooms import qr_code, reachable
from pages.components.rooms.hub import View
from pages.components.rooms.sent_ballots import ballot_of_question, ballot_of_sent_word
from pages.components.rooms.sockets import (
    INVALID_MESSAGE,
    LED_ELSEWHERE,
    SECONDS_TO_ASK,
    TEACHER_CHARACTERS,
    TOO_OFTEN,
    EndError,
    RoomSocket,
    both,
)
from pages.session.language import best_language, speaking
from pages.session.traces import trace_by_key
from server.stores.shared_store import FullError, MissingError

#: The most characters in an address that a phone can scan from the back row.
ADDRESS_CHARACTERS = 300
#: The most characters in the name of a corpus.
CORPUS_CHARACTERS = 200
R = TypeVar("R")

#: What a teacher can do to a room.
ACTIONS: Mapping[str, Callable[[Room], None]] = {
    "close": Room.close,
    "count": Room.count,
    "show": Room.show,
    "again": Room.vote_again,
    "back": Room.back,
    "carry_out": Room.carry_out,
    "drop": Room.drop,
    "close_to_new": Room.close_to_new,
    "open_to_new": Room.open_to_new,
}


class TeacherSocket(RoomSocket):
    """One connection of a teacher's tab."""

    async def _talk(self) -> None:
        first = await asyncio.wait_for(self._receive(TEACHER_CHARACTERS), SECONDS_TO_ASK)
        address = first.get("address")
        if not isinstance(address, str) or len(address) > ADDRESS_CHARACTERS:
            raise EndError(INVALID_MESSAGE)
        enter = self._come_back(first) if "code" in first else self._open()
        self._code, token = await enter
        await self._hub.change(self._code, lambda room: room.lead(self._connection))
        with speaking(best_language(str(first.get("lang")))):
            texts = belief_texts("at_vote")
            address, reach = await to_thread.run_sync(reachable, address)
        async with self._hub.looking_at(self._code) as view:
            where = f"{address}{self._code}"
            opened = {"code": self._code, "token": token, "address": where, "qr": qr_code(where)}
            await self._send(opened={**opened, "reach": reach, "texts": texts})
            await both(self._tell(view), self._listen())

    async def _open(self) -> tuple[str, str]:
        if not self._doors.may_open(self._socket.scope):
            raise EndError(TOO_OFTEN)
        try:
            return await self._hub.open()
        except FullError as error:
            raise RefusedError from error

    async def _come_back(self, message: dict[str, Any]) -> tuple[str, str]:
        """Return to a room. A wrong token gets the same answer as a room that does not exist."""
        self._doors.let_try(self._socket.scope)
        code, token = read_code(str(message["code"])) or "", str(message.get("token"))
        with suppress(MissingError):
            if await self._hub.is_teacher(code, token):
                return code, token
        self._doors.missed(self._socket.scope)
        raise MissingError

    async def _tell(self, view: View) -> None:
        """Send the room, also as it was just before this page came, until another page leads it."""
        async for text in view.for_teacher.listen():
            if view.room.leader != self._connection:
                raise EndError(LED_ELSEWHERE)
            await self._socket.send_text(f'{{"room":{text}}}')

    async def _listen(self) -> None:
        while True:
            answer = await self._do(await self._receive(TEACHER_CHARACTERS))
            await self._send(**answer)
            if answer.get("did") == "end":
                await self._hub.end(self._code)
                return

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        do = message.get("do")
        try:
            if do in ("csv", "end"):
                return {"did": do, "csv": results_csv(await self._change(lambda r: r.tallies))}
            if do == "ask":
                ballot = await to_thread.run_sync(requested_ballot, message)
                corpus = str(message.get("corpus", ""))[:CORPUS_CHARACTERS]
                await self._change(lambda room: room.ask(ballot, time(), corpus))
            elif do == "hands":
                choice, count = message.get("choice"), message.get("count")
                await self._change(lambda room: room.raise_hands(choice, count))
            elif isinstance(do, str) and do in ACTIONS:
                await self._change(ACTIONS[do])
            else:
                raise EndError(INVALID_MESSAGE)
        except (RefusedError, ValueError):
            return {"refused": do}
        return {"did": do}

    async def _change(self, action: Callable[[Room], R]) -> R:
        def change(room: Room) -> R:
            if room.leader != self._connection:
                raise EndError(LED_ELSEWHERE)
            result = action(room)
            room.extend(time())
            return result

        return await self._hub.change(self._code, change)


def requested_ballot(message: Mapping[str, Any]) -> Ballot:
    """Make the ballot of a teacher's question, about a step of a training, a word, or the quiz.

    Raises a ValueError for a training that is not held here, and for an invalid word or question.
    """
    if "question" in message:
        return ballot_of_question(message["question"])
    if "word" in message:
        return ballot_of_sent_word(message["word"])
    key, step = message.get("key"), message.get("step")
    trace = trace_by_key(key) if isinstance(key, str) else None
    if type(step) is int and isinstance(trace, UnigramTrace):
        return ballot_of_round(trace, step)
    if type(step) is int and isinstance(trace, Trace):
        return ballot_of_step(trace, step)
    raise ValueError("no training with this key")
