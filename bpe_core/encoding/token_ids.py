"""Checks of token ids from outside: whole numbers, or an error before anything is decoded.

Also which special tokens are recognized where they occur in a text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from numbers import Integral
from typing import Generic, TypeVar

from bpe_core.errors import TokenIdError, UnknownSpecialTokenError

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


#: The usual names of the token that represents anything no other token can spell.
_UNKNOWN_NAMES = ("<unk>", "[UNK]")


def name_of_unknown(special_tokens: Sequence[str], usual: str) -> str:
    """The name of the unknown token: the special token with such a name, else `usual`.

    >>> name_of_unknown(["<s>", "[UNK]"], "<unk>"), name_of_unknown(["<s>"], "<unk>")
    ('[UNK]', '<unk>')
    """
    return next((name for name in (usual, *_UNKNOWN_NAMES) if name in special_tokens), usual)


def wanted_tokens(names: Collection[str], known: Mapping[str, int]) -> dict[str, int]:
    """These special tokens with their ids; a single string is one token.

    Raises `UnknownSpecialTokenError` for one that the vocabulary does not have.

    >>> wanted_tokens("<s>", {"<pad>": 0, "<s>": 1})
    {'<s>': 1}
    """
    listed = [names] if isinstance(names, str) else list(names)
    for name in listed:
        if name not in known:
            raise UnknownSpecialTokenError(name=name, known=tuple(known) or ("–",))
    return {name: known[name] for name in listed}
