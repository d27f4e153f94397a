"""What the same text costs in each language: its tokens, compared with those of the first one."""

from collections.abc import Sequence
from functools import cache

import streamlit as st
from babel import Locale

from pages.components.charts.tables import figures_table
from pages.components.fields.input_text import text_field
from pages.components.vocabularies.answers import Reply, ask_all, draw_missing_answers
from pages.lessons.in_the_wild import LESSON, PARALLEL
from pages.lessons.in_the_wild.overlay.cuts import is_at_hand
from pages.session import state
from pages.session.brought.model_files import Vocabulary
from pages.session.language import (
    BABEL_LOCALE,
    _,
    current_language,
    format_number,
    gettext,
    visible,
)
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import bound_switch
from sample_corpora import CATALOGUE, content
from server.vocabularies import SHELF

_SAMPLE = "scripts"
#: Characters of a line of one's own by which it is named.
_NAMED = 24
#: What the field shows until there are lines of one's own.
_EXAMPLE = (
    "All human beings are born free.\n人人生而自由。\nTous les êtres humains naissent libres."
)


def parallel_texts(chosen: Sequence[Vocabulary]) -> None:
    """The heading, which texts, and a row for each language: how many times the first one's."""
    st.header(_("What the same paragraph costs in different languages"))
    st.markdown(LESSON.prose("costs"))
    way = st.segmented_control(
        _("Parallel texts"),
        list(PARALLEL),
        format_func=lambda name: gettext(PARALLEL[name]),
        **bound_switch(
            "wild_parallel", state.chosen("parallel"), lambda way: state.choose(parallel=way)
        ),
    )
    if way == "own":
        given = state.chosen("lines")
        lines = _EXAMPLE if given is None else given
        text_field(
            "parallel_lines",
            _("The same text in several languages, one per line; the first line is 1"),
            lines,
            lambda text: state.choose(lines=text[:TEXT_LIMIT]),
        )
        texts = [line for line in lines.splitlines() if line.strip()]
        names = [visible(text, _NAMED) for text in texts]
    else:
        texts, names = paragraphs(), language_names()
    if texts:
        draw_costs(chosen, texts, names)


def draw_costs(chosen: Sequence[Vocabulary], texts: list[str], names: Sequence[str]) -> None:
    """A row for each text: its tokens in each vocabulary, and how many times the first one's."""
    question = {"ask": "ids", "texts": texts}
    asked = [(each, question) for each in chosen if not is_at_hand(each)]
    replies = ask_all(asked, "wild costs")
    counts = {each.name: found for each in chosen if (found := _counts(each, texts, replies))}
    rows = [
        [name, *(_cell(found[i], found[0]) for found in counts.values())]
        for i, name in enumerate(names)
    ]
    figures_table(rows, [_("language"), *(visible(name, _NAMED) for name in counts)])
    draw_missing_answers(replies)


def _counts(
    vocabulary: Vocabulary, texts: Sequence[str], replies: Sequence[Reply]
) -> list[int] | None:
    if is_at_hand(vocabulary):
        tokenizer = SHELF.ready()[vocabulary.name]
        return [len(tokenizer.encode(text)) for text in texts]
    answers = (reply.answer for reply in replies if reply.vocabulary == vocabulary)
    ids = next(answers, None)
    return None if ids is None else [len(each) for each in ids]


def _cell(count: int, first: int) -> str:
    """ "2.4 × (77)": the ratio, and the tokens."""
    if not first:
        return f"({format_number(count)})"
    return f"{format_number(round(count / first, 1))} × ({format_number(count)})"


@cache
def paragraphs() -> list[str]:
    """The sample's paragraphs that are in a language.

    >>> len(paragraphs()), paragraphs()[0][:22]
    (14, 'A child is learning to')
    """
    text = content(_SAMPLE)
    languages = len(CATALOGUE[_SAMPLE].languages)
    return str(text).split("\n\n")[:languages]


def language_names() -> list[str]:
    """The languages of the paragraphs, as the reader's language calls them.

    >>> language_names()[:3]
    ['English', 'Chinese', 'Japanese']
    """
    names = Locale.parse(BABEL_LOCALE[current_language()]).languages
    return [str(names[code]) for code in CATALOGUE[_SAMPLE].languages]
