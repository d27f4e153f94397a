"""Merge by Merge as an ASGI app: start it with `streamlit run app.py`.

The pages are in `pages/`, drawn by `pages/frame.py`. An `st.App` stands here and not the frame
itself, because a folder called `pages` beside the main script turns on Streamlit's old page
discovery, and because an app can carry middleware and routes.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from pages.ui.traces import ROUTE, lifespan
from server.headers import SecurityHeaders
from server.limits import raise_file_limit

#: Addresses beside the pages: the later pieces of a walk.
ROUTES: list[BaseRoute] = [ROUTE]

#: The first one sees a request first.
MIDDLEWARE = [Middleware(SecurityHeaders)]

raise_file_limit()

app = st.App(
    Path(__file__).with_name("pages") / "frame.py",
    routes=ROUTES,
    middleware=MIDDLEWARE,
    lifespan=lifespan,
)
