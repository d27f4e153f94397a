"""Checks of token ids from outside: whole numbers, or an error before anything is decoded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Integral
from typing import Generic, TypeVar

from bpe_core.errors import TokenIdError

T = TypeVar("T")


def check_token_ids(ids: Iterable[int], last: int) -> list[int]:
    """Return the ids as a list; `TokenIdError` for the first that is not a whole number.

    `last` is the vocabulary's last id. This does not check whether an id is in the vocabulary.

    >>> check_token_ids(range(3), 9)
    [0, 1, 2]
    >>> check_token_ids([3, True], 9)
    Traceback (most recent call last):
    bpe_core.errors.TokenIdError: There is no token with the id True. ...
    """
    listed = list(ids)
    kinds = set(map(type, listed))  # only a few types, however many ids there are
    if not all(_is_whole(kind) for kind in kinds):
        wrong = next(token_id for token_id in listed if not _is_whole(type(token_id)))
        raise TokenIdError(token_id=wrong, last=last)
    return listed


def _is_whole(kind: type) -> bool:
    return kind is not bool and issubclass(kind, Integral)


class ById(dict[int, T], Generic[T]):
    """A value for each id, computed on first access.

    >>> squares = ById(lambda token_id: token_id * token_id)
    >>> [squares[i] for i in (3, 3)], dict(squares)
    ([9, 9], {3: 9})
    """

    def __init__(self, work_out: Callable[[int], T]) -> None:
        self._work_out = work_out

    def __missing__(self, token_id: int) -> T:
        found = self[token_id] = self._work_out(token_id)
        return found
