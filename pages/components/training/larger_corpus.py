"""Offer a larger corpus to a walk: prose, or counts for words that occur once each."""

from collections.abc import Callable

import streamlit as st

from bpe_core import Trace
from bpe_core.text.reading import looks_like_counts
from pages.components.stepper.arrival import go_to_many_words
from pages.session import state
from pages.session.language import _, current_language
from pages.session.link import LOCKED
from pages.session.session_state import SessionValue
from sample_corpora import corpus_for

#: The most words for which counts are made up.
MOST_COUNTED = 20
_prose_requested = SessionValue[bool]("prose_asked")


def on_to_prose() -> Callable[[], None] | None:
    """Return a callback that takes the learner to prose; None if a class link fixes the corpus."""
    return None if state.is_shown(LOCKED) else _take_prose


def _take_prose() -> None:
    state.choose_corpus(corpus_for(current_language(), "many_words_for"))
    go_to_many_words()
    _prose_requested.put(True)


def is_prose_requested() -> bool:
    """Whether prose was asked for since the last call, so that the whole page has to follow."""
    return bool(_prose_requested.take())


def offer_counts(trace: Trace) -> None:
    """Where every pair of the learner's words occurs once, say so, and offer counts."""
    with st.container(key="offered_counts", horizontal=True, vertical_alignment="center"):
        counted = counts_for(trace, state.link().text or "")
        if not counted or state.is_shown(LOCKED):
            return
        st.markdown(_("Each pair occurs once, so all of them tie. Say how often each word occurs:"))
        st.button(_("Add counts"), on_click=state.use_text, args=(counted, None))


def counts_for(trace: Trace, text: str) -> str:
    """The words with made-up counts, if they are few and every pair of the corpus occurs once.

    The pairs are asked first: to cut a text of 5 MB into words holds up everybody for 0.1 s.
    """
    return with_counts(text) if is_each_pair_once(trace) else ""


def is_each_pair_once(trace: Trace) -> bool:
    """Whether there are pairs, and none occurs twice."""
    return len(trace) > 1 and int(trace.merge_counts[0]) == 1


def with_counts(text: str) -> str:
    r"""Words as a table with falling counts; empty for a table, and for too many words or one.

    >>> with_counts("茶叶 茶树 绿茶")
    '茶叶 5\n茶树 4\n绿茶 3'
    >>> with_counts("茶叶 5\n茶树 4"), with_counts("茶叶")
    ('', '')
    """
    words = list(dict.fromkeys(text.split()))
    if looks_like_counts(text) or not 1 < len(words) <= MOST_COUNTED:
        return ""
    return "\n".join(f"{word} {len(words) + 2 - i}" for i, word in enumerate(words))
