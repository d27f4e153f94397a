"""Fixtures that tests of several folders share."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.stores.vocabularies import SHELF
from tests.pages.components.browser_code import Script
from tests.served_app import PATIENCE

#: Of the fixture `draw`.
Draw = Callable[..., list[Any]]


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Script]:
    """The browser's own code, in deno: the script beside a module that the module names."""
    with Script(request.path.with_name(request.module.SCRIPT)) as script:
        yield script


@pytest.fixture(scope="session")
def draw() -> Iterator[Draw]:
    """Draw a component and do things there: `draw("lessons/…/x.js", data, ("read", ".said"))`.

    `mounted.js` says what can be done, and `traces` what the server answers. Returns what each
    act that asks has found, in their order.
    """
    with Script(Path(__file__).parent / "components" / "mounted.js") as script:

        def drawn(component: str, data: Any, *acts: Any, traces: Any = None) -> list[Any]:
            sent = json.loads(data) if (as_bytes := isinstance(data, bytes)) else data
            asked = {"component": component, "data": sent, "as_bytes": as_bytes, "acts": acts}
            return list(script.ask(asked | {"traces": traces or {}}))

        yield drawn


@pytest.fixture(scope="session")
def all_vocabularies() -> None:
    """Load all vocabularies before a page is drawn, so that no test sees a loading page."""
    SHELF.ready()
    SHELF.wait(PATIENCE)
