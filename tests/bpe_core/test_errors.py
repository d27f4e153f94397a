"""Errors speak to the learner."""

import inspect
import string

from bpe_core import errors
from bpe_core.errors import BpeError

ERRORS = [
    error
    for _, error in inspect.getmembers(errors, inspect.isclass)
    if issubclass(error, BpeError) and error is not BpeError
]


def is_told_well(template: str) -> bool:
    """Whether it has two sentences, or one in two halves; it may begin with what it is about."""
    is_whole = template[0] in string.ascii_uppercase + "{" and template.endswith(".")
    return is_whole and (": " in template or len(template.split(". ")) >= 2)


def test_every_error_says_what_happened_and_what_to_do() -> None:
    assert ERRORS
    assert not [error for error in ERRORS if not is_told_well(error.template)]


def test_the_text_is_the_template_filled_with_the_fields() -> None:
    for error in ERRORS:
        names = [name for _, name, _, _ in string.Formatter().parse(error.template) if name]
        caught = error(**dict.fromkeys(names, "x"))
        assert str(caught) == error.template.format(**caught.fields)
        assert isinstance(caught, ValueError)
