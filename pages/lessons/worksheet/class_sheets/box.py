"""The box in which a teacher asks for sheets for a whole class."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_core import Corpus
from classroom import Hand
from classroom.hand import MOST_WORDS
from classroom.worksheet import make_worksheet
from pages.lessons.worksheet.class_sheets.document import class_sheets
from pages.lessons.worksheet.class_sheets.seeds import MOST_SHEETS, read_seeds
from pages.session.language import _, current_language, format_number, speaking
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import merges_by_key


@lesson_fragment
def class_sheets_box(key: str, *, title: str, merges: int) -> None:
    """Offer one file with a sheet for each seed in a list, and the answer key to all of them.

    The words are those of the training with this key, and so is its tie rule.
    """
    if (trace := merges_by_key(key)) is None:
        return
    with st.expander(_("Sheets for a whole class")):
        st.caption(
            _(
                "One HTML file to print: a sheet for each seed, with its seed at the top, and one "
                "answer key at the end. At most {most} sheets."
            ).format(most=format_number(MOST_SHEETS))
        )
        if len(trace.corpus.words) <= MOST_WORDS:
            st.caption(
                _(
                    "This corpus has so few words that all sheets use the same ones; only "
                    "the new words to encode differ."
                )
            )
        typed = st.text_input(_("Seeds, such as 1-30 or 4, 8, 15"), "1-30", max_chars=400)
        if (seeds := read_seeds(typed)) is None:
            rule = _("Write seeds and ranges of seeds, at most {most} in all: 1-30 or 4, 8, 15.")
            st.info(rule.format(most=format_number(MOST_SHEETS)))
            return
        st.download_button(
            _("Download the sheets"),
            partial(_build, key, seeds, title, merges, current_language()),
            "worksheets.html",
            "text/html",
            on_click="ignore",
        )


def _build(key: str, seeds: Sequence[int], title: str, merges: int, language: str) -> bytes:
    """Build the file. It looks up the trace, because the function is kept as long as the page."""
    if (trace := merges_by_key(key)) is None:
        raise LookupError("the trace is no longer held")
    return build(trace.corpus, seeds, title, trace.tie_break, merges, language)


def build(
    corpus: Corpus, seeds: Sequence[int], title: str, tie_break: str, merges: int, language: str
) -> bytes:
    """Build the file in the given language, since the thread that does it has no session."""
    with speaking(language):
        sheets = {
            seed: make_worksheet(
                Hand.of(corpus, seed, tie_break=tie_break), seed=seed, merges=merges
            )
            for seed in seeds
        }
        sources = {seed: source_of(title, seed) for seed in seeds}
        return class_sheets(sheets, sources).encode()


def source_of(title: str, seed: int) -> str:
    """The source of a sheet's words, from which the sheet can be made again."""
    return _("{corpus} · seed {seed}").format(corpus=title, seed=format_number(seed))
