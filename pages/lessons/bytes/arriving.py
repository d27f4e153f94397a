"""A text that arrives token by token: a program that waits, and one that prints �."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.experiments.cut_off import ends_inside_characters
from bpe_core.experiments.streaming import Arrival, arrivals
from pages.components.charts.tables import figures_table
from pages.components.html import Html
from pages.lessons.bytes import LESSON
from pages.session.language import _, visible

#: Most tokens that are listed, and how many of them come before the first half of a character.
MOST, BEFORE = 10, 1


def draw_arriving(tokenizer: Tokenizer, text: str) -> None:
    """Draw the tokens from the first character that takes three of them on, as they arrive.

    If none takes so many, from the first one that takes two.
    """
    with st.expander(_("Half characters while text arrives")):
        st.markdown(LESSON.prose("arriving"))
        tokens = [token for token in tokens_of(tokenizer, text) if token]
        halves = ends_inside_characters(tokens)
        if not halves:
            st.markdown(
                _(
                    "No token of this text ends inside a character. Try a rare character, or an "
                    "emoji."
                )
            )
            return
        first = next((half for half in halves if half + 1 in halves), halves[0])
        start = max(0, first - BEFORE)
        columns = [
            _("token that arrives"),
            _("each token decoded by itself"),
            _("decoder that waits"),
            _("bytes that it keeps"),
        ]
        figures_table([_row(one) for one in arrivals(tokens)[start : start + MOST]], columns)


def tokens_of(tokenizer: Tokenizer, text: str) -> Sequence[bytes]:
    """The bytes that each token of a text adds to those of the tokens before it.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 2}, unit="byte", end_of_word="</w>")
    >>> tokens_of(train_bpe(corpus).tokenizer(), "hug 茶")
    [b'hug', b' \\xe8', b'\\x8c', b'\\xb6', b'']
    """
    ids = tokenizer.encode(text)
    so_far = [tokenizer.decode_bytes(ids[:n]) for n in range(len(ids) + 1)]
    return [after[len(before) :] for before, after in pairwise(so_far)]


def _row(arrival: Arrival) -> list[str]:
    return [
        arrival.token.hex(" ").upper(),
        _printed(arrival.alone),
        _printed(arrival.shown),
        arrival.waiting.hex(" ").upper() or "–",
    ]


def _printed(text: str) -> str:
    """What a program prints, literally; a dash for nothing."""
    return Html(f"<bdi>{escape(visible(text, MOST).replace(' ', '␣'))}</bdi>") if text else "–"
