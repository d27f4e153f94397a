"""The questions that are written by hand: `questions.<language>.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


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
    path = Path(__file__).with_name(f"questions.{language}.toml")
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return [WrittenQuestion(name, table["ask"], _choices(table)) for name, table in tables.items()]


def _choices(table: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((text, why) for text, why in (table["right"], *table["wrong"]))
