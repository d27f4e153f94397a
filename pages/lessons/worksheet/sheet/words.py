"""What a worksheet says."""

from collections.abc import Callable
from dataclasses import dataclass

from pages.session.language import _


@dataclass(frozen=True)
class Pen:
    """Who fills in the sheet: its heading, what is written where an answer belongs, and what is
    left blank beside the heading.
    """

    heading: str
    write: Callable[[str], str]
    blanks: tuple[str, ...]


def student() -> Pen:
    """Leaves every answer open, and has a name."""
    return Pen(_("Worksheet: merge by hand"), lambda _answer: "", (_("Name"), _("Date")))


def teacher() -> Pen:
    """Fills in every answer."""
    return Pen(_("Answers: merge by hand"), lambda answer: answer, ())


def before_blank(label: str) -> str:
    """A label with the colon of the language."""
    return _("{label}: ").format(label=label)


def instructions() -> list[str]:
    """How it is done, one sentence after the other."""
    return [
        _("Count: how often is each pair of tokens adjacent? A word counts as often as it occurs."),
        _("Merge: the pair with the highest count becomes one token, wherever it occurs."),
        _("Write the words down again, and count again."),
    ]
