"""A component that shows the tokens of a text as chips, one panel per tokenizer.

Chips look as in the stepper, and say which bytes of which character a token holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bpe_core import Token
from bpe_core.text.corpus import plain_token
from pages.components.component import STEPPER, component
from pages.session.language import Figure, _, current_language, ngettext, written

_component = component(
    "components/tokens/token_rows/token_rows.js",
    STEPPER,
    "components/tokens/token_rows/token_rows.css",
)


#: The colours of what is compared, by their names in the stylesheet.
Colour = Literal["", "bpe", "whole-words", "characters"]


@dataclass(frozen=True)
class Chip:
    """A token as it is shown."""

    token: Token
    is_unknown: bool = False


@dataclass(frozen=True)
class Bar:
    """An amount and how it is written. All bars of a table share one scale."""

    amount: float
    label: Figure


def in_tokens(count: int) -> str:
    """How many tokens there are, in words.

    >>> in_tokens(1), in_tokens(1200)
    ('1 token', '1,200 tokens')
    """
    return ngettext("{n} token", "{n} tokens", count, n=count)


def share_bar(share: float) -> Bar:
    """A share in percent with one decimal. A share too small to show that way says so.

    >>> share_bar(0).label, share_bar(0.0004).label, share_bar(0.0005).label
    ('0%', '< 0.1%', '0.1%')
    """
    if 0 < share < 0.0005:
        return Bar(share, _("< {n}%", n=0.1))
    return Bar(share, _("{n}%", n=round(100 * share, 1)))


@dataclass(frozen=True)
class TokenRow:
    """The tokens of a text, word by word, under a name and with a remark.

    In a table, `cells` says how many of the words are in each cell; without it, one word each.
    The remark comes after the last word; `last` and each of the `bars` have cells of their own.
    Elsewhere, `text` is shown before the tokens and `last` after them, both literally. `compared`
    says whose colour a panel has.
    """

    name: Figure
    remark: Figure
    words: Sequence[Sequence[Chip]]
    cells: tuple[int, ...] = ()
    bars: tuple[Bar, ...] = ()
    text: str = ""
    last: str = ""
    compared: Colour = ""


def token_rows(
    rows: Iterable[TokenRow],
    *,
    key: str,
    layout: Literal["panels", "list", "chain"] = "panels",
    columns: Sequence[str] = (),
) -> None:
    """Draw the rows side by side as panels, one below the other as a list, or as stages of a chain.

    With `columns` the rows are a table: names in the first column, then words, then bars.
    """
    sent = [row_data(row) for row in rows]
    data = {"rows": sent, "layout": layout, "columns": columns, "lang": current_language()}
    _component(key=key, data=data)


def row_data(row: TokenRow) -> dict[str, Any]:
    """A row as JSON can hold it: each different chip once, and words as indices of chips.

    >>> row_data(TokenRow("BPE", "", [[Chip(b"a"), Chip(b"a")], [Chip("b")]]))
    {'name': 'BPE', 'remark': '', 'chips': [[[97], False], ['b', False]],
     'words': [[0, 0], [1]], 'cells': (1, 1), 'bars': [], 'text': '', 'last': '', 'compared': ''}
    """
    places: dict[Chip, int] = {}
    words = [[places.setdefault(chip, len(places)) for chip in word] for word in row.words]
    chips = [[plain_token(chip.token), chip.is_unknown] for chip in places]
    cells = row.cells or (1,) * len(words)
    return {
        "name": written(row.name),
        "remark": written(row.remark),
        "chips": chips,
        "words": words,
        "cells": cells,
        "bars": [[bar.amount, written(bar.label)] for bar in row.bars],
        "text": row.text,
        "last": row.last,
        "compared": row.compared,
    }
