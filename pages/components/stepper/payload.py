"""Build what is sent to the browser: a walk at once, and its views in pieces.

A walk holds the merges and, for each word that is shown, one number for each gap between its base
tokens: the step that closed the gap. Views (pair counts, sums, changes) are worked out a few
dozen steps at a time. Unlike a trace, walks and views are plain lists that JSON can carry.
"""

from itertools import chain
from typing import NamedTuple, NotRequired, TypedDict
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core import Corpus, StepView, Trace
from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.superbpe import SwitchedTrace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.wordpiece import ScoredView, WordPieceTrace
from bpe_core.algorithms.wordpiece.trace import ScoredPair
from pages.components.charts.corpus_figures import character_figures
from pages.components.component.json_bytes import one_object, to_json
from pages.components.stepper.classroom.beliefs import beliefs_behind
from pages.components.stepper.landmarks import Landmarks, landmarks
from pages.components.tokens.plain_text import readable

#: Steps in a piece. One step takes about 25 ms to work out on 1 MB of text, and 7 kB to send.
PIECE_SIZE = 32
#: How many of the most frequent words are shown as chips. Nobody would read more, and they would
#: slow down a jump.
MOST_WORDS = 200
#: Base tokens of one word that are shown: a corpus without spaces is one huge word.
MOST_UNITS = 240
#: How many of the tokens missing from one of two vocabularies are named.
MOST_COMPARED = 24


class SpelledWord(NamedTuple):
    """A word's text, how often the pair occurs in it, and how often the word itself occurs."""

    text: str
    times: int
    word_count: int


class View(TypedDict):
    """The view of one step; `payload.d.ts` says what each field holds."""

    pairs: list[int]
    pair_total: int
    tie_total: int
    words: list[SpelledWord]
    word_total: int
    changes: list[int]
    new_total: int
    fell_total: int
    gone_total: int
    dropped: list[int]
    token_counts: NotRequired[list[int]]
    bpe: NotRequired[ScoredPair]


class Training(TypedDict):
    """The part of a walk that is the same for merges and for rounds."""

    algorithm: str
    name: str
    prefix: str
    unit: str
    specials: list[str]
    marker: int
    text_bytes: int
    characters: list[int]
    whole_words: list[int]
    stopped: str
    piece_size: int


class Merges(Training):
    """A training's merges, and the corpus and vocabulary that they begin with."""

    base: list[str | int | list[int]]
    left: list[int]
    right: list[int]
    count: list[int]
    left_count: NotRequired[list[int]]
    right_count: NotRequired[list[int]]
    min_frequency: int
    token_total: int
    overlaps: list[int]
    dropped_at: list[int]
    tie_rule: str


class ShownWords(TypedDict):
    """The words that are shown, in base tokens, and the running text."""

    words: list[list[int]]
    word_counts: list[int]
    shown: int
    word_total: int
    running: list[int]
    running_more: bool
    joiner: str


class BeforeSwitch(TypedDict):
    """How the states before SuperBPE's walls fall differ from those after it."""

    until: int
    closed: dict[int, list[int]]
    gone: dict[int, int]


class Words(ShownWords):
    """The words that are shown, and the steps that close their gaps."""

    closed: list[list[int]]
    walls: list[list[int]]
    lines: bool
    before: BeforeSwitch | None


class Walk(Merges, Words, Landmarks):
    """A walk over merges, without its pieces and the step at which it begins."""


class Fork(Merges, Words):
    """How a second training of the same corpus differs from the first."""

    key: str
    choices: list[list[int]]
    only_rule: list[int]
    only_rule_total: int
    only_own: list[int]
    only_own_total: int


#: What is sent of each training with choices.
_forks: WeakKeyDictionary[Trace, Fork] = WeakKeyDictionary()
#: For each trace, the data sent wherever its walk begins, and the start that was sent last.
_columns: WeakKeyDictionary[Trace, bytes] = WeakKeyDictionary()
_starts: WeakKeyDictionary[Trace, tuple[int, bytes]] = WeakKeyDictionary()


def walk_json(trace: Trace, *, step: int) -> bytes:
    """The walk over `trace` as JSON, with the pieces that the first picture needs."""
    if trace not in _columns:
        _columns[trace] = to_json(columns_of(trace))
    start, packed = _starts.get(trace, (-1, b""))
    if start != max(0, min(step, len(trace))):
        start = max(0, min(step, len(trace)))
        packed = to_json({"step": start, "pieces": _pieces_at(trace, start)})
        _starts[trace] = start, packed
    return one_object(_columns[trace], packed)


def columns_of(trace: Trace, *, most_words: int = MOST_WORDS) -> Walk:
    """The part of a walk that is the same at whichever step it begins."""
    shown = _shown_words(trace, most_words)
    return {**_merges_of(trace), **landmarks(trace), **_words_of(trace, shown)}


