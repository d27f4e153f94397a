"""The lesson "Terms": the words of the field in both languages, and where each is shown.

The project's glossary is one file, `pages/locale/glossary.toml`. This lesson, the list in
CONTRIBUTING and a test of every text are based on it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pages.session.language import LANGUAGES, LOCALE, N_
from pages.session.lesson import Chapter, Lesson

LESSON = Lesson(
    address="terms",
    title=N_("Terms"),
    chapter=Chapter.CLASS,
    file=__file__,
    has_corpus=False,
)


@dataclass(frozen=True)
class Term:
    """A term by language: its name, other names for it, its meaning, words to avoid; its lesson."""

    name: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]]
    meaning: Mapping[str, str]
    avoided: Mapping[str, tuple[str, ...]]
    lesson: str


@cache
def glossary() -> tuple[Term, ...]:
    """All terms, in the order of the file.

    >>> glossary()[0].name
    {'en': 'corpus', 'zh': '语料'}
    """
    with (LOCALE / "glossary.toml").open("rb") as file:
        entries = tomllib.load(file)
    return tuple(
        Term(
            name={code: entry.get(code, entry["en"]) for code in LANGUAGES},
            aliases={code: tuple(entry.get(f"also_{code}", ())) for code in LANGUAGES},
            meaning={code: entry.get(f"means_{code}", entry["means_en"]) for code in LANGUAGES},
            avoided={code: tuple(entry.get(f"not_{code}", ())) for code in LANGUAGES},
            lesson=entry["lesson"],
        )
        for entry in entries.values()
    )
