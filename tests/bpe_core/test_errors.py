"""Errors speak to the learner."""

import inspect
import string

import pytest

from bpe_core import errors
from bpe_core.errors import BpeError

ERRORS = [
    error
    for _, error in inspect.getmembers(errors, inspect.isclass)
    if issubclass(error, BpeError) and error is not BpeError
]


@pytest.mark.parametrize("error", ERRORS)
def test_every_error_says_what_happened_and_what_to_do(error: type[BpeError]) -> None:
    sentences = [part for part in error.template.split(". ") if part]
    assert len(sentences) >= 2 or ":" in error.template
    assert error.template[0].isupper()
    assert error.template.endswith(".")


@pytest.mark.parametrize("error", ERRORS)
def test_the_text_is_the_template_filled_with_the_fields(error: type[BpeError]) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(error.template) if name]
    caught = error(**dict.fromkeys(names, "x"))
    assert str(caught) == error.template.format(**caught.fields)
    assert isinstance(caught, ValueError)
