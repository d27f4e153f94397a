"""Special tokens: which are recognized where they occur in a text, and which is the unknown one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bpe_core.errors import UnknownSpecialTokenError

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
