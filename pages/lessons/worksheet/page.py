"""The lesson "Worksheet": merges to do by hand on paper, with the answers."""

from random import randint

import streamlit as st

from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import parameter_switch
from pages.components.lesson_head import corpus_title, lesson_head
from pages.components.training import asks_for_text, trained
from pages.lessons.worksheet import DICE, FROM_CORPUS, LESSON, MOST_MERGES, SHEETS, WORDS
from pages.lessons.worksheet.printing import (
    STYLE,
    CorpusWords,
    RevealingWords,
    SheetWords,
    class_sheets_box,
    print_button,
    source_of,
)
from pages.lessons.worksheet.sheet import HTML, MARKDOWN, dice_sheet, merge_sheet, student, teacher
from pages.session import state
from pages.session.language import _
from pages.session.parameters import SEEDS
from pages.session.training_request import bpe_request


def lesson() -> None:
    """Draw the choices, the downloads, and the sheet with its answers."""
    lesson_head(LESSON, _("Worksheet"))
    request = bpe_request()
    if asks_for_text(request):
        return
    if (done := trained(request)) is None:
        return
    kind = parameter_switch(_("Kind of worksheet"), SHEETS, "sheet", key="sheet_kind")
    words = choose_words(CorpusWords(done.key, corpus_title(request.corpus)))
    seed, merges = state.chosen("seed"), state.chosen("hand")
    sheet, source = words.sheet(seed, merges), source_of(words, seed)
    if kind == DICE:
        choices(dice_sheet(MARKDOWN, sheet, source=source))
        st.html(STYLE)
        st.html(dice_sheet(HTML, sheet, source=source))
        return
    pens = (student(), teacher())
    markdown = "\n".join(merge_sheet(MARKDOWN, sheet, pen, source=source) for pen in pens)
    choices(markdown)
    if (possible := len(sheet.steps)) < merges:
        st.caption(_("Merges that these words allow: {n}.", n=possible))
    st.html(STYLE)
    for pen in pens:
        st.html(merge_sheet(HTML, sheet, pen, source=source))
    class_sheets_box(words, merges=merges)
    offer_downloads({"BPE": Offered(done.key, len(done.trace))})


def choose_words(of_corpus: CorpusWords) -> SheetWords:
    """Draw a row of buttons for where the words come from, and return the chosen words."""
    if parameter_switch(_("Words"), WORDS, "words", key="sheet_words") == FROM_CORPUS:
        return of_corpus
    st.caption(LESSON.prose("revealing"))
    return RevealingWords()


def choices(markdown: str) -> None:
    """Draw the number of merges, the seed, and the ways to print or download the sheet."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number(_("Merges to do by hand"), "hand", 1, MOST_MERGES)
        number(_("Seed"), "seed", 1, SEEDS)
        st.button(_("Other words"), on_click=lambda: state.choose(seed=randint(1, SEEDS)))
    with st.container(horizontal=True):
        print_button(_("Print, or save as PDF"))
        st.download_button(
            _("Download as Markdown"), markdown, "worksheet.md", "text/markdown", on_click="ignore"
        )


def number(label: str, name: str, low: int, high: int) -> None:
    """Draw the field for one of the lesson's own numbers."""
    st.number_input(label, low, high, width=160, **state.bound_to_parameter(name))


lesson()
