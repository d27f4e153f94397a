"""Three trainings in lockstep: a Components v2 component that steps over all of them at once.

Python sends what each step does, and how one word is cut at every step; the browser steps without
asking. Unlike the stepper it shows no corpus: what the three share is told in tables below it.
"""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import streamlit as st

from bpe_core import Trace
from bpe_core.corpus import write_space
from bpe_core.pre_tokenization import find_pre_tokenizer
from bpe_core.reading import replace_surrogates
from bpe_core.side_by_side import SideBySide
from bpe_core.wordpiece import WordPieceTrace
from bpe_core.wordpiece.trace import DEFAULT_UNKNOWN
from pages.ui.component import component
from pages.ui.language import _, current_language
from pages.ui.link import NAME_LIMIT
from pages.ui.stepper.text import transport_text

#: Words of the corpus to choose from, the most frequent ones that are long enough to be cut.
MOST_CHOICES, LONG_ENOUGH = 10, 3
#: Characters of a token that are sent; a corpus without spaces may have huge ones.
LONGEST_TOKEN = 48

_component = component(
    "side_by_side",
    "stepper/stepper.css",
    "stepper/classroom.css",
    "lockstep/lockstep.css",
    # The player and its controls are the stepper's.
    "stepper/dom.js",
    "stepper/stage.js",
    "stepper/present.js",
    "lockstep/lockstep.js",
)


def lockstep(
    three: SideBySide,
    word: str,
    *,
    key: str,
    trace_key: str,
    step: int,
    visit: int,
    on_step: Callable[[int], None],
    on_word: Callable[[str], None],
    classroom: dict[str, Any],
    on_leave: Callable[[], None],
) -> None:
    """Draw the three at `step`, and `word` as each of them cuts it.

    The rest is as for `stepper`; `on_word` is called with a word that was typed or chosen.
    `classroom` is what `stage_data` made.
    """

    def stepped() -> None:
        reached = st.session_state.get(key, {}).get("step")
        if isinstance(reached, int):
            on_step(max(0, min(reached, len(three))))

    def asked() -> None:
        said = st.session_state.get(key, {}).get("word")
        if isinstance(said, str) and 0 < len(said) <= NAME_LIMIT:
            on_word(replace_surrogates(said)[0])

    data = {**walk_of(three), **word_at_hand(three, word), "key": trace_key, "step": step}
    told = {"text": _texts(), "lang": current_language(), "visit": visit, "limit": NAME_LIMIT}
    _component(
        key=key,
        data=data | told | {"classroom": classroom},
        on_step_change=stepped,
        on_word_change=asked,
        on_leave_change=on_leave,
    )


#: What is sent of each training, whatever the word.
_walks: WeakKeyDictionary[SideBySide, dict[str, Any]] = WeakKeyDictionary()


def walk_of(three: SideBySide) -> dict[str, Any]:
    """What every step does, as JSON can hold it."""
    if three not in _walks:
        _walks[three] = _make_walk(three)
    return _walks[three]


def _make_walk(three: SideBySide) -> dict[str, Any]:
    bpe, wordpiece, unigram = three.bpe, three.wordpiece, three.unigram
    return {
        "steps": len(three),
        "parting": three.parting,
        "prefix": wordpiece.prefix,
        "unknown": DEFAULT_UNKNOWN,
        "base": [bpe.first_merge_id, wordpiece.first_merge_id],
        "bpe": _merges(bpe),
        "wordpiece": _merges(wordpiece),
        "rounds": [
            {"step": three.step_of_round(number), "size": size}
            for number, size in enumerate(unigram.sizes)
        ],
        "stopped": {"bpe": bpe.stopped_because, "wordpiece": wordpiece.stopped_because},
        "words": choices(three),
    }


def _merges(trace: Trace) -> list[list[str | int]]:
    """Left and right token, the new one, and the counts behind each choice."""
    texts = [_short(str(token)) for token in trace.vocabulary]
    counts = [trace.merge_counts]
    if isinstance(trace, WordPieceTrace):
        counts += [trace.left_counts, trace.right_counts]
    rows = np.column_stack([trace.merge_ids, *counts]).tolist()
    return [[*(texts[i] for i in row[:3]), *row[3:]] for row in rows]


def _short(token: str) -> str:
    return token if len(token) <= LONGEST_TOKEN else token[: LONGEST_TOKEN - 1] + "…"


#: The last word of each, which is asked for again at every step.
_words: WeakKeyDictionary[SideBySide, dict[str, Any]] = WeakKeyDictionary()


def word_at_hand(three: SideBySide, word: str) -> dict[str, Any]:
    """`word_of`, worked out once as long as the word stays."""
    known = _words.get(three)
    if known is None or known["word"] != word:
        known = _words[three] = word_of(three, word)
    return known


def word_of(three: SideBySide, word: str) -> dict[str, Any]:
    """How each of the three cuts a word, and from which step on."""
    written = write_space(word, find_pre_tokenizer(three.corpus.pre_tokenizer), "char")
    return {"word": word, "histories": three.histories(written)}


def choices(three: SideBySide) -> list[str]:
    """Frequent words of the corpus, those that can be cut in several ways."""
    corpus = three.corpus
    order = np.argsort(-corpus.counts, kind="stable")
    lengths = np.diff(corpus.starts)[order]
    handy = order[(lengths >= LONG_ENOUGH) & (lengths <= NAME_LIMIT)]
    return [corpus.words[i] for i in handy[:MOST_CHOICES].tolist()]


def _texts() -> dict[str, str]:
    """Every sentence that is shown. The browser fills in the names in braces."""
    return {**transport_text(), **_way_texts(), **_parting_texts(), **_word_texts()}


def _way_texts() -> dict[str, str]:
    return {
        "transport": _("Walk through the three trainings"),
        "status": _(
            "Step {k} of {n}: BPE has {bpe} tokens, WordPiece {wordpiece}, Unigram {unigram}."
        ),
        "size": _("{n} tokens"),
        "not_yet": _("Nothing is merged yet."),
        "bpe_does": _("merges {pair} to {token}: no pair stands more often, {count} times."),
        "wordpiece_does": _("merges {pair} to {token}: no pair has a higher score, {score}."),
        "arrived": _("has arrived: its vocabulary has the wanted size."),
        "nothing_left": _("has nothing left to merge."),
        "token_length": _("stops: the next token would be longer than 4,096 bytes."),
        "seed": _("begins with a seed of {size} tokens. Rounds to come: {n}."),
        "no_rounds": _("has nothing to prune: the seed has no more than {size} tokens."),
        "round_now": _("round {k} of {n} drops {dropped} tokens, those that are missed least."),
        "round_before": _("waits. Round {k} of {n} has dropped {dropped} tokens."),
    }


def _parting_texts() -> dict[str, str]:
    return {
        "part": _("BPE and WordPiece part at step {k}: BPE merges {bpe}, WordPiece {wordpiece}."),
        "one_ends": _("BPE and WordPiece part at step {k}: only one of them goes on."),
        "part_here": _("Here they part: BPE merges {bpe}, WordPiece {wordpiece}."),
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
        "too_long": _("This word has {n} characters, and up to {limit} fit here. Shorten it."),
        "tokens": _("{n} tokens"),
        "token_once": _("{n} token"),
        "same_colour": _("The same text has the same colour, with ## or without."),
    }
