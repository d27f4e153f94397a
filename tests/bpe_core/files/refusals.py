"""Expect an error by its code, which is what tells one message of an error class from another."""

import pytest

from bpe_core.errors import BpeError


def refused(*codes: str) -> "pytest.RaisesExc[BpeError]":
    """Expect a `BpeError` that has one of these codes."""
    return pytest.raises(BpeError, check=lambda error: error.code in codes)
