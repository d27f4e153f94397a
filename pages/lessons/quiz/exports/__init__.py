"""The quiz's questions as files for a learning platform."""

from functools import partial

import streamlit as st

from classroom.exchange import FILES, ExchangeItem
from pages.lessons.quiz.exports.bank import Bank
from pages.lessons.quiz.exports.items import exchange_item
from pages.session.language import _, current_language, format_number, speaking
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import merges_by_key

__all__ = ["questions_box"]


#: The numbers of questions that a file can have.
SIZES = (10, 50, 200)


@lesson_fragment
def questions_box(key: str, *, about: str, seed: int, source: str) -> None:
    """Offer the questions of this seed, and of the seeds after it, as a file.

    They are about the words of the training with this key.
    """
    with st.expander(_("Questions for a learning platform")):
        st.caption(
            _(
                "Import Moodle XML into the question bank of a Moodle course. QTI 2.1 is "
                "a standard that other platforms read, such as OpenOLAT and TAO. Each "
                "question includes the words it is about and says why its answer is "
                "right. The file is in the language of this page."
            )
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            kind = st.selectbox(
                _("Format"), FILES, format_func=lambda name: FILES[name].label, width=200
            )
            size = st.selectbox(_("Questions"), SIZES, format_func=format_number, width=160)
            file = FILES[kind]
            st.download_button(
                _("Download the questions"),
                partial(_build, key, about, kind, seed, size, source, current_language()),
                file_name=file.file_name,
                mime=file.mime,
                on_click="ignore",
            )


def _build(
    key: str, about: str, kind: str, seed: int, size: int, source: str, language: str
) -> bytes:
    """Build the file. It looks up the trace, because the function is kept as long as the page."""
    if (trace := merges_by_key(key)) is None:
        raise LookupError("the trace is no longer held")
    bank = Bank(trace.corpus, trace.tie_break, trace.special_tokens, about)
    return build(bank, kind, seed, size, source, language)


def build(bank: Bank, kind: str, seed: int, size: int, source: str, language: str) -> bytes:
    """Build the file in a language, in a thread that does not belong to any session."""
    with speaking(language):
        return FILES[kind].write(drawn_items(bank, seed, size), bank.title(seed, source))


def drawn_items(bank: Bank, seed: int, size: int) -> list[ExchangeItem]:
    """The questions of a file, in the language of the moment."""
    return [exchange_item(question, bank.about) for question in bank.questions(seed, size)]
