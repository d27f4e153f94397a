"""What travels to the browser of a Unigram training: all rounds at once, for there are few.

A walk holds the tokens that are shown anywhere, and for each word its best segmentation at every
round that changes it. Unlike a walk of merges, whose tokens only grow, a word may be segmented
anew at any round.

An *id* here is a place in what is sent: special tokens, base vocabulary, then the longer tokens
that are shown, by their number in the seed.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from math import exp, expm1, log1p
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core.corpus import encode_utf8
from bpe_core.unigram import Lattice, UnigramTokenizer, UnigramTrace
from pages.ui.stepper.payload import MOST_UNITS, MOST_WORDS, Walk

#: The cheapest tokens that are shown as bars, and the dropped ones that are named.
MOST_BARS = 20
#: Tokens of the vocabulary that are listed, the most likely ones.
MOST_TOKENS = 300
#: Words that explain what a removal costs: how many are worked out, and how many are shown.
WORKED_OUT, MOST_REASONS = 12, 3
#: In longer words the cost of a removal is an estimate (`bpe_core.unigram.removal`).
LONGEST_EXPLAINED = 32
#: A smaller share of a word's probability is added up, for subtracting would lose it.
HARDLY = 1e-6
#: A word is segmented in pieces of so many units, as it was trained.
PIECE_UNITS = 512

_walks: WeakKeyDictionary[UnigramTrace, Walk] = WeakKeyDictionary()


def unigram_walk_of(trace: UnigramTrace, *, key: str, step: int) -> Walk:
    """The whole walk over `trace`, as JSON can hold it."""
    walk = _walks.get(trace)
    if walk is None:
        walk = _walks[trace] = _make_walk(trace)
    return {**walk, "key": key, "step": max(0, min(step, len(trace)))}


def shown_words(trace: UnigramTrace) -> tuple[list[int], list[int]]:
    """The most frequent words in corpus order, and all that are sent: the running text's too."""
    most = np.argsort(-trace.corpus.counts, kind="stable")[:MOST_WORDS]
    shown = sorted(most.tolist())
    return shown, list(dict.fromkeys(chain(shown, trace.corpus.running_words.tolist())))


def _make_walk(trace: UnigramTrace) -> Walk:
    shown, sent = shown_words(trace)
    tokens = _Tokens(trace)
    views = [_view(trace, step, tokens) for step in range(len(trace) + 1)]
    segmentations = _segmentations(trace, sent, tokens)
    corpus, first = trace.corpus, trace.first_base_id
    place = {word: i for i, word in enumerate(sent)}
    slices = [slice(corpus.starts[word], corpus.starts[word + 1]) for word in sent]
    marker = corpus.marker_id
    walk = {
        "algorithm": "unigram",
        "prefix": "",
        "unit": corpus.unit,
        "specials": list(trace.special_tokens),
        "marker": -1 if marker is None else marker + first,
        "base": [_base_token(token) for token in corpus.base_vocabulary],
        "sizes": trace.sizes,
        "losses": [_short(loss, 8) for loss in trace.losses],
        "token_counts": trace.token_counts.tolist(),
        "in_use": trace.in_use_sizes.tolist(),
        "stopped": trace.stopped_because,
        "words": [(corpus.units[part][:MOST_UNITS] + first).tolist() for part in slices],
        "segmentations": segmentations,
        "cut": [i for i, part in enumerate(slices) if part.stop - part.start > MOST_UNITS],
        "word_counts": corpus.counts[sent].tolist(),
        "shown": len(shown),
        "word_total": len(corpus.words),
        "running": [place[word] for word in corpus.running_words.tolist()],
        "running_more": corpus.word_total > len(corpus.running_words),
        "joiner": corpus.joiner,
        "piece_size": len(views),
        "pieces": {0: views},
    }
    return tokens.rename(walk)


class _Tokens:
    """The tokens that are sent. Until all are known, they go by their number in the seed."""

    def __init__(self, trace: UnigramTrace) -> None:
        self._trace = trace
        self._base = len(trace.corpus.base_vocabulary)
        self._used: set[int] = set()

    def use(self, numbers: Sequence[int]) -> list[int]:
        """Have these tokens sent; the same numbers."""
        self._used.update(numbers)
        return list(numbers)

    def rename(self, walk: Walk) -> Walk:
        """The walk with ids in place of numbers, and the texts of the longer tokens."""
        first, base = self._trace.first_base_id, self._base
        longer = sorted(number for number in self._used if number >= base)
        ids = {number: first + base + i for i, number in enumerate(longer)}
        ids |= {number: first + number for number in range(base)}

        def renamed(numbers: list[int]) -> list[int]:
            return [ids[number] for number in numbers]

        for history in walk["segmentations"]:
            history[:] = [[step, renamed(numbers)] for step, numbers in history]
        for view in walk["pieces"][0]:
            for name in ("cheapest", "dropped", "likely"):
                view[name] = renamed(view[name])
            for reason in view["reasons"]:
                reason["token"] = ids[reason["token"]]
                for word in reason["words"]:
                    word["best"], word["other"] = renamed(word["best"]), renamed(word["other"])
        tokens = [_spelled(self._trace.token(number)) for number in longer]
        return {**walk, "tokens": tokens, "lengths": self._trace.length[longer].tolist()}


def _base_token(token: str | bytes) -> str | int:
    """A unit as text, a byte as a number; the end-of-word marker is text always."""
    if isinstance(token, bytes):
        return token[0] if len(token) == 1 else token.decode("utf-8", "surrogatepass")
    return token


