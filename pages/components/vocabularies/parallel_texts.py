"""The same thought in several languages: the texts of the sample, or the visitor's own lines.

A lesson that draws them has `PARALLEL_PARAMETERS` among its own parameters.
"""

from dataclasses import dataclass
from functools import cache

from babel import Locale

from pages.components.fields import parameter_switch, text_field
from pages.session import state
from pages.session.language import (
    BABEL_LOCALE,
    _,
    current_language,
    format_digits,
    format_number,
    visible,
)
from pages.session.parameters import PARALLEL, TEXT_LIMIT
from sample_corpora import CATALOGUE, content

_SAMPLE = "scripts"
#: The number of characters by which one of the visitor's own lines is named.
NAMED = 24
#: What the field shows until the visitor enters lines.
OWN_EXAMPLE = (
    "All human beings are born free.\n人人生而自由。\nTous les êtres humains naissent libres."
)


def choose_parallel_texts(key: str) -> tuple[list[str], list[str]]:
    """Draw the choice of texts to compare; return their names and the texts."""
    way = parameter_switch(_("Parallel texts"), PARALLEL, "parallel", key=f"{key}_parallel")
    if way != "own":
        return language_names(), paragraphs()
    return own_lines(key)


def own_lines(key: str) -> tuple[list[str], list[str]]:
    """Draw the field for texts of the visitor's own; return their names and the texts."""
    given = state.chosen("lines")
    lines = OWN_EXAMPLE if given is None else given
    text_field(
        f"{key}_lines",
        _("The same text in several languages, one per line; the first line is 1"),
        lines,
        lambda text: state.choose(lines=text[:TEXT_LIMIT]),
    )
    texts = [line for line in lines.splitlines() if line.strip()]
    return [visible(text, NAMED) for text in texts], texts


@dataclass(frozen=True)
class TextCost:
    """How many tokens a text takes, and how many of them are unknown: what these were is lost."""

    tokens: int
    unknown: int = 0

    def multiple_of(self, first: "TextCost") -> float | None:
        """How many times as many tokens as the first text's; None if some of either is lost.

        >>> TextCost(77).multiple_of(TextCost(32)), TextCost(77, 3).multiple_of(TextCost(32))
        (2.40625, None)
        """
        if self.unknown or first.unknown or not first.tokens:
            return None
        return self.tokens / first.tokens


def compared_cost(text: TextCost, first: TextCost) -> str:
    """The tokens of a text as a multiple of the first text's, and their number: "2.4 × (77)".

    A text of which something is lost has no cost, and nothing can be compared with it.

    >>> compared_cost(TextCost(77), TextCost(32)), compared_cost(TextCost(77, 3), TextCost(32))
    ('2.4 × (77)', '–')
    >>> compared_cost(TextCost(77), TextCost(32, 1))
    '(77)'
    """
    if text.unknown:
        return "–"
    counted = f"({format_number(text.tokens)})"
    multiple = text.multiple_of(first)
    return counted if multiple is None else f"{format_digits(multiple, 1)} × {counted}"


@cache
def paragraphs() -> list[str]:
    """The paragraphs of the sample that are written in a language.

    >>> len(paragraphs()), paragraphs()[0][:22]
    (14, 'A child is learning to')
    """
    text = content(_SAMPLE)
    languages = len(CATALOGUE[_SAMPLE].languages)
    return str(text).split("\n\n")[:languages]


def language_names() -> list[str]:
    """The names of the paragraphs' languages, in the reader's language.

    >>> language_names()[:3]
    ['English', 'Chinese', 'Japanese']
    """
    names = Locale.parse(BABEL_LOCALE[current_language()]).languages
    return [str(names[code]) for code in CATALOGUE[_SAMPLE].languages]