def _pieces_at(trace: Trace, step: int) -> dict[int, list[View]]:
    numbers = sorted({step // PIECE_SIZE, max(0, step - 1) // PIECE_SIZE})
    return {number: piece_of(trace, number) for number in numbers}


def piece_of(trace: Trace, piece: int) -> list[View]:
    """The views of the steps in one piece, in order; empty beyond the last step."""
    first = piece * PIECE_SIZE
    last = min(first + PIECE_SIZE, len(trace) + 1)
    return [_view(trace, view) for view in trace.views(first, last)] if first < last else []


def fork_of(trace: Trace, forked: Trace, *, key: str) -> Fork:
    """How the walk over a second training of the same corpus differs from the first.

    The two vocabularies are compared by the texts of their tokens.
    """
    found = _forks.get(forked)
    if found is None:
        only_rule, only_own = _only(trace, forked), _only(forked, trace)
        found = _forks[forked] = {
            **_merges_of(forked),
            **_words_of(forked, _shown_words(forked)),
            "key": key,
            "choices": [[step, *pair] for step, pair in sorted(forked.choices.items())],
            "only_rule": only_rule[:MOST_COMPARED],
            "only_rule_total": len(only_rule),
            "only_own": only_own[:MOST_COMPARED],
            "only_own_total": len(only_own),
        }
    return {**found, "key": key}


def _only(trace: Trace, other: Trace) -> list[int]:
    """The ids of the tokens that only the first of two trainings made."""
    known = set(other.vocabulary)
    return [i for i, token in enumerate(trace.vocabulary) if token not in known]


class ChosenPair(TypedDict):
    """The words behind one pair's count, and the beliefs that would merge this pair next."""

    pairs: list[int]
    words: list[SpelledWord]
    word_total: int
    beliefs: list[str]
    token_counts: NotRequired[list[int]]


def sum_of(trace: Trace, step: int, left: int, right: int) -> ChosenPair:
    """The words behind one pair's count at a step, as a view in which it is the only pair.

    The view also names the beliefs that would merge this pair next.
    """
    found = trace.sum_of(step, left, right)
    sent: ChosenPair = {
        "pairs": [left, right, found.count],
        "words": _spelled_words(trace, found.words),
        "word_total": found.word_total,
        "beliefs": beliefs_behind(trace, step, left, right),
    }
    if isinstance(trace, WordPieceTrace):
        tokens = trace.history.token_counts.at(step)
        sent["token_counts"] = tokens[[i - trace.first_base_id for i in (left, right)]].tolist()
    return sent


def _merges_of(trace: Trace) -> Merges:
    specials = list(trace.special_tokens)
    marker = trace.corpus.marker_id
    base = [_base_token(trace, i) for i in range(len(trace.corpus.base_vocabulary))]
    left, right, _ = trace.merge_ids.T.tolist() if len(trace) else ([], [], [])
    sent: Merges = {
        "algorithm": "bpe",
        "name": "BPE",
        "prefix": "",
        "unit": trace.corpus.unit,
        "specials": specials,
        "marker": -1 if marker is None else marker + len(specials),
        "base": base,
        "left": left,
        "right": right,
        "count": trace.merge_counts.tolist(),
        "min_frequency": trace.min_frequency,
        "token_total": int(trace.token_counts[0]),
        "text_bytes": trace.corpus.text_bytes,
        "characters": characters_of(trace.corpus),
        "whole_words": _whole_words(trace),
        "overlaps": _overlaps(trace),
        # Special tokens occur nowhere in a corpus: they are never in use.
        "dropped_at": [0] * len(specials) + trace.dropped_at.tolist(),
        "stopped": trace.stopped_because,
        "tie_rule": trace.tie_break,
        "piece_size": PIECE_SIZE,
    }
    if isinstance(trace, WordPieceTrace):
        sent |= {"algorithm": "wordpiece", "name": "WordPiece", "prefix": trace.prefix}
        sent["left_count"] = trace.left_counts.tolist()
        sent["right_count"] = trace.right_counts.tolist()
    if isinstance(trace, AcrossTrace):
        sent["name"] = "BoundlessBPE" if trace.needs_ready else "SuperBPE"
    return sent


def characters_of(corpus: Corpus) -> list[int]:
    """How many different characters a corpus has, and how many in all."""
    figures = character_figures(corpus)
    return [figures.vocabulary_size, figures.token_count]


def _whole_words(trace: Trace) -> list[int]:
    """How many different words a corpus has, and how many in all; they are not its lines."""
    corpus = trace.corpus
    if isinstance(trace, AcrossTrace):
        corpus = RunningText.of_corpus(corpus).bag
    return [len(corpus.words), corpus.word_total]


def _overlaps(trace: Trace) -> list[int]:
    """Step, n, step, n, …: where a pair occurred n times more often than it could be merged.

    In "a a a" the pair (a, a) occurs twice and is merged once. All token counts follow from
    these numbers.
    """
    overlap = trace.merge_counts + np.diff(trace.token_counts)
    steps = np.flatnonzero(overlap)
    return [int(n) for n in np.column_stack([steps + 1, overlap[steps]]).ravel()]


def _shown_words(trace: Trace, most: int = MOST_WORDS) -> list[int]:
    """The most frequent words, in corpus order, so that the list reads as the corpus does."""
    counts = trace.corpus.counts
    return sorted(np.argsort(-counts, kind="stable")[:most].tolist())


def _words_of(trace: Trace, shown: list[int]) -> Words:
    corpus = trace.corpus
    running = list(corpus.running_words)
    sent = list(dict.fromkeys(chain(shown, running)))
    place = {word: i for i, word in enumerate(sent)}
    slices = [slice(corpus.starts[word], corpus.starts[word + 1]) for word in sent]
    shift = len(trace.special_tokens)
    units = [(corpus.units[part][:MOST_UNITS] + shift).tolist() for part in slices]
    opened = trace.opened if isinstance(trace, AcrossTrace) else None
    return {
        "words": units,
        "closed": [_gaps(trace, part) for part in slices],
        "before": _before_switch(trace, slices) if isinstance(trace, SwitchedTrace) else None,
        "word_counts": corpus.counts[sent].tolist() if sent else [],
        "shown": len(shown),
        "word_total": len(corpus.words),
        "running": [place[word] for word in running],
        "running_more": corpus.word_total > len(running),
        "joiner": corpus.joiner,
        "lines": opened is not None,
        "walls": [] if opened is None else [opened[part][:MOST_UNITS].tolist() for part in slices],
    }


def _before_switch(trace: SwitchedTrace, slices: list[slice]) -> BeforeSwitch:
    """The gaps of those lines that were other tokens then, and the tokens that come back."""
    until, dropped = trace.switch, trace.before.dropped_at
    closed = {}
    for place, part in enumerate(slices):
        now, before = _gaps(trace, part), _gaps(trace.before, part)
        if before != [gap if gap <= until else 0 for gap in now]:
            closed[place] = before
    back = np.intersect1d(np.flatnonzero(dropped >= 0), trace.in_use_at(until)).tolist()
    shift = trace.first_base_id
    gone = {token + shift: int(dropped[token]) for token in back}
    return {"until": until, "closed": closed, "gone": gone}


def _gaps(trace: Trace, word: slice) -> list[int]:
    """The gaps of a word: one fewer than its base tokens, or as many if the word is cut.

    The cut counts as a gap.
    """
    gaps: list[int] = trace.closed[word][:MOST_UNITS].tolist()
    return gaps if word.stop - word.start > MOST_UNITS else gaps[:-1]


def _view(trace: Trace, view: StepView) -> View:
    sent: View = {
        "pairs": list(chain.from_iterable(view.pairs)),
        "pair_total": view.pair_total,
        "tie_total": view.tie_total,
        "words": _spelled_words(trace, view.words),
        "word_total": view.word_total,
        "changes": list(chain.from_iterable(view.changes)),
        "new_total": view.new_total,
        "fell_total": view.fell_total,
        "gone_total": view.gone_total,
        "dropped": list(view.dropped),
    }
    if isinstance(view, ScoredView):
        sent["token_counts"] = list(chain.from_iterable(view.token_counts))
        # The pair of BPE is sent only if it is a different one.
        if view.bpe_pairs and view.bpe_pairs[0][:2] != view.pairs[0][:2]:
            sent["bpe"] = view.bpe_pairs[0]
    return sent


def _spelled_words(trace: Trace, words: list[tuple[int, int]]) -> list[SpelledWord]:
    corpus = trace.corpus
    return [
        SpelledWord(readable(corpus.words[i][:MOST_UNITS], corpus), times, int(corpus.counts[i]))
        for i, times in words
    ]


def _base_token(trace: Trace, place: int) -> str | int | list[int]:
    """A text or a byte. In byte-level WordPiece, a byte inside a word comes with its prefix."""
    token = trace.corpus.base_vocabulary[place]
    if place == trace.corpus.marker_id:
        return _text(token)
    if isinstance(token, str):
        return readable(token, trace.corpus)
    return token[0] if len(token) == 1 else list(token)


def _text(token: str | bytes) -> str:
    return token if isinstance(token, str) else token.decode("utf-8", "surrogatepass")
