"""The box in which a teacher asks for sheets for a whole class."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.lessons.worksheet.class_sheets.document import class_sheets
from pages.lessons.worksheet.class_sheets.seeds import MOST_SHEETS, read_seeds
from pages.lessons.worksheet.sheet_words import SheetWords, source_of
from pages.session.language import _, current_language, format_number, speaking
from pages.session.lesson_fragment import lesson_fragment


@lesson_fragment
def class_sheets_box(words: SheetWords, *, merges: int) -> None:
    """Offer one file with a sheet for each seed in a list, and the answer key to all of them."""
    with st.expander(_("Sheets for a whole class")):
        st.caption(
            _(
                "One HTML file to print, with up to {most} sheets: one per seed, each with its "
                "seed at the top, and an answer key at the end."
            ).format(most=format_number(MOST_SHEETS))
        )
        if words.are_few:
            st.caption(
                _(
                    "This corpus is so small that all sheets have the same words; only the words "
                    "to encode differ."
                )
            )
        typed = st.text_input(_("Seeds, such as 1-30 or 4, 8, 15"), "1-30", max_chars=400)
        if (seeds := read_seeds(typed)) is None:
            rule = _("Write seeds and ranges of seeds, at most {most} in all: 1-30 or 4, 8, 15.")
            st.info(rule.format(most=format_number(MOST_SHEETS)))
            return
        st.download_button(
            _("Download the sheets"),
            partial(build, words, seeds, merges, current_language()),
            "worksheets.html",
            "text/html",
            on_click="ignore",
        )


def build(words: SheetWords, seeds: Sequence[int], merges: int, language: str) -> bytes:
    """Build the file in the given language, since the thread that does it has no session."""
    with speaking(language):
        sheets = {seed: words.sheet(seed, merges) for seed in seeds}
        return class_sheets(sheets, {seed: source_of(words, seed) for seed in seeds}).encode()
