"""A class votes in a room: is each vote counted once, how soon, and does it slow down others?

    python -m benchmarks.room

Phones are websockets without a browser. Each joins, and votes at a random moment within ten
seconds; every third changes its mind, and every fifth sends its vote twice. The tally is compared
with the votes sent. Meanwhile learners step in a separate process, with and without the room.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import Class, learners
from benchmarks.measuring import p95, print_setting, print_table, server

#: Phones in a room, and whether learners step at the same time.
CLASSES = ((300, True), (1_000, False))
ROUNDS = 3
WINDOW = 10.0  # seconds in which everybody votes
AT_ONCE = 50  # phones that connect at a time: a class finds the page one by one
NEIGHBOURS = 30  # learners who step meanwhile
QUESTION = {"step": 1, "text": "?", "choices": ["a", "b", "c", "d"], "right": 2}


class Phone:
    """One phone, and the vote that it wants to be counted."""

    def __init__(self, number: int, random: Random) -> None:
        self.moments = sorted(random.uniform(0, WINDOW) for _ in range(2))
        self.votes = [random.randrange(4) for _ in range(2 if number % 3 == 0 else 1)]
        self.is_doubled = number % 5 == 0
        self.times: list[float] = []

    async def come(self, address: str) -> None:
        self.socket: ClientConnection = await connect(address)
        await self.socket.send('{"seat":null}')
        await hear(self.socket, "room")

    async def vote(self) -> None:
        """Send all votes of this phone, each at its moment, once the question is asked."""
        while (await hear(self.socket, "room"))["room"]["phase"] != "voting":
            pass
        begin = time.perf_counter()
        for moment, vote in zip(self.moments, self.votes, strict=False):
            await asyncio.sleep(max(0.0, begin + moment - time.perf_counter()))
            message = json.dumps({"asked": 1, "round": 1, "vote": vote})
            start = time.perf_counter()
            for _ in range(2 if self.is_doubled else 1):
                await self.socket.send(message)
            await hear(self.socket, "counts")
            self.times.append(1000 * (time.perf_counter() - start))


async def hear(socket: ClientConnection, name: str) -> Any:
    while name not in (message := json.loads(await socket.recv())):
        pass
    return message


async def hold_a_vote(url: str, count: int, seed: int) -> dict[str, Any]:
    """Hold one vote in a new room, and return its results."""
    address = url.replace("http://", "ws://") + "/room/"
    random = Random(seed)
    phones = [Phone(number, random) for number in range(count)]
    async with connect(address + "teacher") as teacher:
        await teacher.send(json.dumps({"address": f"{url}/room/"}))
        code = (await hear(teacher, "opened"))["opened"]["code"]
        begin = time.perf_counter()
        for start in range(0, count, AT_ONCE):
            group = phones[start : start + AT_ONCE]
            await asyncio.gather(*(phone.come(f"{address}{code}/phone") for phone in group))
        came = time.perf_counter() - begin
        await teacher.send(json.dumps({"do": "ask", "question": QUESTION}))
        seen = asyncio.create_task(all_seen(teacher, count))
        await asyncio.gather(*(phone.vote() for phone in phones))
        last = time.perf_counter()
        late = max(0.0, await seen - last)
        for what in ("close", "show"):
            await teacher.send(json.dumps({"do": what}))
        while "rounds" not in (room := (await hear(teacher, "room"))["room"]):
            pass
        wanted = Counter(phone.votes[-1] for phone in phones)
        await teacher.send(json.dumps({"do": "end"}))
        await asyncio.gather(*(phone.socket.close() for phone in phones))
    times = sorted(moment for phone in phones for moment in phone.times)
    return {
        "came": came,
        "late": late,
        "p95": p95(times),
        "worst": times[-1],
        "exact": room["rounds"] == [[wanted[choice] for choice in range(4)]],
    }


async def all_seen(teacher: ClientConnection, count: int) -> float:
    """The time at which the projector says that everybody has voted."""
    while (await hear(teacher, "room"))["room"]["voted"] < count:
        pass
    return time.perf_counter()


def step_beside(url: str, seconds: float) -> None:
    """Let learners step, and print how long their steps took, in milliseconds."""
    # Opening a page costs far more than a step, so it is over before measuring starts.
    with learners(url, NEIGHBOURS) as opened:
        print("here", flush=True)
        measured = Class(opened)
        measured.click_for(seconds)
    print(json.dumps(measured.times))


def beside(url: str, seconds: float) -> subprocess.Popen[str]:
    """Start learners who step for `seconds`, once all of them have arrived."""
    command = [sys.executable, "-m", "benchmarks.room", url, str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def p95_of(process: subprocess.Popen[str]) -> float:
    times = json.loads(process.communicate()[0])
    return p95(times)


def main() -> None:
    rows: list[list[object]] = []
    for count, has_neighbours in CLASSES:
        for round_ in range(ROUNDS):
            with server() as url:
                quiet = p95_of(beside(url, 3 * WINDOW)) if has_neighbours else 0.0
                neighbours = beside(url, 3 * WINDOW) if has_neighbours else None
                found = asyncio.run(hold_a_vote(url, count, round_))
                busy = p95_of(neighbours) if neighbours else 0.0
            rows.append(
                [
                    count,
                    "yes" if found["exact"] else "NO",
                    f"{found['came']:.1f} s",
                    f"{found['p95']:.0f} ms",
                    f"{found['worst']:.0f} ms",
                    f"{found['late']:.2f} s",
                    f"{quiet:.0f} → {busy:.0f} ms" if has_neighbours else "",
                ]
            )
    print_setting(ROUNDS)
    head = ["phones", "tally exact", "all came in", "a vote, p95", "worst", "projector after last"]
    print_table([*head, f"a step of {NEIGHBOURS} learners, p95, without and with"], rows)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        step_beside(sys.argv[1], float(sys.argv[2]))
    else:
        main()
