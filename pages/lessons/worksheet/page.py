"""The lesson "Worksheet": merges to do by hand on paper, with the answers."""

from pathlib import Path
from random import randint

import streamlit as st

from classroom import Hand
from classroom.worksheet import make_worksheet
from pages.components.lesson_head import lesson_head
from pages.components.lesson_head.corpus import corpus_title
from pages.components.take_home import Offered, take_home
from pages.components.training.training_progress import asks_for_text, trained
from pages.lessons.worksheet import LESSON, MOST_MERGES
from pages.lessons.worksheet.class_sheets import class_sheets_box
from pages.lessons.worksheet.class_sheets.box import source_of
from pages.lessons.worksheet.print_button import print_button
from pages.lessons.worksheet.sheet import sheet_html, sheet_markdown, student, teacher
from pages.session import state
from pages.session.asked_training import asked_bpe
from pages.session.language import _
from pages.session.parameters import SEEDS

STYLE = Path(__file__).parent / "sheet" / "print.css"


def lesson() -> None:
    """Draw the choices, the downloads, and the sheet with its answers."""
    lesson_head(LESSON, _("Worksheet"))
    asked = asked_bpe()
    if asks_for_text(asked):
        return
    if (done := trained(asked)) is None:
        return
    seed = state.chosen("seed")
    hand = Hand.of(done.trace.corpus, seed, tie_break=asked.specification.tie_break)
    sheet = make_worksheet(hand, seed=seed, merges=state.chosen("hand"))
    title = corpus_title(asked.corpus)
    source = source_of(title, seed)
    pens = (student(), teacher())
    markdown = "\n".join(sheet_markdown(sheet, pen, source=source) for pen in pens)
    choices(markdown)
    st.html(STYLE)
    for pen in pens:
        st.html(sheet_html(sheet, pen, source=source))
    class_sheets_box(done.key, title=title, merges=state.chosen("hand"))
    take_home({"BPE": Offered(done.key, len(done.trace))})


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
