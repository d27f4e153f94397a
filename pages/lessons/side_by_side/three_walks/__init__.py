"""Three trainings in lockstep: a Components v2 component that steps through all of them at once.

Unlike the stepper, it does not show a corpus: tables below it show what the three share.
"""

from collections.abc import Callable
from typing import Any

from bpe_core.algorithms.training.three_algorithms import SideBySide
from bpe_core.text.reading import replace_surrogates
from pages.components.component import component
from pages.components.stepper.routes import steps_in_piece
from pages.components.stepper.text import transport_text
from pages.components.tokens.readable import space_text
from pages.lessons.side_by_side.three_walks.payload import (
    three_walks_of,
    three_walks_piece,
    word_at_hand,
)
from pages.session.language import _, current_language
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value

_component = component(
    "side_by_side",
    "lessons/side_by_side/three_walks/three_walks.js",
    "components/stepper/stepper.css",
    "components/stepper/classroom/classroom.css",
    "lessons/side_by_side/three_walks/three_walks.css",
)

steps_in_piece.register(SideBySide)(three_walks_piece)


def three_walks(
    three: SideBySide,
    word: str,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    on_word: Callable[[str], None],
    classroom: dict[str, Any],
    on_leave: Callable[[], None],
) -> None:
    """Draw the three at `step`, and `word` as each of them cuts it.

    The other parameters are as for `stepper`. `on_word` is called with a word that was typed or
    chosen. `classroom` is what `stage_data` returned.
    """

    def asked() -> None:
        word = component_value(key, "word")
        if isinstance(word, str) and 0 < len(word) <= NAME_LIMIT:
            on_word(replace_surrogates(word)[0])

    data = three_walks_of(three, key=trace_key, step=step) | word_at_hand(three, word)
    told = {"text": _texts(), "lang": current_language(), "visit": visit, "limit": NAME_LIMIT}
    _component(
        key=key,
        data=data | told | {"classroom": classroom},
        on_word_change=asked,
        on_leave_change=on_leave,
        # The rerun itself is the answer: it puts the three back into the store.
        on_lost_change=lambda: None,
    )


def _texts() -> dict[str, str]:
    """Every sentence that the component shows. The browser fills in the names in braces."""
    return {**transport_text(), **_way_texts(), **_parting_texts(), **_word_texts()}


def _way_texts() -> dict[str, str]:
    return {
        "transport": _("Walk through the three trainings"),
        "status": _(
            "Step {k} of {n}: tokens of BPE {bpe}, of WordPiece {wordpiece}, of Unigram {unigram}."
        ),
        "size": _("{n} tokens"),
        "not_yet": _("Nothing is merged yet."),
        "bpe_does": _("merges {pair} into {token}: it has the highest count, {count}."),
        "wordpiece_does": _("merges {pair} into {token}: it has the highest score, {score}."),
        "arrived": _("is done: its vocabulary has reached the target size."),
        "nothing_left": _("has nothing left to merge."),
        "token_length": _("stops: the next token would be longer than 4,096 bytes."),
        "seed": _("begins with a seed of {size} tokens. Rounds to go: {n}."),
        "no_rounds": _("has nothing to prune: its seed has {size} tokens."),
        "round_now": _(
            "round {k} of {n} drops the tokens whose removal raises the loss least. "
            "Dropped tokens: {dropped}."
        ),
        "round_before": _("waits. Dropped by round {k} of {n}: {dropped}."),
    }


def _parting_texts() -> dict[str, str]:
    return {
        "part": _(
            "BPE and WordPiece diverge at step {k}: BPE merges {bpe}, WordPiece merges {wordpiece}."
        ),
        "one_ends": _("BPE and WordPiece diverge at step {k}: only one of them continues."),
        "part_here": _("Here they diverge: BPE merges {bpe}, WordPiece merges {wordpiece}."),
        "go_there": _("Go to step {k}"),
        "never_part": _("BPE and WordPiece merge the same pairs all the way."),
    }


def _word_texts() -> dict[str, str]:
    return {
        "word_title": _("One word, three ways"),
        "any_word": _("Any word, up to {limit} characters"),
        "show_word": _("Show this word"),
        "from_corpus": _("Words of the corpus"),
        "empty": _("Type a word first."),
        "too_long": _("This word has {n} characters; the limit is {limit}. Shorten it."),
        "tokens": _("{n} tokens"),
        "token_once": _("{n} token"),
        **space_text(),
        "same_colour": _("Equal strings have the same colour, with or without ##."),
    }
