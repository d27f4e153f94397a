"""Beliefs that a learner may have about BPE: the pair that each would merge, and what disproves it.

A belief about counting is applied to the current words, like BPE itself: it computes a number for
each pair, and takes the pair with the largest. If `bpe_core.diagnosis` has a mistake of the same
kind, it has the same name.

The steps of a training that disprove a belief are not scripted: each is searched for in the trace.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Self, TypeVar

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
    facts: Mapping[str, Value] = field(hash=False)


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
            pair, other = _pair(trace, step + 1), Pair(vocabulary[left], vocabulary[right])
            count, n = int(history.count[rows[0]]), int(history.count[row])
            yield Finding(step, {"pair": pair, "count": count, "other": other, "n": n})


def find_overlap(trace: Trace) -> Iterator[Finding]:
    """A pair of a token with itself is counted more often than it can be merged."""
    saved = _saved(trace)
    for step in np.flatnonzero(trace.merge_counts > saved[1:]).tolist():
        count = int(trace.merge_counts[step])
        pair = _pair(trace, step + 1)
        yield Finding(step + 1, {"count": count, "merged": saved[step + 1], "pair": pair})


def find_loss(trace: Trace) -> Iterator[Finding]:
    """A merge makes a token, but its parts may fall out of use: the total in use need not grow."""
    sizes = trace.in_use_sizes
    for step in np.flatnonzero(np.diff(sizes) <= 0).tolist():
        before, after = int(sizes[step]), int(sizes[step + 1])
        n, pair = len(trace.vocabulary_at(step + 1)), _pair(trace, step + 1)
        yield Finding(step + 1, {"before": before, "after": after, "n": n, "pair": pair})


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
            made = part - first + 1
            if made > 0 and 0 < counts[part] < saved[made]:
                token = Tokens((trace.vocabulary[part + trace.first_base_id],))
                facts: dict[str, Value] = {"token": token, "made": made, "before": saved[made]}
                yield Finding(step, {**facts, "after": counts[part], "pair": _pair(trace, step)})


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
                word, other = Word(corpus.words[words[place]]), Tokens(backwards)
                yield Finding(step, {"word": word, "tokens": Tokens(tokens), "other": other})


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


Row = tuple[tuple[Token, ...], int]
#: Two adjacent tokens, like `classroom.values.Pair`, but faster: thousands are counted.
Two = tuple[Token, Token]

#: The first step that may disprove a belief.
FIRST = 2

K = TypeVar("K")
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Sight:
    """The information from which somebody chooses the next pair.

    - `words`: each word's tokens now, and its count
    - `before`: the same before the first merge; `merged`: the pairs merged so far
    - `running`: the tokens of the running text's words, one after another; empty if there
      is only a list of words
    """

    words: Sequence[Row]
    before: Sequence[Row]
    merged: Sequence[Two] = ()
    running: Sequence[tuple[Token, ...]] = ()

    @classmethod
    def of(cls, trace: Trace, step: int) -> Self:
        """See a training after `step` merges, with its whole running text if that is known."""
        corpus, words = trace.corpus, trace.state_at(step).words
        is_whole = len(corpus.running_words) == corpus.word_total
        return cls(
            words=words,
            before=trace.state_at(0).words,
            merged=[(merge.left, merge.right) for merge in trace.merges[:step]],
            running=[words[i][0] for i in corpus.running_words.tolist()] if is_whole else (),
        )


Numbers = Mapping[Two, int]


def count_pairs(words: Sequence[Row]) -> Counter[Two]:
    """How often each pair occurs: what BPE counts.

    >>> count_pairs([(("a", "a", "a"), 2)])
    Counter({('a', 'a'): 4})
    """
    return Counter(_counted(words, pairwise))


def _counted(
    words: Sequence[Row], pairs_of: Callable[[tuple[Token, ...]], Iterable[Two]]
) -> dict[Two, int]:
    counts: dict[Two, int] = {}  # a counter would call Python for each new pair
    for tokens, times in words:
        for pair in pairs_of(tokens):
            counts[pair] = counts.get(pair, 0) + times
    return counts


def _words_once(sight: Sight) -> Numbers:
    return count_pairs([(tokens, 1) for tokens, _ in sight.words])


def _once_per_word(sight: Sight) -> Numbers:
    return _counted(sight.words, lambda tokens: dict.fromkeys(pairwise(tokens)))


def _as_merged(sight: Sight) -> Numbers:
    def pairs_of(tokens: tuple[Token, ...]) -> Iterator[Two]:
        taken = -1  # where the last occurrence of a token with itself ends
        for i, pair in enumerate(pairwise(tokens)):
            if pair[0] != pair[1]:
                yield pair
            elif i != taken:
                taken = i + 1
                yield pair

    return _counted(sight.words, pairs_of)


def _across_words(sight: Sight) -> Numbers:
    return count_pairs([(tuple(token for word in sight.running for token in word), 1)])


def _either_order(sight: Sight) -> Numbers:
    """Counts a pair and its reverse together, under the one that occurs more often."""
    counts = count_pairs(sight.words)
    return {
        (left, right): n if left == right else n + counts[right, left]
        for (left, right), n in list(counts.items())
        if n >= counts[right, left]
    }


def _not_renewed(sight: Sight) -> Numbers:
    return {p: n for p, n in count_pairs(sight.before).items() if p not in sight.merged}


def _longest(sight: Sight) -> Numbers:
    return {pair: len(pair[0]) + len(pair[1]) for pair in count_pairs(sight.words)}


@dataclass(frozen=True)
class Belief:
    """A belief, and what is computed from it. Its sentences are in `pages.components.beliefs`.

    - `numbers`: what somebody who holds it takes for the counts of the pairs; None if it is not
      about the choice of a pair
    - `search`: the steps of a training that disprove it; None if nothing is searched for
    """

    name: str
    numbers: Callable[[Sight], Numbers] | None = None
    search: Callable[[Trace], Iterator[Finding]] | None = None


#: Every belief by name. A mistake of the same kind in `bpe_core.diagnosis` has the same name.
BELIEFS: Mapping[str, Belief] = {
    belief.name: belief
    for belief in (
        Belief("words-once", _words_once),
        Belief("pair-once-per-word", _once_per_word),
        Belief("overlaps-as-merged", _as_merged, find_overlap),
        Belief("pairs-across-words", _across_words),
        Belief("either-order", _either_order),
        Belief("counts-not-renewed", _not_renewed),
        Belief("longest-token", _longest, find_longer_token),
        Belief("always-more-tokens", search=find_loss),
        Belief("as-often-as-letters", search=find_rarer_token),
        Belief("any-order", search=find_other_order),
    )
}
#: Of each belief about the choice of a pair, its numbers.
NUMBERS: Mapping[str, Callable[[Sight], Numbers]] = {
    name: belief.numbers for name, belief in BELIEFS.items() if belief.numbers
}


def find_misconceptions(trace: Trace) -> dict[str, Finding]:
    """For each belief that this training disproves, the first step that shows no other as wrong.

    The first step of all is left out: there is enough to look at.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"bc": 9, "aaa": 2, "aaab": 1}))
    >>> [(name, found.step) for name, found in find_misconceptions(trace).items()]
    [('overlaps-as-merged', 2), ('always-more-tokens', 3), ('as-often-as-letters', 4)]
    """
    findings: dict[str, Finding] = {}
    taken: set[int] = set()
    for name, belief in BELIEFS.items():
        if belief.search is None:
            continue
        steps = (each for each in belief.search(trace) if each.step >= FIRST)
        finding = next((each for each in steps if each.step not in taken), None)
        if finding is not None:
            findings[name] = finding
            taken.add(finding.step)
    return dict(sorted(findings.items(), key=lambda item: item[1].step))


def winners_of(sight: Sight) -> dict[str, Two]:
    """The pair that each belief would merge next, where it does not tie with another."""
    winners = {name: clear_winner(numbers(sight)) for name, numbers in NUMBERS.items()}
    return {name: winner[0] for name, winner in winners.items() if winner}


def clear_winner(numbers: Mapping[K, N]) -> tuple[K, N] | None:
    """Return the key with the largest number, and the number; None if there is a tie, or nothing.

    >>> clear_winner({("a", "b"): 3, ("b", "a"): 2})
    (('a', 'b'), 3)
    >>> clear_winner({("a", "b"): 3, ("b", "a"): 3}) is None
    True
    """
    if not numbers:
        return None
    largest = max(numbers.values())
    winners = [pair for pair, number in numbers.items() if number == largest]
    return (winners[0], largest) if len(winners) == 1 else None
