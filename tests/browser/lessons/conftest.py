"""A tab for visits without a link."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import BEEN_HERE, VIEWPORT, OpenContext, Watch, lent
from tests.served_app import Server

#: Streamlit's page does not reach the server until it is let in.
HOLD = """() => {
  const { fetch } = window;
  const opened = new Promise((open) => window.letIn = open);
  window.fetch = async (...request) => {
    if (String(request[0]).includes("/_stcore/")) await opened;
    return fetch(...request);
  };
}"""

OpenHeld = Callable[..., Page]


@pytest.fixture
def held_tab(
    context_for: OpenContext, server: Server, watch: Watch, kept_tabs: dict[str, Page]
) -> Iterator[Page]:
    """A tab in which Streamlit waits to be let in. Its context has no other one."""
    tab = kept_tabs.pop("held_tab", None)
    if tab is None:
        tab = context_for(reduced_motion="reduce").new_page()
        tab.add_init_script(f"({HOLD})()")
    yield from lent(tab, "held_tab", kept_tabs, server, watch)


@pytest.fixture
def speak(held_tab: Page) -> Iterator[Callable[[str], None]]:
    """Set the language of that tab's browser."""
    browser = held_tab.context.new_cdp_session(held_tab)
    agent = held_tab.evaluate("navigator.userAgent")

    def set_language(language: str) -> None:
        spoken = {"userAgent": agent, "acceptLanguage": language}
        browser.send("Emulation.setUserAgentOverride", spoken)

    yield set_language
    browser.detach()


@pytest.fixture
def open_held(held_tab: Page, speak: Callable[[str], None], server: Server) -> OpenHeld:
    """Open the app, with its first walk alone, in a browser's language, and at a size.

    The visitor has been here, unless there are no cookies.
    """

    def open_page(
        language: str, size: ViewportSize = VIEWPORT, cookies: tuple[Any, ...] = (BEEN_HERE,)
    ) -> Page:
        speak(language)
        held_tab.set_viewport_size(size)
        held_tab.context.clear_cookies()
        held_tab.context.add_cookies(cookies)
        held_tab.goto(server.url)
        held_tab.locator(".transport .next").wait_for(state="attached")
        return held_tab

    return open_page
