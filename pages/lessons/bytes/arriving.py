"""A text that arrives token by token: a program that waits, and one that prints �."""

from collections.abc import Sequence
from itertools import pairwise

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.experiments.back_to_text import Arrival, arrivals
from bpe_core.experiments.prompts import ends_inside_characters
from pages.components.component import component
from pages.lessons.bytes import LESSON
from pages.session.language import _, current_language, visible

#: Most tokens that are walked over, and how many of them come before the first half of a character.
MOST, BEFORE = 10, 1

_component = component(
    "arriving",
    "lessons/bytes/arriving.js",
    "components/stepper/stepper.css",
)


def draw_arriving(tokenizer: Tokenizer, text: str) -> None:
    """Draw a walk over the tokens, from the first character that takes three of them on.

    If none takes so many, from the first one that takes two.
    """
    with st.expander(_("Incomplete characters while text arrives")):
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
        steps = steps_of(arrivals(tokens)[start : start + MOST])
        _component(key="arriving", data={"lang": current_language(), "steps": steps})


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


def steps_of(arrived: Sequence[Arrival]) -> list[dict[str, object]]:
    """List what both programs have printed before the first token and after each, for the browser.

    >>> [step["says"] for step in steps_of(arrivals([b"a\\xe5", b"\\x93", b"\\x88", b"!"]))]
    ['start', 'part', 'part', 'complete', 'whole']
    """
    steps: list[dict[str, object]] = []
    kept = b""
    for n in range(len(arrived) + 1):
        so_far = arrived[:n]
        last = so_far[-1] if so_far else None
        steps.append(
            {
                "says": _event_of(last, kept),
                "token": _hex(last.token) if last else "",
                "alone": [_printed(one.alone) for one in so_far],
                "waiting": [_printed(one.shown) for one in so_far],
                "kept": _hex(last.waiting) if last else "",
            }
        )
        kept = last.waiting if last else b""
    return steps


def _event_of(arrival: Arrival | None, kept: bytes) -> str:
    """The name of the sentence about a token that finds these bytes kept."""
    if arrival is None:
        return "start"
    if kept and arrival.shown:
        return "complete"
    return "part" if arrival.waiting else "whole"


def _hex(content: bytes) -> str:
    return content.hex(" ").upper()


def _printed(text: str) -> str:
    """Return a program's output, with what cannot be seen made visible."""
    return visible(text, MOST).replace(" ", "␣")