def _spelled(token: str | bytes) -> str | list[int]:
    """A token of characters as text, one of bytes as their values."""
    return token if isinstance(token, str) else list(token)


def _short(value: float, digits: int = 6) -> float:
    return float(f"{value:.{digits}g}")


def _segmentations(trace: UnigramTrace, words: list[int], tokens: _Tokens) -> list[list[Any]]:
    """For each word the rounds that change it, each with the best segmentation from then on."""
    histories: list[list[Any]] = [[] for _ in words]
    for step, snapshot in enumerate(trace.snapshots):
        found = trace.state_at(step).word_ids(words, max_units=PIECE_UNITS)
        for history, ids in zip(histories, found, strict=True):
            numbers = snapshot.numbers[np.array(ids) - trace.first_base_id].tolist()
            numbers = _cut(numbers, trace.length[numbers].tolist())
            if not history or history[-1][1] != numbers:
                history.append([step, tokens.use(numbers)])
    return histories


def _cut(numbers: list[int], lengths: list[int]) -> list[int]:
    """The tokens that end within what is shown of a word."""
    return [n for n, end in zip(numbers, accumulate(lengths), strict=True) if end <= MOST_UNITS]


def _view(trace: UnigramTrace, step: int, tokens: _Tokens) -> dict[str, Any]:
    state, snapshot = trace.state_at(step), trace.snapshots[step]
    next_total = trace.sizes[step] - trace.sizes[step + 1] if step < len(trace) else 0
    ranked = state.cheapest(next_total + MOST_BARS)
    cheapest, dropped = ranked[:MOST_BARS], state.dropped(MOST_BARS)
    likely = np.argsort(-snapshot.log_probabilities, kind="stable")[:MOST_TOKENS]
    probabilities = np.exp(snapshot.log_probabilities[likely]).tolist()
    explained = [ranked[i] for i in dict.fromkeys((0, next_total)) if i < len(ranked)]
    removable = int(np.isfinite(snapshot.costs).sum())
    tokenizer = trace.tokenizer(step)
    return {
        "cheapest": tokens.use([token.number for token in cheapest]),
        "costs": [_short(max(token.cost, 0.0)) for token in cheapest],
        "removable": removable,
        "next_total": next_total,
        "dropped": tokens.use([token.number for token in dropped]),
        "dropped_total": state.dropped_total,
        "reasons": [
            _reason(trace, tokenizer, step, token.number, token.cost, tokens) for token in explained
        ],
        "likely": tokens.use(snapshot.numbers[likely].tolist()),
        "probabilities": [_short(p, 4) for p in probabilities],
    }


def _reason(
    trace: UnigramTrace,
    tokenizer: UnigramTokenizer,
    step: int,
    number: int,
    cost: float,
    tokens: _Tokens,
) -> dict[str, Any]:
    """What the removal of a token costs in the words that have it, the dearest first.

    A word has its best segmentation now and without the token, the `share` of its probability
    that goes over the token, and what is `left` without it.
    """
    numbers = trace.snapshots[step].numbers
    first = trace.first_base_id
    token_id = int(np.searchsorted(numbers, number)) + first
    having = list(_words_having(trace, number))
    lengths = np.diff(trace.corpus.starts)
    short = [word for word in having if lengths[word] <= LONGEST_EXPLAINED][:WORKED_OUT]
    found: list[dict[str, Any]] = []
    for word in short:
        lattice = tokenizer.lattice(trace.corpus.words[word])
        without = without_token(lattice, token_id)
        count = int(trace.corpus.counts[word])
        loss = _loss_without(lattice, without, token_id)
        found.append(
            {
                "text": trace.corpus.words[word],
                "count": count,
                "best": tokens.use(numbers[np.array(lattice.best.token_ids) - first].tolist()),
                "other": tokens.use(numbers[np.array(without.best.token_ids) - first].tolist()),
                "share": _short(-expm1(-loss)),
                "left": _short(exp(-loss)),
                "cost": _short(count * loss),
            }
        )
    found.sort(key=lambda word: -word["cost"])
    shown = found[:MOST_REASONS]
    rest = max(0.0, cost - sum(word["cost"] for word in shown))
    return {
        "token": tokens.use([number])[0],
        "cost": _short(max(cost, 0.0)),
        "words": shown,
        "more": len(having) - len(shown),
        "rest": _short(rest),
    }


def _loss_without(lattice: Lattice, without: Lattice, token_id: int) -> float:
    """By how much the log probability of a word falls without a token.

    Where the two are almost equal, subtracting would leave only rounding errors: then hardly any
    segmentation has the token twice, and its marginals add up.
    """
    share = sum(
        m for e, m in zip(lattice.edges, lattice.marginals, strict=True) if e.token_id == token_id
    )
    if share < HARDLY:
        return -log1p(-share)
    return lattice.log_probability - without.log_probability


def without_token(lattice: Lattice, token_id: int) -> Lattice:
    """The lattice as it is when one token is gone."""
    return Lattice(lattice.length, [edge for edge in lattice.edges if edge.token_id != token_id])


def _words_having(trace: UnigramTrace, number: int) -> Iterator[int]:
    """The words that a token stands in, the most frequent first."""
    corpus, token = trace.corpus, trace.token(number)
    for word in np.argsort(-corpus.counts, kind="stable").tolist():
        text = corpus.words[word] + corpus.end_of_word
        if token in (text if isinstance(token, str) else encode_utf8(text)):
            yield word
