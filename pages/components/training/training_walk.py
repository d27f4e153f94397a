"""A training on the page: the stepper, and below it everything that follows the steps.

A second training may run beside the first: with merges that the learner chose, kept in the link.
A larger corpus is offered as well: prose, or counts for words that occur once each.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import streamlit as st

from bpe_core import Trace, WordPieceTrace
from bpe_core.text.reading import looks_like_counts
from pages.components.charts import figures_table, score_formula
from pages.components.charts.corpus_figures import (
    EMBEDDING_WIDTH,
    Figures,
    character_figures,
    figures_at,
    word_figures,
)
from pages.components.charts.growth import growth, junk_growth
from pages.components.downloads import Offered, is_box_open, offer_downloads
from pages.components.html import Html
from pages.components.late_box import late_box
from pages.components.stepper import stepper
from pages.components.stepper.arrival import go_to_many_words, go_to_place
from pages.components.training import asks_for_text, cached_or_trained, trained
from pages.components.walk_follower import WalkStart, follow_walk, live, walk_place
from pages.session import state
from pages.session.language import _, current_language, format_number, format_rounded, gettext
from pages.session.lesson import CHART_PANELS
from pages.session.lesson_fragment import lesson_fragment
from pages.session.link import LOCKED
from pages.session.parameters import CHOSEN, LinkError
from pages.session.session_state import SessionValue
from pages.session.traces import merges_by_key, shown_trace, trace_by_key
from pages.session.training_request import TrainingRequest
from pages.session.view_options import NO_CHARTS, arrival_place, shows_charts
from sample_corpora import corpus_for


def train_and_walk(request: TrainingRequest, name: str) -> None:
    """Train with these settings and draw the walk; `name` is the name of the algorithm."""
    if asks_for_text(request):
        return
    forked = forked_settings(request)
    done = cached_or_trained(request) if forked else trained(request)
    if done is None or not isinstance(trace := done.trace, Trace):
        return
    start, place = walk_place(done.key, len(trace)), arrival_place(state.lesson())
    offer_counts(trace)
    _walk(start, forked_key(forked), place)
    _follow(done.key)
    if shows_charts(start.view) and not place:
        charts_box(done.key, name)
        offer_downloads({name: Offered(done.key)})


@lesson_fragment
def _walk(start: WalkStart, beside: str, place: int) -> None:
    """Draw the stepper. This runs again for a prediction, a fork or a place, not for a step.

    The trace is looked up, because a session keeps a fragment's arguments for good. `beside` is the
    key of the training with chosen merges, or empty.
    """
    trace, fork = merges_by_key(start.trace_key), merges_by_key(beside)
    if trace is None or (beside and fork is None) or _fork_requested.get():
        st.rerun()
    stepper(
        trace,
        start,
        key="stepper",
        place=place,
        fork=(beside, fork) if fork else None,
        on_fork=choose_merges,
        on_place=lambda reported: go_to_place(reported, len(trace)),
        on_prose=on_to_prose(),
    )
    has_arrived = place and not arrival_place(state.lesson())
    if has_arrived or is_prose_requested():
        st.rerun()


@lesson_fragment
def _follow(key: str) -> None:
    """Do what each step needs from Python: the address, and what only Python can typeset."""
    trace = shown_trace(key, Trace)
    if follow_walk(len(trace)) and is_box_open():
        st.rerun()
    now = state.link()
    if isinstance(trace, WordPieceTrace) and shows_charts(now.view):
        score_formula(trace, now.step)


FORK = "fork"
#: Whether merges were chosen since the page was last drawn as a whole.
_fork_requested = SessionValue[bool]("fork_asked")


def forked_settings(request: TrainingRequest) -> TrainingRequest | None:
    """The same training with the merges given in the link; None if it gives none."""
    _fork_requested.take()
    if FORK not in state.lesson().parameters:
        return None
    choices = state.chosen(FORK)
    return request.but(choices=choices) if choices else None


def forked_key(wanted: TrainingRequest | None) -> str:
    """The key of that training; empty if there is none, or it is not done yet, or it failed.

    In the last two cases its progress has been drawn, or what happened and a way to go on without
    it.
    """
    if wanted is None:
        return ""
    if (done := trained(wanted)) is not None:
        return done.key
    st.button(_("Continue without these choices"), on_click=choose_merges, args=([],))
    return ""


def choose_merges(sent: Any) -> None:
    """Use the merges that a browser sent: lists of step, left id and right id."""
    rows = sent if isinstance(sent, list) else []
    text = ",".join(".".join(map(str, row)) for row in rows if isinstance(row, list))
    with suppress(LinkError):  # our own page would never send that
        state.choose(**{FORK: CHOSEN.read(text) if text else ()})
        _fork_requested.put(True)


@lesson_fragment
def charts_box(key: str, name: str) -> None:
    """Offer the charts of a training; `name` is the name of the algorithm.

    The box is called what a teacher hides it by.
    """
    title = gettext(CHART_PANELS[NO_CHARTS])
    box = late_box(title, "charts_box")
    trace = trace_by_key(key)
    if not box.open or not isinstance(trace, Trace):
        return
    step = min(state.link().step, len(trace))
    with box:
        growth(trace, step, name, key)
        _junk(trace, step, name, key)
        st.subheader(_("Words, characters and {name} compared", name=name))
        _comparison(trace, step, name)


def _junk(trace: Trace, step: int, name: str, key: str) -> None:
    """Draw how many tokens are no longer used, and say why."""
    st.subheader(_("Junk tokens"))
    st.markdown(
        _(
            "Some tokens are only stepping stones. Once all their occurrences have been "
            "merged into longer tokens, they no longer occur in the corpus. They stay in "
            "the vocabulary all the same, and a model keeps a row of its embedding matrix "
            "for each. They are listed at the end of the walk above."
        )
    )
    junk_growth(trace, step, name, key)


def _comparison(trace: Trace, step: int, name: str) -> None:
    """Draw the three tokenizers side by side in a table; the last one follows the walk."""
    words, characters = word_figures(trace.corpus), character_figures(trace.corpus)
    followed = _("{name}, step {k}", name=name, k=live("step", format_number(step)))
    columns = ["", _("word-based"), _("character-based"), Html(followed)]
    now = figures_at(trace, step)
    rows = [
        [label, value(words), value(characters), live(figure, value(now), times)]
        for label, figure, times, value in _measures()
    ]
    figures_table(rows, columns)


def _measures() -> list[tuple[str, str, int, Callable[[Figures], str]]]:
    """The compared figures: label, name in the walk, factor, and function that formats it."""
    width = _("parameters of an embedding matrix with {n} dimensions", n=EMBEDDING_WIDTH)
    return [
        (_("vocabulary size"), "vocabulary_size", 1, lambda f: format_number(f.vocabulary_size)),
        (_("tokens"), "token_count", 1, lambda f: format_number(f.token_count)),
        (_("tokens per word"), "tokens_per_word", 1, lambda f: format_rounded(f.tokens_per_word)),
        (_("bytes per token"), "bytes_per_token", 1, lambda f: format_rounded(f.bytes_per_token)),
        (
            width,
            "vocabulary_size",
            EMBEDDING_WIDTH,
            lambda f: format_number(f.embedding_parameters()),
        ),
    ]


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
    is_each_once = len(trace) > 1 and int(trace.merge_counts[0]) == 1
    return with_counts(text) if is_each_once else ""


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
