"""Fixtures that tests of several folders share."""

from collections.abc import Iterator

import pytest

from server.stores.vocabularies import SHELF
from tests.pages.components.browser_code import Script


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Script]:
    """The browser's own code, in deno: the script beside a module that the module names."""
    with Script(request.path.with_name(request.module.SCRIPT)) as script:
        yield script


@pytest.fixture(scope="session")
def all_vocabularies() -> None:
    """Load all vocabularies before a page is drawn, so that no test sees a loading page."""
    SHELF.ready()
    SHELF.wait(120)
