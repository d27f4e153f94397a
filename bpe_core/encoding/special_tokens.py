"""Which special tokens are recognized as tokens where they occur in a text."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bpe_core.errors import UnknownSpecialTokenError


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
