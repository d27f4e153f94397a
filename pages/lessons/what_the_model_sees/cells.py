"""A text in adjacent cells: a strip that wraps, or rows aligned in columns.

Each cell lists its kinds. The stylesheet marks each kind with more than colour.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pages.components.component import component
from pages.session.language import current_language
from pages.session.session_state import component_value

_component = component(
    "sees_cells",
    "lessons/what_the_model_sees/cells.js",
    "components/stepper/stepper.css",
    "lessons/what_the_model_sees/cells.css",
)


@dataclass(frozen=True)
class Cell:
    """A piece of text and its kinds, which are classes of the stylesheet."""

    text: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellRow:
    """A named row of cells."""

    name: str
    cells: Sequence[Cell]


def strip(row: CellRow, *, key: str, on_place: Callable[[int], None] | None = None) -> None:
    """Draw running text; `on_place` is called with the index of a clicked cell."""

    def take() -> None:
        place = component_value(key, "place")
        if on_place is not None and isinstance(place, int):
            on_place(place)

    _draw([row], "strip", key, take)


def columns(rows: Sequence[CellRow], *, key: str) -> None:
    """Draw rows below each other, with their last cells aligned in one column."""
    _draw(rows, "columns", key, lambda: None)


def _draw(rows: Sequence[CellRow], layout: str, key: str, on_place: Callable[[], None]) -> None:
    sent = [
        {"name": row.name, "cells": [[cell.text, " ".join(cell.kinds)] for cell in row.cells]}
        for row in rows
    ]
    data = {"rows": sent, "layout": layout, "lang": current_language()}
    _component(key=key, data=data, on_place_change=on_place)
