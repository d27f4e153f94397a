"""Trainings and trained traces of this server: where a page finds its trace, or asks for it.

The stepper fetches later pieces of its walk from here, at an address of their own.
"""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Thread
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_core import Trace
from bpe_core.text.chinese_words import load_segmenter
from bpe_core.training.three_algorithms import SideBySide
from bpe_core.unigram import UnigramTrace
from bpe_core.worker.handover import AnyTrace, unpack
from pages.components.stepper.payload import piece_of, sum_of
from pages.components.stepper.unigram_payload import worth_of
from pages.lessons import FIRST_LESSON, LESSONS
from pages.lessons.side_by_side.three_walks.payload import lockstep_piece_of
from pages.session.link import OWN
from pages.session.state import Settings
from server.jobs import JobQueue, Training
from server.presence import Presence
from server.settings import MEGABYTE, settings
from server.streamlit_internals.first_visits import visit_all, visit_in_time
from server.streamlit_internals.listening_sockets import send_at_once
from server.traces import TraceStore

#: Where the first lesson is found, and the others.
FIRST_ADDRESS = ""
OTHER_ADDRESSES = [address for address in LESSONS if address != FIRST_LESSON.address]
#: A worker is stopped, whatever it does, after so many times the time that a training may take.
WALL_FACTOR = 2.5
#: Seconds between two looks for sessions that have ended.
SECONDS_PER_SWEEP = 15.0


def is_connected(session: str) -> bool:
    """Whether a browser is connected to the session. Without a server there are no browsers."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


#: Everybody's, and each session's own.
SAMPLES = TraceStore()
OWN_TEXTS = TraceStore(most_bytes=settings().trace_megabytes * MEGABYTE)


def _store(key: str) -> TraceStore:
    return OWN_TEXTS if key.startswith(OWN) else SAMPLES


def _deliver(key: str, data: bytes, sessions: set[str]) -> None:
    _store(key).put(key, unpack(data), sessions if key.startswith(OWN) else None)


QUEUE = JobQueue(
    _deliver,
    is_alive=is_connected,
    workers=settings().workers,
    # The worker's own limit comes first; this one is for a worker that spins.
    wall_limit=WALL_FACTOR * settings().training_seconds,
)
PRESENCE = Presence(is_connected)


def session_id() -> str:
    """The name of this session."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def find(asked: Settings) -> AnyTrace | None:
    """The trace of these settings if it is held."""
    return _store(asked.key).get(asked.key, _owner(asked))


def held(key: str) -> AnyTrace | None:
    """The trace with this key if it is held."""
    return _store(key).get(key)


def held_merges(key: str) -> Trace | None:
    """The same for a training by merges."""
    trace = held(key)
    return trace if isinstance(trace, Trace) else None


def train_here(asked: Settings) -> AnyTrace:
    """Train now, in this thread: for what is small. Raises a `BpeError`."""
    return _store(asked.key).get_or_train(asked.key, asked.train, _owner(asked))


def _owner(asked: Settings) -> str | None:
    return session_id() if asked.is_own else None


def ask(asked: Settings) -> Training:
    """This session's place in the queue, for the training of these settings."""
    job, text = asked.job()
    job = replace(
        job,
        time_limit=float(settings().training_seconds),
        memory_limit=settings().training_memory_megabytes * MEGABYTE,
    )
    return QUEUE.want(session_id(), asked.key, job, text)


def sweep() -> None:
    """Let go of what belongs to sessions that have ended."""
    QUEUE.sweep()
    OWN_TEXTS.forget(PRESENCE.is_gone)


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Be ready and answer at once; while the server runs, sweep; when it ends, end the workers."""

    async def go_on() -> None:
        while True:
            await asyncio.sleep(SECONDS_PER_SWEEP)
            sweep()

    send_at_once()
    await visit_all([FIRST_ADDRESS])
    others = asyncio.create_task(visit_in_time(OTHER_ADDRESSES))
    # Chinese words are a click's wait away: their dictionary is read before anybody clicks.
    Thread(target=load_segmenter, name="segmenter", daemon=True).start()
    sweeping = asyncio.create_task(go_on())
    try:
        yield
    finally:
        others.cancel()
        sweeping.cancel()
        QUEUE.close()


def _piece(trace: AnyTrace, number: int) -> bytes:
    """Some steps of merges, or of three trainings; rounds have all travelled at once."""
    views: list[Any] = []
    if isinstance(trace, SideBySide):
        views = lockstep_piece_of(trace, number)
    elif isinstance(trace, Trace):
        views = piece_of(trace, number)
    return json.dumps(views, separators=(",", ":")).encode()


def packed_piece(key: str, number: int) -> bytes | None:
    """One piece of the walk over a trace, as gzipped JSON; None where the trace is not held."""
    return _store(key).piece(key, number, _piece)


def _answer(request: Request) -> Response:
    piece = packed_piece(request.path_params["key"], request.path_params["piece"])
    if piece is None:
        return Response(status_code=404)
    # The key names the content. Packed in this thread, not in the one that serves everybody.
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        piece = gzip.decompress(piece)
    return Response(piece, media_type="application/json", headers=headers)


def _answer_sum(request: Request) -> Response:
    """The sum of any pair at a step, for a learner who chose it."""
    step, left, right = (request.path_params[name] for name in ("step", "left", "right"))
    trace = held_merges(request.path_params["key"])
    if trace is None or step > len(trace) or max(left, right) >= trace.first_merge_id + step:
        return Response(status_code=404)
    return _told(sum_of(trace, step, left, right))


def _answer_worth(request: Request) -> Response:
    """What the removal of any token costs at a round, for a learner who chose it."""
    step, token = (request.path_params[name] for name in ("step", "token"))
    trace = held(request.path_params["key"])
    if not isinstance(trace, UnigramTrace) or step >= len(trace):
        return Response(status_code=404)
    worth = worth_of(trace, step, token)
    return Response(status_code=404) if worth is None else _told(worth)


def _told(facts: dict[str, Any]) -> Response:
    return Response(
        json.dumps(facts),
        media_type="application/json",
        headers={"Cache-Control": "private, max-age=3600"},
    )


ROUTES = [
    Route("/trace/{key}/{piece:int}", _answer),
    Route("/trace/{key}/sum/{step:int}/{left:int}/{right:int}", _answer_sum),
    Route("/trace/{key}/worth/{step:int}/{token:int}", _answer_worth),
]
