"""The record of a lesson: the facts about it, in one place.

Each folder in `pages/lessons` declares one. These records are read by the navigation, the settings
beside a lesson, its link, the options for a class, and the tests. No other table is keyed by a
lesson's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Literal

from pages.session.language import (
    N_,
    Figure,
    current_language,
    gettext,
    pieces_of_prose,
    table_of_prose,
    with_figures,
)
from pages.session.parameters import Parameter
from pages.session.usual_settings import FIRST_CORPORA, FIRST_CORPUS

#: The settings that suit a lesson in which what is trained reads other texts, too: with bytes,
#: nothing is unknown to it.
READS_OTHER_TEXTS = {"unit": "byte", "end_of_word": ""}

#: A setting of the training that a lesson can offer, named as the field of a link that it sets;
#: "stop" is the number of merges, or the size of the vocabulary. What is rarely changed
#: (normalization, the cut into words, special tokens) is beside every lesson.
Setting = Literal["unit", "end_of_word", "tie_break", "stop", "min_frequency"]

#: The panels of a walk over merges, and those below it.
MERGE_PANELS = {
    "no-why": N_("Why this pair?"),
    "no-pairs": N_("Current pairs"),
    "no-changed": N_("What the last merge changed"),
    "no-merges": N_("Merges, in the order they were learned"),
    "no-vocabulary": N_("Vocabulary"),
}
CHART_PANELS = {"no-charts": N_("Charts and the comparison")}


class Part(Enum):
    """The parts of the course, and what a teacher uses: the menus of the navigation."""

    WAY = ""  # stands in the navigation itself, not in a menu
    FURTHER = N_("Further")
    RESEARCH = N_("Research")
    CLASS = N_("In class")

    @property
    def menu(self) -> str:
        """The name of the menu in the learner's language."""
        return gettext(self.value) if self.value else ""


class Chapter(Enum):
    """The chapters in the order of the course: the part that each belongs to, and its heading."""

    OVERVIEW = Part.WAY, ""
    WAY = Part.WAY, N_("The main way")
    WHY = Part.FURTHER, N_("Why subwords")
    CODE = Part.FURTHER, N_("In code")
    TEXT = Part.FURTHER, N_("Real text")
    MODELS = Part.FURTHER, N_("Real models")
    ALGORITHMS = Part.FURTHER, N_("Other algorithms")
    AFTER = Part.RESEARCH, N_("After BPE")
    CLASS = Part.CLASS, N_("In class")

    def __init__(self, part: Part, message: str) -> None:
        self.part = part
        self.message = message

    @property
    def heading(self) -> str:
        """The heading in the learner's language."""
        return gettext(self.message) if self.message else ""


@dataclass(frozen=True)
class Step:
    """A lesson as a step of the course.

    `questions` are the names of three written questions (`pages/components/lesson_end`). In its
    prose, `goal` completes "After this you can …", and `earned` says at the end what the learner
    has seen, and leads on.
    """

    minutes: int
    questions: tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class Lesson:
    """The facts about a lesson. Titles are messages, marked with `N_` where they are written.

    `address` is the lesson's address and never changes, because people keep links. `file` is the
    record's own; its `page.py` and its prose, `prose.<language>.md`, stand beside it. `settings`
    are the training settings shown beside it. `parameters` are the choices that only this lesson
    has, by their names in the address; the page reads and sets them with `state.chosen` and
    `state.choose`.
    """

    address: str
    title: str
    chapter: Chapter
    file: str
    settings: tuple[Setting, ...] = ()
    #: What it is in the course; nothing for what only a teacher uses.
    step: Step | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    #: Whether it is about a corpus, so that a corpus and its training settings can be chosen.
    has_corpus: bool = True
    #: The corpus that it begins with, by language, for a visitor who has chosen none.
    first_corpora: Mapping[str, str] = field(default_factory=lambda: FIRST_CORPORA)
    #: The corpus of a link that names none. It never changes, because people keep links.
    unnamed_corpus: str = FIRST_CORPUS
    #: Whether a text of the learner's own has to be running text, not a table of words and counts.
    needs_running_text: bool = False
    #: The step at which it begins, of so many merges: what it is about may come later than at 0.
    begins_at: Callable[[int], int] = lambda merges: 0
    #: Settings that suit the lesson, whatever the corpus; and more for a sample of running text.
    usual: Mapping[str, Any] = field(default_factory=dict)
    usual_of_texts: Mapping[str, Any] = field(default_factory=dict)
    #: Whether anything is trained here with these values of its own parameters.
    trains: Callable[[Mapping[str, Any]], bool] = lambda chosen: True
    #: Whether the learner can predict each step, and whether the stage can be shown alone.
    can_be_predicted: bool = False
    can_be_presented: bool = False
    #: Its file in the static edition, where it can be walked without the app.
    static_file: str = ""
    #: The panels that a link for a class can hide: their titles, by the view option for each.
    hidable_panels: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where its record, its page and its prose are."""
        return Path(self.file).parent

    @property
    def page(self) -> Path:
        """The script that draws it."""
        return self.folder / "page.py"

    @property
    def name(self) -> str:
        """The lesson's name in the navigation, in the learner's language."""
        return gettext(self.title)

    def prose(self, name: str, **figures: Figure) -> str:
        """A piece of its prose in the learner's language, by its heading there.

        Its {names} are filled with the `figures`; numbers are written as the language does.
        """
        return with_figures(pieces_of_prose(self.folder, current_language())[name], figures)

    def table(self, name: str) -> list[list[str]]:
        """A piece of its prose that is a table: its titles, and then its rows."""
        return table_of_prose(self.folder, current_language(), name)

    def titles(self, name: str, **figures: Figure) -> list[str]:
        """The titles of a table's columns, or of its rows, filled as in `prose`."""
        return [with_figures(title, figures) for title in self.table(name)[0]]

    def words(self, name: str) -> dict[str, str]:
        """A table of two columns: what the second says, by what the first names."""
        return dict(self.table(name)[1:])

    def sentences(self, name: str) -> dict[str, list[str]]:
        """A table of sentences, by what its first column names."""
        return {key: said for key, *said in self.table(name)[1:]}
