"""The lesson "Worksheet": merges to do by hand on paper, with the answers."""

from pathlib import Path
from random import randint

import streamlit as st

from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import parameter_switch
from pages.components.lesson_head import corpus_title, lesson_head
from pages.components.training.training_progress import asks_for_text, trained
from pages.lessons.worksheet import DICE, FROM_CORPUS, LESSON, MOST_MERGES, SHEETS, WORDS
from pages.lessons.worksheet.class_sheets import class_sheets_box
from pages.lessons.worksheet.print_button import print_button
from pages.lessons.worksheet.sheet import (
    dice_html,
    dice_markdown,
    sheet_html,
    sheet_markdown,
    student,
    teacher,
)
from pages.lessons.worksheet.sheet_words import CorpusWords, RevealingWords, SheetWords, source_of
from pages.session import state
from pages.session.language import _
from pages.session.parameters import SEEDS
from pages.session.training_request import bpe_request

STYLE = Path(__file__).parent / "sheet" / "print.css"


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
        choices(dice_markdown(sheet, source=source))
        st.html(STYLE)
        st.html(dice_html(sheet, source=source))
        return
    pens = (student(), teacher())
    markdown = "\n".join(sheet_markdown(sheet, pen, source=source) for pen in pens)
    choices(markdown)
    st.html(STYLE)
    for pen in pens:
        st.html(sheet_html(sheet, pen, source=source))
    class_sheets_box(words, merges=merges)
    offer_downloads({"BPE": Offered(done.key, len(done.trace))})


def choose_words(of_corpus: CorpusWords) -> SheetWords:
    """Draw a row of buttons for where the words come from, and return the chosen words."""
    if parameter_switch(_("Words"), WORDS, "words", key="sheet_words") == FROM_CORPUS:
        return of_corpus
    st.caption(
        _(
            "These words were made so that common mistakes lead to other pairs; the answers say "
            "which. They are split into characters, without an end-of-word marker; your corpus "
            "plays no part."
        )
    )
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
