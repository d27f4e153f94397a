"""The published vocabularies with which this process itself encodes: loaded, or still loading."""

import streamlit as st

from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from pages.session.language import _, format_number
from server.stores.vocabularies import SHELF

#: Seconds that a page waits before it shows progress, and between two checks of it.
PATIENCE, SECONDS_PER_LOOK = 0.3, 0.5


def published_vocabularies() -> dict[str, RankedTokenizer]:
    """The loaded vocabularies by name, in the order of their publication."""
    return SHELF.ready()


def draw_loading() -> bool:
    """Whether some are still loading; if so, draw the progress."""
    if len(SHELF.ready()) < SHELF.total:
        SHELF.wait(PATIENCE)
    if len(SHELF.ready()) >= SHELF.total:
        return False
    # A page that is not shown yet waits a while for what is so called.
    with st.container(key="awaited_vocabularies"):
        _progress()
    return True


@st.fragment(run_every=SECONDS_PER_LOOK)
def _progress() -> None:
    """Draw the bar. Only this runs again, until all are loaded."""
    done, total = len(SHELF.ready()), SHELF.total
    if done >= total:
        st.rerun()
    message = _("Loading the published vocabularies, once per server start: {done} of {total}.")
    st.progress(
        done / total,
        message.format(done=format_number(done), total=format_number(total)),
    )
