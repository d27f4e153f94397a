"""Merge by Merge as an ASGI app: start it with `streamlit run app.py`.

The pages are in `pages/`, drawn by `pages/frame.py`. This file holds an `st.App` and not the
frame itself for two reasons: a folder called `pages` beside the main script turns on Streamlit's
old page discovery, and an app can carry middleware and routes.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.components.rooms.routes import ROUTES as ROOM_ROUTES
from pages.components.stepper.routes import ROUTES as STEPPER_ROUTES
from pages.frame_parts import tell_fault
from pages.frame_parts.first_walk import ROUTES as FIRST_WALK_ROUTES
from pages.frame_parts.first_walk import first_paint
from pages.lifespan import lifespan as pages_lifespan
from server.requests.endpoints import Endpoints
from server.requests.headers import (
    SecurityHeaders,
    content_security_policy,
    fault_answer,
    security_headers,
)
from server.requests.log import RequestLog, start_log
from server.requests.quotas import Places, Quotas
from server.settings import check_files, settings
from server.signing import check_signing_key
from server.stores.shared_store import check_rooms
from server.streamlit_internals.browser_messages import BrowserMessages, take_one_message_at_a_time
from server.streamlit_internals.drawing import keep_unsent_messages, name_expanders_by_key
from server.streamlit_internals.page_files import PageInsertions, StaticFiles
from server.streamlit_internals.reruns import run_all_callbacks

start_log(settings().log_level)
check_files(settings())
check_rooms(settings().rooms)
check_signing_key(settings().signing_key, settings().rooms)

HEADERS = security_headers(content_security_policy(settings().frame_ancestors))
#: The first one sees a request first.
MIDDLEWARE = [
    Middleware(RequestLog),
    Middleware(SecurityHeaders, HEADERS),
    Middleware(Endpoints),
    Middleware(StaticFiles),
    Middleware(PageInsertions, first_paint),
    Middleware(Quotas),
    Middleware(Places),
    Middleware(BrowserMessages),
]


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Change how uvicorn and Streamlit serve before anybody comes; run what the pages need."""
    take_one_message_at_a_time()
    keep_unsent_messages()
    run_all_callbacks()
    name_expanders_by_key()
    async with pages_lifespan(app):
        yield


app = st.App(
    Path(__file__).with_name("pages") / "frame.py",
    routes=[*FIRST_WALK_ROUTES, *STEPPER_ROUTES, *ROOM_ROUTES],
    middleware=MIDDLEWARE,
    lifespan=lifespan,
    exception_handlers={Exception: fault_answer(HEADERS)},
    on_script_error=tell_fault,
)
