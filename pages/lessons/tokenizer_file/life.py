"""The life of one token: what it is made of, what becomes of its text, and why it is cut that way.

Any word of a text can be walked, step by step, including the rules that fitted but lost. Unlike
those of the lesson "Encode and decode", ranks are those of the file.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.errors import BpeError
from bpe_core.files.errors import NotShownError
from bpe_core.files.inspection.words import LatticeView, Life, Replay, WordList
from pages.components.component import STEPPER, component
from pages.components.fields import text_field
from pages.components.tokens.lattice import LONGEST_WORD, lattice_data, word_lattice
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.components.vocabularies import (
    Reply,
    answered,
    ask_all,
    draw_loading,
    draw_missing_answers,
    published_vocabularies,
)
from pages.lessons.tokenizer_file import LESSON
from pages.session import state
from pages.session.language import _, current_language, translate_error
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import bound, component_value
from pages.session.uploads import Vocabulary

_KEY = "token_life"
_component = component(
    "lessons/tokenizer_file/life.js", STEPPER, "lessons/tokenizer_file/tokenizer_file.css"
)


class WalkedText(NamedTuple):
    """A text, its words, and which of them is walked."""

    text: str
    found: WordList
    chosen: int


def draw_life(vocabulary: Vocabulary, fields: DeltaGenerator) -> None:
    """The token to look at, chosen by its id in `fields`, and a text whose words are walked."""
    token = token_shown(vocabulary.code)
    if state.chosen("token") is None:
        token = min(token, vocabulary.size - 1)
    with fields:
        st.number_input(
            _("Token id"), 0, 10_000_000, width=160, **bound("inside_token", token, look_at_token)
        )
    life: Life | None = answered(vocabulary, {"ask": "life", "id": token}, "life")
    if life is None:
        return
    with fields:
        walked = text_to_walk(vocabulary, life["token"]["text"] or "")
    replay = replay_of(vocabulary, walked) if walked else None
    _component(
        key=_KEY,
        data=life_data(life, walked, replay) | {"origin": origin_of(vocabulary.code, token)},
        on_place_change=lambda: _take_place(walked),
        on_step_change=lambda: _take_step(token, walked),
    )
    if walked:
        draw_lattice(vocabulary, walked)


def _take_place(walked: WalkedText | None) -> None:
    """Walk the word that was clicked."""
    place = component_value(_KEY, "place")
    if walked is not None and place in walked.found["firsts"]:
        state.choose(place=int(place), merged=0)


def _take_step(token: int, walked: WalkedText | None) -> None:
    """Note the step that was reached, unless it is one of the word before, reported late."""
    match component_value(_KEY, "step"):
        case [of, word, int(reached)] if walked and (of, word) == (token, walked.chosen):
            state.choose(merged=max(0, int(reached)))  # True matches the pattern, too


def life_data(life: Life, walked: WalkedText | None, replay: Replay | None) -> dict[str, Any]:
    """Return a token's life for the browser, with its sentences."""
    return {
        "life": life,
        "variants": LESSON.words("variants"),
        "words": walked and {**walked.found, "chosen": walked.chosen},
        "replay": replay,
        "step": state.chosen("merged"),
        "visit": state.visit(),
        "lang": current_language(),
    }


def draw_lattice(vocabulary: Vocabulary, walked: WalkedText) -> None:
    """Draw the lattice of the walked word, or nothing if the vocabulary has no scores."""
    summary = ask_all([(vocabulary, {"ask": "summary"})], "model file")[0].answer
    if summary is None or "lattice" not in summary["shows"]:
        return
    question = {"ask": "lattice", "text": walked.text, "word": walked.chosen}
    replies = ask_all([(vocabulary, question)], "lattice")
    draw_missing_answers(replies)
    lattice: LatticeView | None = replies[0].answer
    if lattice is None:
        return
    if not lattice["is_same"]:
        st.caption(LESSON.prose("other_result"))
    has_bytes = "byte" in summary["kinds"]
    word_lattice(data_of(lattice, has_bytes=has_bytes), key="file_lattice")


def data_of(lattice: LatticeView, *, has_bytes: bool = False) -> dict[str, Any]:
    """Return the lattice for the browser; the scores are those of the file.

    >>> edges = [{"start": 0, "end": 1, "id": 1, "score": -1.0}]
    >>> data = data_of({"characters": ["▁"], "edges": edges, "tokens": {}, "left_out": ""})
    >>> data["edges"], data["best"], data["ways"]
    ([[0, 1, -1.0, True]], [0], [{'edges': [0], 'score': -1.0, 'share': 1.0}])
    """
    characters = lattice["characters"]
    known = {int(i) for i, token in lattice["tokens"].items() if token["kind"] != "unknown"}
    edges = [
        Edge(e["start"], e["end"], e["id"] if e["id"] in known else _NO_TOKEN, e["score"])
        for e in lattice["edges"]
    ]
    return lattice_data(
        Lattice(len(characters), edges),
        [*characters],
        left_out=[*lattice["left_out"][: LONGEST_WORD + 1]],
        unknown_id=_NO_TOKEN,
        has_bytes=has_bytes,
    )


#: The key that represents an unknown token, whichever id a file gives it.
_NO_TOKEN = -1


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


class Strange(NamedTuple):
    """A text that is one token in the vocabulary `look`, with this id, and where it comes from.

    In `shown`, ␣ is a space.
    """

    shown: str
    look: str
    token: int
    origin: str


def strange_tokens() -> list[Strange]:
    """The tokens of the lesson's table."""
    rows = LESSON.table("strange_tokens")[1:]
    return [Strange(text, look, int(token), origin) for text, look, token, origin in rows]


#: The token shown first in any other vocabulary: all of them have one with this id.
_FIRST = 1_000


def draw_strange() -> None:
    """Draw each token in all vocabularies, and buttons that show how it was made."""
    st.header(_("Six strange tokens"))
    st.markdown(LESSON.prose("strange"))
    if draw_loading() or not (vocabularies := published_vocabularies()):
        return
    strange = strange_tokens()
    texts = [each.shown.replace("␣", " ") for each in strange]
    rows = [
        TokenRow(
            each.shown,
            "",
            [[Chip(v.token(i)) for i in v.encode(text)] for v in vocabularies.values()],
        )
        for each, text in zip(strange, texts, strict=True)
    ]
    token_rows(rows, key="strange_tokens", columns=[_("Token"), *vocabularies])
    look = state.chosen("look")
    now = look, token_shown(look)
    chosen = next((i for i, each in enumerate(strange) if (each.look, each.token) == now), None)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(_("How this token was made"), width="content")
        st.pills(
            _("See how it was made"),
            range(len(strange)),
            format_func=lambda i: strange[i].shown,
            label_visibility="collapsed",
            **bound("inside_strange", chosen, _look_at),
        )


def token_shown(look: str) -> int:
    """The id of the token that is shown: the chosen one, or else the vocabulary's strangest."""
    first = next((each.token for each in strange_tokens() if each.look == look), _FIRST)
    chosen: int | None = state.chosen("token")
    return first if chosen is None else chosen


def origin_of(look: str, token: int) -> str:
    """Where a strange token comes from; empty for any other token."""
    origins = {(each.look, each.token): each.origin for each in strange_tokens()}
    return origins.get((look, token), "")


def _look_at(chosen: int | None) -> None:
    """Look at one of them, in the vocabulary in which it is one token."""
    if chosen is not None:
        each = strange_tokens()[chosen]
        state.choose(look=each.look, token=each.token, walk=None, place=0, merged=0)
