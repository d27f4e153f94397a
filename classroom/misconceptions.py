"""The steps of a training that disprove common beliefs about BPE.

Nothing is scripted: each step is searched for in the trace. Which beliefs there are is in
`classroom.beliefs`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from bpe_core import Token, Trace
from classroom.hand import joined
from classroom.values import Pair, Tokens, Value, Word

#: Limits for slow searches: steps, words, and units of such a word.
LOOKED_AT, MOST_WORDS, MOST_UNITS = 64, 20, 24
#: The number of steps at each of which every word is merged again in reverse.
REVERSED_AT = 24
TOP = 20


@dataclass(frozen=True)
class Finding:
    """A step at which the corpus disproves a belief; `facts` show how."""

    step: int
    facts: dict[str, Value] = field(hash=False)


def _pair(trace: Trace, step: int) -> Pair:
    merge = trace.merges[step - 1]
    return Pair(merge.left, merge.right)


def _saved(trace: Trace) -> list[int]:
    """For each step, how many tokens shorter it made the corpus, with a leading 0."""
    saved: list[int] = (-np.diff(trace.token_counts, prepend=trace.token_counts[:1])).tolist()
    return saved


def find_longer_token(trace: Trace) -> Iterator[Finding]:
    """The most frequent pair need not be the longest: another pair would make a longer token."""
    history, lengths = trace.history, trace.token_lengths
    vocabulary, shift = trace.vocabulary, trace.first_base_id
    for step in range(min(len(trace), LOOKED_AT)):
        rows = history.top(step, TOP)
        sizes = lengths[history.left[rows]] + lengths[history.right[rows]]
        longer = int(np.argmax(sizes))
        if sizes[longer] > sizes[0] and history.count[rows[longer]] < history.count[rows[0]]:
            row = rows[longer]
            left, right = int(history.left[row]) + shift, int(history.right[row]) + shift
            yield Finding(
                step,
                {
                    "pair": _pair(trace, step + 1),
                    "count": int(history.count[rows[0]]),
                    "other": Pair(vocabulary[left], vocabulary[right]),
                    "n": int(history.count[row]),
                },
            )


def find_overlap(trace: Trace) -> Iterator[Finding]:
    """A pair of a token with itself is counted more often than it can be merged."""
    saved = _saved(trace)
    for step in np.flatnonzero(trace.merge_counts > saved[1:]).tolist():
        count = int(trace.merge_counts[step])
        facts: dict[str, Value] = {"count": count, "merged": saved[step + 1]}
        yield Finding(step + 1, facts | {"pair": _pair(trace, step + 1)})


def find_loss(trace: Trace) -> Iterator[Finding]:
    """A merge makes a token, but its parts may fall out of use: the total in use need not grow."""
    sizes = trace.in_use_sizes
    for step in np.flatnonzero(np.diff(sizes) <= 0).tolist():
        before, after = int(sizes[step]), int(sizes[step + 1])
        all_tokens = len(trace.vocabulary_at(step + 1))
        facts: dict[str, Value] = {"before": before, "after": after, "n": all_tokens}
        yield Finding(step + 1, facts | {"pair": _pair(trace, step + 1)})


def find_rarer_token(trace: Trace) -> Iterator[Finding]:
    """A token that is merged further occurs less often as a token, but as often in words."""
    saved, first = _saved(trace), len(trace.corpus.base_vocabulary)
    counts: dict[int, int] = {}
    for step, (left, right, new) in enumerate(trace.base_merges[:LOOKED_AT].tolist(), 1):
        counts[new] = saved[step]
        for part in (left, right):
            if part >= first:
                counts[part] -= saved[step]
        for part in dict.fromkeys((left, right)):
            if part >= first and 0 < counts[part] < saved[part - first + 1]:
                token = trace.vocabulary[part + trace.first_base_id]
                yield Finding(
                    step,
                    {
                        "token": Tokens((token,)),
                        "made": part - first + 1,
                        "before": saved[part - first + 1],
                        "after": counts[part],
                        "pair": _pair(trace, step),
                    },
                )


def find_other_order(trace: Trace) -> Iterator[Finding]:
    """The same merges in a different order give different tokens."""
    corpus, vocabulary = trace.corpus, trace.vocabulary
    lengths = np.diff(corpus.starts)
    frequent = np.argsort(-corpus.counts, kind="stable")[: 4 * MOST_WORDS].tolist()
    words = [word for word in frequent if 2 < lengths[word] <= MOST_UNITS][:MOST_WORDS]
    start = trace.state_at(0).word_ids(words)
    pairs: list[Pair] = []
    for step in range(1, min(len(trace), REVERSED_AT) + 1):
        pairs.append(_pair(trace, step))
        for place, ids in enumerate(trace.state_at(step).word_ids(words)):
            if len(ids) in (1, len(start[place])):
                continue
            backwards = _in_reverse([vocabulary[i] for i in start[place]], pairs)
            tokens = tuple(vocabulary[i] for i in ids)
            if backwards != tokens:
                word = Word(corpus.words[words[place]])
                facts: dict[str, Value] = {
                    "word": word,
                    "tokens": Tokens(tokens),
                    "other": Tokens(backwards),
                }
                yield Finding(step, facts)


def merge_from_left(tokens: Sequence[Token], pair: Pair) -> tuple[Token, ...]:
    """Merge the pair wherever it occurs, from left to right.

    >>> merge_from_left("aaab", Pair("a", "a"))
    ('aa', 'a', 'b')
    """
    done: list[Token] = []
    i = 0
    while i < len(tokens):
        size = 2 if tuple(tokens[i : i + 2]) == (pair.left, pair.right) else 1
        done.append(joined(tokens[i : i + size]))
        i += size
    return tuple(done)


def _in_reverse(tokens: Sequence[Token], pairs: Sequence[Pair]) -> tuple[Token, ...]:
    """Apply the merges from the last one learned to the first."""
    done = tuple(tokens)
    for pair in reversed(pairs):
        done = merge_from_left(done, pair)
    return done
