"""Warm up the server, sweep while it runs, and end the workers with it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread

import streamlit as st

from bpe_core.text.characters import split_chinese
from pages.session import state, traces, uploads
from pages.session.link import UnknownLessonError
from server.streamlit_internals.drawing import tell_unknown_addresses
from server.streamlit_internals.sessions import keep_for_good, visit
from server.workers.jobs import close_queues

#: Seconds between two sweeps for sessions that have ended.
SECONDS_PER_SWEEP = 15.0


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Warm up for a fast first visit, sweep while the server runs, then end the workers."""

    async def go_on() -> None:
        while True:
            await asyncio.sleep(SECONDS_PER_SWEEP)
            traces.sweep()
            uploads.sweep()

    tell_unknown_addresses(lambda: state.notice(UnknownLessonError()))
    await visit("")  # the first lesson
    keep_for_good()
    # A click on Chinese words would wait for their dictionary: it is read before anybody clicks.
    Thread(target=split_chinese, args=("",), name="segmenter", daemon=True).start()
    # The first training of a longer text would wait, too: a worker is prepared for it.
    await asyncio.to_thread(traces.READY.prepare)
    sweeping = asyncio.create_task(go_on())
    try:
        yield
    finally:
        sweeping.cancel()
        close_queues()
        traces.READY.close()
        uploads.READERS.close()
