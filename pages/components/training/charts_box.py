"""The charts and the table of a training: one box below the walk, drawn once it is opened."""

from collections.abc import Callable

import streamlit as st

from bpe_core import Trace
from pages.components.charts.corpus_figures import (
    EMBEDDING_WIDTH,
    Figures,
    character_figures,
    figures_at,
    word_figures,
)
from pages.components.charts.growth import growth, junk_growth
from pages.components.charts.tables import figures_table
from pages.components.html import Html
from pages.components.walk_follower import live
from pages.session import state
from pages.session.language import _, format_number, format_rounded, gettext
from pages.session.lesson import CHART_PANELS
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import is_open
from pages.session.traces import trace_by_key
from pages.session.view_options import NO_CHARTS
from server.streamlit_internals.full_reruns import note_drawn_part

_BOX = "charts_box"


@lesson_fragment
def charts_box(key: str, name: str) -> None:
    """Offer the charts of a training; `name` is the name of the algorithm.

    The box is called what a teacher hides it by.
    """
    title = gettext(CHART_PANELS[NO_CHARTS])
    box = st.expander(title, key=_BOX, on_change="rerun")
    # The press that opened it may come with a report of the walk, which alone is then handled.
    note_drawn_part(_BOX, lambda: is_open(_BOX))
    trace = trace_by_key(key)
    if not box.open or not isinstance(trace, Trace):
        return
    step = min(state.link().step, len(trace))
    with box:
        growth(trace, step, name, key)
        _junk(trace, step, name, key)
        st.subheader(_("Words, characters and {name} compared").format(name=name))
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
    followed = _("{name}, step {k}").format(name=name, k=live("step", format_number(step)))
    columns = ["", _("word-based"), _("character-based"), Html(followed)]
    now = figures_at(trace, step)
    rows = [
        [label, value(words), value(characters), live(figure, value(now), times)]
        for label, figure, times, value in _measures()
    ]
    figures_table(rows, columns)


def _measures() -> list[tuple[str, str, int, Callable[[Figures], str]]]:
    """The compared figures: label, name in the walk, factor, and function that formats it."""
    width = _("parameters of an embedding matrix with {n} dimensions").format(n=EMBEDDING_WIDTH)
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
