"""The head of a lesson: its title, corpus and idea; and folds for what goes further.

The places of its controls are kept while the head is drawn, and filled after the walk, for which
everybody waits.
"""

import re
from dataclasses import dataclass
from unicodedata import east_asian_width

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

from pages.components.component import component
from pages.components.fields.own_text import OwnText, own_text_field, own_text_transfer
from pages.components.late_box import late_box
from pages.components.sidebar import settings_button
from pages.components.training import begin_early
from pages.session import state
from pages.session.language import _, format_number, in_language, ngettext
from pages.session.lesson import Lesson
from pages.session.link import LOCKED, OWN
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import SessionValue, bound_choice
from pages.session.training_request import bpe_request
from pages.session.usual_settings import text_facts
from sample_corpora import CATALOGUE

_places = SessionValue[dict[str, DeltaGenerator]]("places_in_head")


def forget_places() -> None:
    """Forget the places of a run that ended before it filled them: a newer request ends a run."""
    _places.take()


def keep_place(name: str, width: int) -> None:
    """Keep a place of this width, in pixels, where the head has come to."""
    places = _places.get() or _places.put({})
    places[name] = st.container(key=name, width=width, height=40, border=False)


def take_place(name: str) -> DeltaGenerator | None:
    """The place that was kept under this name, once; None if the lesson has none."""
    return (_places.get() or {}).pop(name, None)


_idea = component("components/lesson_head/idea.js", "components/lesson_head/idea.css")
#: The browser's cookie with the addresses of the lessons in which the visitor has done something.
#: The server gets it before it draws anything, so nothing moves when an idea is folded.
COOKIE = "lessons_read"


@dataclass(frozen=True)
class Reading:
    """Where the visitor is, and has been: the addresses of lessons. `is_read` is about `lesson`."""

    lesson: str
    is_read: bool
    lessons: frozenset[str]


_reading = SessionValue[Reading]("reading")


def is_read(lesson: Lesson) -> bool:
    """Whether the visitor had read this lesson's idea before this visit.

    During a visit, the answer stays the same: an idea that folded would move the page under the
    visitor's finger.
    """
    before = _reading.get()
    if before is None or before.lesson != lesson.address:
        known = lessons_in(st.context.cookies.get(COOKIE, "")) if before is None else before.lessons
        now = Reading(lesson.address, lesson.address in known, known | {lesson.address})
        before = _reading.put(now)
    return before.is_read


def is_first_visit(lesson: Lesson) -> bool:
    """Whether a browser comes to this lesson before any other, and for the first time.

    True only once in a session. Nobody comes for the first time without a browser, as the server's
    own warm-up.
    """
    return bool(st.context.headers) and _reading.get() is None and not is_read(lesson)


def lessons_in(cookie: str) -> frozenset[str]:
    """The addresses in the cookie's value. Anything may be in it: it comes from a browser.

    >>> sorted(lessons_in("train.unigram"))
    ['train', 'unigram']
    """
    return frozenset(cookie.split("."))


def idea(lesson: Lesson) -> None:
    """Draw the idea, and a button that folds and unfolds it.

    A phone has room for only its first sentence.
    """
    with st.container(horizontal=True, key="idea_read" if is_read(lesson) else "idea_unread"):
        st.markdown(lesson.prose("idea"))
        _idea(data={"lesson": lesson.address}, key="idea")


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


def lesson_head(lesson: Lesson, title: str) -> None:
    """Draw the head of a lesson.

    If a link for a class fixes the corpus, there is nothing to choose.
    """
    chooses = state.is_training() and not state.is_shown(LOCKED)
    with st.container(key="lesson_head"):
        with st.container(horizontal=True, vertical_alignment="center", key="lesson_title"):
            st.title(title, anchor=False, width="content")
            if chooses:
                keep_place("corpus_choice", 330)
                if "stop" in lesson.settings:
                    keep_place("stop_choice", 150)
                settings_button()
            keep_place("language_choice", 130)
        idea(lesson)
        if chooses:
            own_text()


def what_is_this(lesson: Lesson) -> None:
    """Offer what there is to say beyond the idea."""
    with st.expander(_("What is this?")):
        st.markdown(lesson.prose("more"))


def fold(title: str, key: str, *parameters: str) -> ExpanderContainer:
    """A fold with this title; `parameters` are those of the lesson's own that are chosen in it."""
    box = st.expander(title, expanded=_are_chosen(parameters), key=f"fold_{key}")
    return _with_heading(box, title, key)


def late_fold(title: str, key: str, *parameters: str) -> ExpanderContainer:
    """Unlike `fold`, one that takes time to draw: it is drawn once it is `open`."""
    box = late_box(title, f"fold_{key}", expanded=_are_chosen(parameters))
    return _with_heading(box, title, key)


def _are_chosen(parameters: tuple[str, ...]) -> bool:
    usual = state.lesson().parameters
    return any(state.chosen(name) != usual[name].usual for name in parameters)


def _with_heading(box: ExpanderContainer, title: str, key: str) -> ExpanderContainer:
    """Give a fold a heading, seen by links and screen readers only: the title is the fold's own."""
    with box, st.container(key=f"heading_of_fold_{key}"):
        st.header(title)
    return box
