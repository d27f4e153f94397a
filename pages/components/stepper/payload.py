"""Build what is sent to the browser: a walk at once, and its views in pieces.

A walk holds the merges and, for each word that is shown, one number for each gap between its base
tokens: the step that closed the gap. Views (pair counts, sums, changes) are worked out a few
dozen steps at a time. Unlike a trace, walks and views are plain lists that JSON can carry.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core import Corpus, StepView, Trace
from bpe_core.algorithms.across_words.superbpe import SwitchedTrace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram import views
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import ScoredView, WordPieceTrace
from bpe_core.text.corpus import Token
from bpe_core.text.running_text import RunningText
from pages.components.charts.corpus_figures import character_figures
from pages.components.component import one_object, to_json
from pages.components.stepper.beliefs import beliefs_behind
from pages.components.tokens.plain_text import readable

#: Steps in a piece. One step takes about 25 ms to work out on 1 MB of text, and 7 kB to send.
PIECE_SIZE = 32
#: How many of the most frequent words are shown as chips, and base tokens of each. Nobody would
#: read more, they would slow down a jump, and a corpus without spaces is one huge word.
MOST_WORDS, MOST_UNITS = views.MOST_WORDS, views.MOST_UNITS
#: How many of the tokens missing from one of two vocabularies are named.
MOST_COMPARED = 24

#: What JSON can hold; `payload.d.ts` says what each field is.
Data = dict[str, Any]

#: What is sent of each training with choices.
_forks: WeakKeyDictionary[Trace, Data] = WeakKeyDictionary()
#: For each trace, the data sent wherever its walk begins, and the start that was sent last.
_columns: WeakKeyDictionary[Trace, bytes] = WeakKeyDictionary()
_starts: WeakKeyDictionary[Trace, tuple[int, bytes]] = WeakKeyDictionary()


def walk_json(trace: Trace, *, step: int) -> bytes:
    """The walk over `trace` as JSON, with the pieces that the first picture needs."""
    if trace not in _columns:
        _columns[trace] = to_json(columns_of(trace))
    step = max(0, min(step, len(trace)))
    start, packed = _starts.get(trace, (-1, b""))
    if start != step:
        numbers = sorted({step // PIECE_SIZE, max(0, step - 1) // PIECE_SIZE})
        pieces = {number: piece_of(trace, number) for number in numbers}
        packed = to_json({"step": step, "pieces": pieces})
        _starts[trace] = step, packed
    return one_object(_columns[trace], packed)


def columns_of(trace: Trace, *, most_words: int = MOST_WORDS) -> Data:
    """The part of a walk that is the same at whichever step it begins."""
    return {**_merges_of(trace, most_words), **landmarks(trace)}


def piece_of(trace: Trace, piece: int) -> list[Data]:
    """The views of the steps in one piece, in order; empty beyond the last step."""
    first = piece * PIECE_SIZE
    last = min(first + PIECE_SIZE, len(trace) + 1)
    return [_view(trace, view) for view in trace.views(first, last)] if first < last else []


def fork_of(trace: Trace, forked: Trace, *, key: str) -> Data:
    """How the walk over a second training of the same corpus differs from the first.

    The two vocabularies are compared by the texts of their tokens.
    """
    found = _forks.get(forked)
    if found is None:
        only_rule, only_own = _only(trace, forked), _only(forked, trace)
        found = _forks[forked] = {
            **_merges_of(forked),
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


def sum_of(trace: Trace, step: int, left: int, right: int) -> Data:
    """The words behind one pair's count at a step, as a view in which it is the only pair.

    The view also names the beliefs that would merge this pair next.
    """
    found = trace.sum_of(step, left, right)
    sent: Data = {
        "pairs": [left, right, found.count],
        "words": _spelled_words(trace, found.words),
        "word_total": found.word_total,
        "beliefs": beliefs_behind(trace, step, left, right),
    }
    if isinstance(trace, WordPieceTrace):
        tokens = trace.history.token_counts.at(step)
        sent["token_counts"] = tokens[[i - trace.first_base_id for i in (left, right)]].tolist()
    return sent


def _merges_of(trace: Trace, most_words: int = MOST_WORDS) -> Data:
    """A training's merges, and the corpus and vocabulary that they begin with."""
    corpus = trace.corpus
    left, right, _ = trace.merge_ids.T.tolist() if len(trace) else ([], [], [])
    # The most frequent words, in corpus order, so that the list reads as the corpus does.
    shown = sorted(np.argsort(-corpus.counts, kind="stable")[:most_words].tolist())
    words = list(dict.fromkeys([*shown, *corpus.running_words.tolist()]))
    slices = [slice(corpus.starts[word], corpus.starts[word + 1]) for word in words]
    opened = trace.opened if isinstance(trace, AcrossTrace) else None
    sent = corpus_of(trace, words, len(shown)) | {
        "algorithm": "bpe",
        "name": "BPE",
        "left": left,
        "right": right,
        "count": trace.merge_counts.tolist(),
        "min_frequency": trace.min_frequency,
        "token_total": int(trace.token_counts[0]),
        "overlaps": _overlaps(trace),
        # Special tokens occur nowhere in a corpus: they are never in use.
        "dropped_at": [0] * len(trace.special_tokens) + trace.dropped_at.tolist(),
        "tie_rule": trace.tie_break,
        "piece_size": PIECE_SIZE,
        "closed": [_gaps(trace, part) for part in slices],
        "lines": opened is not None,
        "walls": [] if opened is None else [opened[part][:MOST_UNITS].tolist() for part in slices],
    }
    if isinstance(trace, WordPieceTrace):
        sent |= {"algorithm": "wordpiece", "name": "WordPiece", "prefix": trace.prefix}
        sent |= {"left_count": trace.left_counts.tolist()}
        sent |= {"right_count": trace.right_counts.tolist()}
    if isinstance(trace, SwitchedTrace):
        sent["before"] = _before_switch(trace, slices)
    if isinstance(trace, AcrossTrace):
        sent["name"] = "BoundlessBPE" if trace.needs_ready else "SuperBPE"
        # Its corpus is one of lines, not of words.
        sent["whole_words"] = _whole_words(RunningText.of_corpus(corpus).bag)
    return sent


