"""Build what is sent to the browser for a Unigram training: all rounds at once, as they are few.

A walk holds the tokens that are shown anywhere, and for each word its best segmentation at every
round that changes it. Tokens in a walk of merges only grow, but here any round may segment a word
again.

An *id* here is a place in what is sent: special tokens, base vocabulary, then the longer tokens
that are shown, by their number in the seed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core.algorithms.unigram.removal_costs import is_same_cost
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.views import Removal, RoundHistory, RoundView
from bpe_core.text.corpus import plain_token
from pages.components.component import one_object, to_json
from pages.components.stepper.payload import MOST_UNITS, Data, corpus_of
from pages.components.tokens.plain_text import readable

_walks: WeakKeyDictionary[UnigramTrace, bytes] = WeakKeyDictionary()
#: The numbers in the seed of the tokens that are sent, by id.
_numbers: WeakKeyDictionary[UnigramTrace, dict[int, int]] = WeakKeyDictionary()


def unigram_walk_json(trace: UnigramTrace, *, step: int) -> bytes:
    """The whole walk over `trace`, as JSON."""
    if trace not in _walks:
        _walks[trace] = to_json(unigram_walk_of(trace))
    return one_object(_walks[trace], to_json({"step": max(0, min(step, len(trace)))}))


def unigram_walk_of(trace: UnigramTrace) -> Data:
    """The whole walk without the step at which it begins."""
    corpus, history, ids = trace.corpus, trace.history, _Ids(trace)
    lengths = np.diff(corpus.starts)[history.words]
    last_units = corpus.units[(trace.first + trace.length - 1)[ids.longer]]
    marker = corpus.marker_id
    return corpus_of(trace, history.words, len(history.shown)) | {
        "algorithm": "unigram",
        "name": "Unigram",
        "piece_size": len(history.views),
        "tokens": [plain_token(readable(trace.token(n), corpus)) for n in ids.longer],
        "lengths": trace.length[ids.longer].tolist(),
        "ends": [] if marker is None else (last_units == marker).tolist(),
        # The words of which only the beginning is shown.
        "cut": np.flatnonzero(lengths > MOST_UNITS).tolist(),
        "sizes": trace.sizes,
        "losses": [_short(loss, 8) for loss in trace.losses],
        "token_counts": trace.token_counts.tolist(),
        "in_use": trace.in_use_sizes.tolist(),
        "segmentations": [
            [(step, ids.of(numbers)) for step, numbers in each] for each in history.segmentations
        ],
        "pieces": {0: [_view(trace, view, ids) for view in history.views]},
    }


def worth_of(trace: UnigramTrace, step: int, token: int) -> Data | None:
    """Return the cost of removing a token at a round, and whether it goes next or ties.

    `token` is an id from the walk that was sent. The result is None if that id does not exist.
    Single units have no cost.
    """
    if trace not in _numbers:
        _numbers[trace] = {i: number for number, i in _Ids(trace).items()}
    now, after = trace.snapshots[step], trace.snapshots[step + 1]
    place = np.flatnonzero(now.numbers == _numbers[trace].get(token, -1))
    if not len(place):
        return None
    stays = np.isin(now.numbers, after.numbers)
    cost = float(now.costs[place[0]])
    return {
        "cost": _short(max(cost, 0.0)) if np.isfinite(cost) else None,
        "goes": bool(not stays[place[0]]),
        "tied": bool(
            stays[place[0]] and is_same_cost(cost, float(now.costs[~stays].max(initial=-1.0)))
        ),
    }


class _Ids:
    """The ids of the tokens that are sent, by their number in the seed."""

    def __init__(self, trace: UnigramTrace) -> None:
        first, base = trace.first_base_id, len(trace.corpus.base_vocabulary)
        self.longer = sorted({n for n in _numbers_in(trace.history) if n >= base})
        self._ids = {n: first + n for n in range(base)}
        self._ids |= {n: first + base + i for i, n in enumerate(self.longer)}

    def items(self) -> Iterable[tuple[int, int]]:
        """Number and id of each token."""
        return self._ids.items()

    def of(self, numbers: Sequence[int]) -> list[int]:
        return [self._ids[n] for n in numbers]


def _numbers_in(history: RoundHistory) -> Iterator[int]:
    """The numbers of all tokens that are shown; a number may come several times."""
    for each in history.segmentations:
        yield from chain.from_iterable(numbers for _, numbers in each)
    for view in history.views:
        yield from (*view.cheapest, *view.dropped, *view.likely)
        for removal in view.removals:
            yield removal.number
            yield from chain.from_iterable((*word.best, *word.other) for word in removal.words)


def _view(trace: UnigramTrace, view: RoundView, ids: _Ids) -> Data:
    return {
        "cheapest": ids.of(view.cheapest),
        "costs": [_short(max(cost, 0.0)) for cost in view.costs],
        "removable": view.removable,
        "next_total": view.next_total,
        "dropped": ids.of(view.dropped),
        "dropped_total": view.dropped_total,
        "reasons": [_reason(trace, removal, ids) for removal in view.removals],
        "likely": ids.of(view.likely),
        "probabilities": [_short(p, 4) for p in view.probabilities],
    }


def _reason(trace: UnigramTrace, removal: Removal, ids: _Ids) -> Data:
    corpus = trace.corpus
    return {
        "token": ids.of([removal.number])[0],
        "cost": _short(removal.cost),
        "words": [
            {
                "text": readable(corpus.words[word.word], trace.corpus),
                "count": int(corpus.counts[word.word]),
                "best": ids.of(word.best),
                "other": ids.of(word.other),
                "share": _short(word.share),
                "left": _short(word.left),
                "cost": _short(word.cost),
            }
            for word in removal.words
        ],
        "more": removal.more,
        "rest": _short(removal.rest),
    }


def _short(value: float, digits: int = 6) -> float:
    return float(f"{value:.{digits}g}")
