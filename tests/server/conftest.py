"""Tests marked `anyio` run in a loop of their own."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The loop that the app runs in."""
    return "asyncio"
