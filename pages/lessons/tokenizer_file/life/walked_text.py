"""The text that is encoded step by step: the learner's own, or else that of the token; its words.

A word is chosen by the place of one of its tokens among all tokens of the text, so that a token
that was clicked elsewhere leads to its word.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.files.errors import NotShownError
from bpe_core.files.inspection.words import Replay, WordList
from pages.components.fields import text_field
from pages.components.vocabularies.answers import Reply, ask_all, draw_missing_answers
from pages.session import state
from pages.session.language import _, translate_error
from pages.session.parameters import TEXT_LIMIT
from pages.session.uploads import Vocabulary


class WalkedText(NamedTuple):
    """A text, its words, and which of them is walked."""

    text: str
    found: WordList
    chosen: int


def own_text() -> str | None:
    """The text that the learner gave or clicked, if any."""
    given: str | None = state.chosen("walk")
    return given or state.link().word


def text_to_walk(vocabulary: Vocabulary, usual: str) -> WalkedText | None:
    """Draw the field for the text; return it with its words, or None without any word yet."""
    text = own_text() or usual
    text_field("inside_walk", _("Text to encode step by step"), text, walk)
    if not text:
        return None
    question = {"ask": "words", "text": text}
    found: WordList | None = _answer(ask_all([(vocabulary, question)], "words")[0])
    if found is None:
        return None
    return WalkedText(text, found, number_of(found["firsts"], state.chosen("place")))


def number_of(firsts: Sequence[int], place: int) -> int:
    """Which word has the token at this place, given the place of each word's first token.

    >>> number_of([0, 2, 5], 4), number_of([3], 0), number_of([0, 2], 99)
    (1, 0, 1)
    """
    return max(0, bisect_right(firsts, place) - 1)


def replay_of(vocabulary: Vocabulary, walked: WalkedText) -> Replay | None:
    """How the chosen word is encoded, rank by rank; None if it cannot be shown."""
    question = {"ask": "replay", "text": walked.text, "word": walked.chosen}
    found: Replay | None = _answer(ask_all([(vocabulary, question)], "replay")[0])
    return found


def _answer(reply: Reply) -> Any | None:
    """The answer; None, with the reason drawn, if there is none."""
    error: BpeError | None = reply.error
    if isinstance(error, NotShownError):
        st.caption(translate_error(error))
    else:
        draw_missing_answers([reply])
    return reply.answer


def walk(text: str) -> None:
    """Walk through another text, or through the token's own if it is empty."""
    state.change(word=None)
    state.choose(walk=text[:TEXT_LIMIT] or None, place=0, merged=0)


def look_at_token(token_id: int) -> None:
    """Look at another token. A text of the learner's own stays where it is."""
    begun = {} if own_text() else {"place": 0, "merged": 0}
    state.choose(token=token_id, **begun)
