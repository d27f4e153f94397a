"""The text of a worksheet."""

from collections.abc import Callable
from dataclasses import dataclass

from classroom.worksheet import Worksheet
from pages.components.stepper.beliefs import mistake_behind
from pages.components.tokens.plain_text import space_sentence, tie_sentence
from pages.session.language import _


@dataclass(frozen=True)
class Pen:
    """Who fills in the sheet.

    `heading` is the sheet's heading, `write` gives the text to put in place of an answer, and
    `blanks` are the labels of the blank lines beside the heading.
    """

    heading: str
    write: Callable[[str], str]
    blanks: tuple[str, ...]


def student() -> Pen:
    """A pen that leaves every answer blank, with lines for a name and a date."""
    return Pen(_("Worksheet: merge by hand"), lambda _answer: "", (_("Name"), _("Date")))


def teacher() -> Pen:
    """A pen that fills in every answer."""
    return Pen(_("Answers: merge by hand"), lambda answer: answer, ())


def before_blank(label: str) -> str:
    """A label with a colon as the language writes it."""
    return _("{label}: ").format(label=label)


def instructions() -> list[str]:
    """The instructions, as a list of sentences."""
    return [
        _("Count: how often is each pair of tokens adjacent? A word counts as often as it occurs."),
        _("Merge: the pair with the highest count becomes one token, wherever it occurs."),
        _("Write the words down again, and count again."),
    ]


def conventions(sheet: Worksheet) -> list[str]:
    """Return the conventions: the tie rule, and how a space is written if there is one."""
    spaces = space_sentence(token for tokens, _count in sheet.words for token in tokens)
    return [tie_sentence(sheet.tie_break), *([spaces] if spaces else [])]


def mistakes_title() -> str:
    """The heading of `mistakes`."""
    return _("Where common mistakes lead")


def mistakes(sheet: Worksheet) -> list[str]:
    """For the teacher: each pair that a mistake leads to, and which mistake it is."""
    item = sheet.item
    return [] if item is None else [mistake_behind(item, each) for each in item.believed]
