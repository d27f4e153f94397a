"""A text in cells, one beside the other: a strip that wraps, or rows in columns.

Each cell says of what kinds it is, and the stylesheet draws each kind by more than its colour.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pages.components.component import component
from pages.session.language import current_language
from pages.session.session_state import said

_component = component(
    "sees_cells",
    "lessons/what_the_model_sees/cells/cells.js",
    "components/stepper/stepper.css",
    "lessons/what_the_model_sees/cells/cells.css",
)


@dataclass(frozen=True)
class Cell:
    """A piece of text, and what is to be seen of it: classes of the stylesheet."""

    text: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellRow:
    """Cells under a name."""

    name: str
    cells: Sequence[Cell]


def strip(row: CellRow, *, key: str, on_place: Callable[[int], None] | None = None) -> None:
    """Draw running text; `on_place` is told the number of a cell that is clicked."""

    def take() -> None:
        place = said(key, "place")
        if on_place is not None and isinstance(place, int):
            on_place(place)

    _draw([row], "strip", key, take)


def columns(rows: Sequence[CellRow], *, key: str) -> None:
    """Draw rows below each other, the last cells of all in one column."""
    _draw(rows, "columns", key, lambda: None)


def _draw(rows: Sequence[CellRow], layout: str, key: str, on_place: Callable[[], None]) -> None:
    sent = [
        {"name": row.name, "cells": [[cell.text, " ".join(cell.kinds)] for cell in row.cells]}
        for row in rows
    ]
    data = {"rows": sent, "layout": layout, "lang": current_language()}
    _component(key=key, data=data, on_place_change=on_place)
