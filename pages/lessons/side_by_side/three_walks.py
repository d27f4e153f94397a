"""Three trainings in lockstep: a Components v2 component that steps through all of them at once.

Unlike the stepper, it does not show a corpus: tables below it show what the three share. As in the
stepper, the merges come in pieces, so that a page costs the same however long its walk is. The word
comes whole, with every step that changes how it is cut.
"""

from typing import Any

import numpy as np

from bpe_core import Trace
from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.corpus import write_space
from bpe_core.text.pre_tokenization import find_pre_tokenizer
from pages.components.component import STEPPER, component, to_json
from pages.components.stepper.on_page import draw_walk
from pages.components.stepper.routes import steps_in_piece
from pages.components.tokens.plain_text import readable
from pages.components.walk_follower import WalkStart
from pages.session import state
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value

_KEY = "three_walks"
_component = component(
    "lessons/side_by_side/three_walks.js",
    STEPPER,
    "components/stepper/classroom.css",
    "lessons/side_by_side/three_walks.css",
)
#: Steps in a piece: a piece takes about a millisecond to compute, and about 10 kB to send.
PIECE_SIZE = 128
#: Most words of the corpus to choose from: the most frequent ones that are long enough to cut.
MOST_CHOICES, LONG_ENOUGH = 10, 3
#: How many frequent words are searched for those that the three cut in different ways.
SEARCHED = 60
#: Most tokens that are shown of those that a round drops.
MOST_DROPPED = 3
#: Most characters of a token that are sent; a corpus without spaces may have huge tokens.
LONGEST_TOKEN = 48

#: Left token, right token, new token, and the counts behind the choice.
Row = list[str | int]
View = dict[str, Row]
#: What JSON can hold; `three_trainings.js` says what each field is.
Data = dict[str, Any]


def three_walks(three: SideBySide, word: str, start: WalkStart) -> None:
    """Draw the three, and `word` as each of them cuts it; another one can be typed or chosen."""

    def take_word() -> None:
        word = component_value(_KEY, "word")
        if isinstance(word, str) and 0 < len(word) <= NAME_LIMIT:
            state.look_at_word(word)

    walk = three_walks_of(three, step=start.step) | word_of(three, word)
    draw_walk(
        _component,
        to_json(walk | {"limit": NAME_LIMIT}),
        start,
        key=_KEY,
        on_word_change=take_word,
        # The rerun itself is the answer: it puts the three back into the store.
        on_lost_change=lambda: None,
    )


def three_walks_of(three: SideBySide, *, step: int) -> Data:
    """How the three end, and the piece of the walk that `step` is in, ready for JSON."""
    bpe, wordpiece, unigram = three.bpe, three.wordpiece, three.unigram
    start = max(0, min(step, len(three)))
    return {
        "steps": len(three),
        "merges": {"bpe": len(bpe), "wordpiece": len(wordpiece)},
        "base": {"bpe": bpe.first_merge_id, "wordpiece": wordpiece.first_merge_id},
        "stopped": {"bpe": bpe.stopped_because, "wordpiece": wordpiece.stopped_because},
        "rounds": [
            {
                "step": three.step_of_round(number),
                "size": size,
                "dropped": _dropped(unigram, number),
            }
            for number, size in enumerate(unigram.sizes)
        ],
        "parting": _parting(three),
        "prefix": wordpiece.prefix,
        "unknown": DEFAULT_UNKNOWN,
        "words": choices(three),
        "piece_size": PIECE_SIZE,
        "pieces": {start // PIECE_SIZE: three_walks_piece(three, start // PIECE_SIZE)},
    }


def _dropped(unigram: UnigramTrace, number: int) -> list[str]:
    """The first of the tokens that a round dropped, in the order of the seed."""
    numbers = np.flatnonzero(unigram.dropped_at == number)[:MOST_DROPPED].tolist()
    return [_short(str(readable(unigram.token(i), unigram.corpus))) for i in numbers]


def _parting(three: SideBySide) -> Data | None:
    """The step at which BPE and WordPiece diverge, and what each of them merges there."""
    step = three.parting
    return None if step is None else {"step": step, **_views(three, step, step + 1)[0]}


@steps_in_piece.register
def three_walks_piece(three: SideBySide, piece: int) -> list[View]:
    """List the merges of BPE and WordPiece at the steps of a piece; empty past the last piece."""
    first = piece * PIECE_SIZE
    return _views(three, first, min(first + PIECE_SIZE, len(three) + 1))


def _views(three: SideBySide, first: int, stop: int) -> list[View]:
    """The merges of some steps; step 0 and a training that has ended have none."""
    bpe, wordpiece = _rows(three.bpe, first, stop), _rows(three.wordpiece, first, stop)
    named = (("bpe", bpe), ("wordpiece", wordpiece))
    return [
        {name: rows[step] for name, rows in named if step in rows} for step in range(first, stop)
    ]


def _rows(trace: Trace, first: int, stop: int) -> dict[int, Row]:
    """The merges at those of the steps that the trace has."""
    steps = range(max(1, first), min(stop, len(trace) + 1))
    vocabulary, counts = trace.vocabulary, [trace.merge_counts]
    if isinstance(trace, WordPieceTrace):
        counts += [trace.left_counts, trace.right_counts]
    rows: dict[int, Row] = {}
    for step in steps:
        ids = trace.merge_ids[step - 1].tolist()
        tokens = (_short(str(readable(vocabulary[i], trace.corpus))) for i in ids)
        rows[step] = [*tokens, *(int(column[step - 1]) for column in counts)]
    return rows


def _short(token: str) -> str:
    return token if len(token) <= LONGEST_TOKEN else token[: LONGEST_TOKEN - 1] + "…"


def word_of(three: SideBySide, word: str) -> Data:
    """How each of the three cuts a word, and from which step on."""
    return {
        "word": word,
        "histories": [
            [(step, [readable(token, three.corpus) for token in tokens]) for step, tokens in each]
            for each in three.histories(_written(three, word))
        ],
    }


def _written(three: SideBySide, word: str) -> str:
    return write_space(word, find_pre_tokenizer(three.corpus.pre_tokenizer), "char")


def choices(three: SideBySide) -> list[str]:
    """Frequent words of the corpus; those that the three cut in most ways at the end come first."""
    corpus = three.corpus
    order = np.argsort(-corpus.counts, kind="stable")
    lengths = np.diff(corpus.starts)[order]
    handy = order[(lengths >= LONG_ENOUGH) & (lengths <= NAME_LIMIT)]
    words = [corpus.words[i] for i in handy[:SEARCHED].tolist()]
    varied = sorted(words, key=lambda word: -ways_at_the_end(three, word))[:MOST_CHOICES]
    return [readable(word, corpus) for word in varied]


def telling_word(three: SideBySide) -> str | None:
    """A word of the corpus that the three cut in three ways at the end, if there is one."""
    return next((word for word in choices(three) if ways_at_the_end(three, word) == 3), None)


def ways_at_the_end(three: SideBySide, word: str) -> int:
    """In how many different ways the three cut a word at the last step.

    >>> from bpe_core import Corpus
    >>> from bpe_core.algorithms.three_algorithms import train_side_by_side
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> ways_at_the_end(train_side_by_side(corpus, vocab_size=12), "hugs")
    2
    """
    ends = [history[-1][1] for history in three.histories(_written(three, word))]
    return len({tuple(str(token).removeprefix("##") for token in end) for end in ends})
