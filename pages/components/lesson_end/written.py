"""The questions that are written by hand: `questions.<language>.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages.session.language import read_in_language


@dataclass(frozen=True)
class WrittenQuestion:
    """A question written by hand: `choices` are pairs of a text and why it is right or wrong.

    The first choice is right.
    """

    name: str
    ask: str
    choices: tuple[tuple[str, str], ...]


@cache
def written_questions(language: str) -> list[WrittenQuestion]:
    """All questions written by hand, in the same order in every language."""
    tables = tomllib.loads(read_in_language(Path(__file__).parent, "questions.toml", language))
    return [WrittenQuestion(name, table["ask"], _choices(table)) for name, table in tables.items()]


def _choices(table: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((text, why) for text, why in (table["right"], *table["wrong"]))