def corpus_of(trace: Trace | UnigramTrace, words: Sequence[int], shown: int) -> Data:
    """The corpus of any walk in base tokens, and the vocabulary that the walk begins with.

    The first `shown` of the `words` that are sent are shown; the others are in the running text.
    """
    corpus, first = trace.corpus, trace.first_base_id
    marker = corpus.marker_id
    place = {word: i for i, word in enumerate(words)}
    parts = (slice(corpus.starts[word], corpus.starts[word + 1]) for word in words)
    characters = character_figures(corpus)
    return {
        "prefix": "",
        "unit": corpus.unit,
        "specials": list(trace.special_tokens),
        "marker": -1 if marker is None else marker + first,
        "base": [
            _base_token(token, corpus, is_marker=i == marker)
            for i, token in enumerate(corpus.base_vocabulary)
        ],
        "text_bytes": corpus.text_bytes,
        "characters": [characters.vocabulary_size, characters.token_count],
        "whole_words": _whole_words(corpus),
        "stopped": trace.stopped_because,
        "words": [(corpus.units[part][:MOST_UNITS] + first).tolist() for part in parts],
        "word_counts": corpus.counts[words].tolist() if words else [],
        "shown": shown,
        "word_total": len(corpus.words),
        "running": [place[word] for word in corpus.running_words.tolist()],
        "running_more": corpus.word_total > len(corpus.running_words),
        "joiner": corpus.joiner,
    }


def _whole_words(corpus: Corpus) -> list[int]:
    """How many different words a corpus has, and how many in all."""
    return [len(corpus.words), corpus.word_total]


def _base_token(token: Token, corpus: Corpus, *, is_marker: bool) -> str | int | list[int]:
    """A text or a byte. In byte-level WordPiece, a byte inside a word comes with its prefix."""
    if isinstance(token, str):
        return token if is_marker else readable(token, corpus)
    if is_marker:
        return token.decode("utf-8", "surrogatepass")
    return token[0] if len(token) == 1 else list(token)


def _overlaps(trace: Trace) -> list[int]:
    """Step, n, step, n, …: where a pair occurred n times more often than it could be merged.

    In "a a a" the pair (a, a) occurs twice and is merged once. All token counts follow from
    these numbers.
    """
    overlap = trace.merge_counts + np.diff(trace.token_counts)
    steps = np.flatnonzero(overlap)
    return [int(n) for n in np.column_stack([steps + 1, overlap[steps]]).ravel()]


def _before_switch(trace: SwitchedTrace, slices: list[slice]) -> Data:
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


def _view(trace: Trace, view: StepView) -> Data:
    sent: Data = {
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
    if view.rose_total:
        sent["rose_total"] = view.rose_total
    if isinstance(view, ScoredView):
        sent["token_counts"] = list(chain.from_iterable(view.token_counts))
        # The pair of BPE is sent only if it is a different one.
        if view.bpe_pairs and view.bpe_pairs[0][:2] != view.pairs[0][:2]:
            sent["bpe"] = view.bpe_pairs[0]
    return sent


def _spelled_words(trace: Trace, words: list[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """Each word's text, how often the pair occurs in it, and how often the word itself occurs."""
    corpus = trace.corpus
    return [
        (readable(corpus.words[i][:MOST_UNITS], corpus), times, int(corpus.counts[i]))
        for i, times in words
    ]


def landmarks(trace: Trace) -> dict[str, Any]:
    """Return the steps at which a tie was broken, and the first word that became one token.

    `tied` holds runs of steps: the first step of a run, its length, the first of the next, and so
    on. `whole` is a step and the word, or None if no word became one token. WordPiece's scores are
    fractions, which hardly ever tie, so none of its steps is marked as a tie.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 2, "pun": 1}))
    >>> landmarks(trace)
    {'tied': [1, 1, 3, 1], 'whole': (2, 'hug')}
    """
    tied = [] if isinstance(trace, WordPieceTrace) else _runs(trace.history.tie_counts() > 1)
    return {"tied": tied, "whole": _first_whole_word(trace)}


def _runs(are_tied: np.ndarray[Any, np.dtype[np.bool_]]) -> list[int]:
    """Return first step and length of each run. A state's tie is broken by the step after it."""
    edges = np.flatnonzero(np.diff(are_tied.astype(np.int8), prepend=0, append=0))
    starts, stops = edges[::2], edges[1::2]
    return [int(n) for n in np.column_stack([starts + 1, stops - starts]).ravel()]


def _first_whole_word(trace: Trace) -> tuple[int, str] | None:
    starts, corpus = trace.corpus.starts, trace.corpus
    if not len(corpus.words):
        return None
    for recorded, begin, end in trace.epochs():
        closed = np.where(recorded.closed == 0, end, recorded.closed)
        closed[starts[1:] - 1] = 0  # behind a word's last token there is no gap
        whole = np.maximum.reduceat(closed, starts[:-1])
        whole[whole == 0] = end  # one base token: it was whole before the first merge
        first = int(whole.argmin())
        if whole[first] < end:
            step = max(begin, int(whole[first]))
            return step, str(readable(corpus.words[first], corpus))
    return None
