"""The corpus: a sample, or the learner's own text."""

import re
from unicodedata import east_asian_width

import streamlit as st

from pages.components.fields.own_text import OwnText, own_text_field, own_text_transfer
from pages.components.lesson_head.places import take_place
from pages.components.training.training_progress import begin_early
from pages.session import state
from pages.session.language import (
    _,
    format_number,
    in_language,
    ngettext,
)
from pages.session.link import OWN
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import SessionValue, bound_choice
from pages.session.training_request import bpe_request
from pages.session.usual_settings import text_facts
from sample_corpora import CATALOGUE

#: The longest title of a corpus, in letters, that fits beside the number of merges on a phone.
LONGEST_TITLE = 24
#: How often a pair has to occur to be merged in a running text that a learner hands in.
LEAST_OF_RUNNING_TEXT = 2
_INDENTED = re.compile(r"^(?:\t| {2,})\S", re.MULTILINE)
#: How many half characters of the text in use were replaced.
_replaced = SessionValue[int]("replaced_characters")


def corpus_choice() -> None:
    """Draw the choice of a corpus: the samples by title, and the learner's own text."""
    if (place := take_place("corpus_choice")) is None:
        return
    now, options = state.corpus(), [OWN, *CATALOGUE]
    place.selectbox(
        _("Corpus"),
        options,
        format_func=corpus_title,
        label_visibility="collapsed",
        **bound_choice("choose_corpus", now, options, state.choose_corpus),
    )
    if width_in_letters(corpus_title(now)) > LONGEST_TITLE:
        place.container(key="long_corpus_title").empty()  # on a phone, it has a row of its own


def width_in_letters(text: str) -> float:
    """The width of a text in Latin letters, of which two and a half are a Chinese character.

    >>> width_in_letters("hug"), width_in_letters("哈哈")
    (3, 5.0)
    """
    return sum(2.5 if east_asian_width(character) in "FW" else 1 for character in text)


def corpus_title(corpus: str) -> str:
    """The title of a corpus."""
    return _("Your own text") if corpus == OWN else in_language(CATALOGUE[corpus].title)


def own_text() -> None:
    """Draw the field for the learner's own text, if that is the corpus."""
    if state.link().corpus != OWN:
        return
    text = state.link().text
    with st.container(horizontal=True, vertical_alignment="center", key="own_text_row"):
        with st.expander(_("Your own text"), expanded=not text):
            own_text_field(text)
        with st.container(width="content", gap=None):
            arriving_text()


def corpus_note() -> None:
    """Say in a sentence what a sample corpus is."""
    if (corpus := state.corpus()) != OWN:
        st.caption(in_language(CATALOGUE[corpus].note))


@st.fragment
def arriving_text() -> None:
    """Show what became of the text that was sent. Only this runs as its parts arrive."""
    text = state.link().text
    own_text_transfer(bpe_request().digest if text else "", _use)
    if replaced := _replaced.get():
        message = ngettext(
            "{n} half character (a lone surrogate) in this text was replaced by �.",
            "{n} half characters (lone surrogates) in this text were replaced by �.",
            replaced,
        )
        st.warning(message.format(n=format_number(replaced)))
    if text and not text.isspace():
        _say_what_travels(text)


def _use(sent: OwnText) -> None:
    _replaced.put(sent.replaced)
    if sent.is_known:
        state.bring_back_text(sent.text, sent.delimiter)
    else:
        state.use_text(sent.text, sent.delimiter)
        if sent.delimiter is None and not text_facts(sent.text).is_table:
            _suit_running_text(sent.text)
    begin_early()


def _suit_running_text(text: str) -> None:
    """Choose what suits a running text, unless the learner has: links to texts keep what they say.

    A pair that occurs once is no reason to merge: each word would become a token, and a short text
    be worse off than with words. In code, the spaces at the beginning of a line mean something.
    """
    now = state.link()
    if now.min_frequency is None:
        state.change(min_frequency=LEAST_OF_RUNNING_TEXT)
    if now.pre_tokenizer is None and _INDENTED.search(text):
        state.change(pre_tokenizer="gpt2")


def _say_what_travels(text: str) -> None:
    length = format_number(len(text))
    if len(text) <= TEXT_LIMIT:
        carried = ngettext(
            "{n} character in use. The link to this page includes it.",
            "{n} characters in use, spaces included. The link to this page includes them.",
            len(text),
        )
        st.caption(carried.format(n=length))
        return
    message = _(
        "{n} characters in use, spaces included. That is more than the {limit} that fit into a "
        "link, so anyone who opens the link needs the text as well."
    )
    st.caption(message.format(n=length, limit=format_number(TEXT_LIMIT)))
