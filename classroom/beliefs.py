"""Beliefs that a learner may have about counting pairs, and the pair that each would merge.

Every belief is applied to the current words, like BPE itself: it computes a number for each pair,
and takes the pair with the largest. Unlike the findings of `misconceptions`, which look for a step
that disproves a belief, these say what somebody who holds the belief would answer. If
`bpe_core.diagnosis` has a mistake of the same kind, it has the same name.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from bpe_core import Token

Row = tuple[tuple[Token, ...], int]
#: Two adjacent tokens, like `classroom.values.Pair`, but faster: thousands are counted.
Two = tuple[Token, Token]

K = TypeVar("K")
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Sight:
    """What somebody sees who chooses the next pair.

    - `words`: each word's tokens now, and its count
    - `before`: the same before the first merge; `merged`: the pairs merged so far
    - `running`: the tokens of the running text's words, one after another; empty if there
      is only a list of words
    """

    words: Sequence[Row]
    before: Sequence[Row]
    merged: Sequence[Two] = ()
    running: Sequence[tuple[Token, ...]] = ()


Numbers = Mapping[Two, int]


def count_pairs(words: Sequence[Row]) -> Counter[Two]:
    """How often each pair occurs: what BPE counts.

    >>> count_pairs([(("a", "a", "a"), 2)])
    Counter({('a', 'a'): 4})
    """
    counts: dict[Two, int] = {}  # a counter would call Python for each new pair
    for tokens, times in words:
        for pair in pairwise(tokens):
            counts[pair] = counts.get(pair, 0) + times
    return Counter(counts)


def _words_once(sight: Sight) -> Numbers:
    return count_pairs([(tokens, 1) for tokens, _ in sight.words])


def _once_per_word(sight: Sight) -> Numbers:
    counts: dict[Two, int] = {}
    for tokens, times in sight.words:
        for pair in dict.fromkeys(pairwise(tokens)):
            counts[pair] = counts.get(pair, 0) + times
    return counts


def _as_merged(sight: Sight) -> Numbers:
    counts: dict[Two, int] = {}
    for tokens, times in sight.words:
        taken = -1  # where the last occurrence of a token with itself ends
        for i, pair in enumerate(pairwise(tokens)):
            if pair[0] == pair[1]:
                if i == taken:
                    continue
                taken = i + 1
            counts[pair] = counts.get(pair, 0) + times
    return counts


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


#: Every belief by name, with the function that computes its numbers.
BELIEFS: Mapping[str, Callable[[Sight], Numbers]] = {
    "words-once": _words_once,
    "pair-once-per-word": _once_per_word,
    "overlaps-as-merged": _as_merged,
    "pairs-across-words": _across_words,
    "either-order": _either_order,
    "counts-not-renewed": _not_renewed,
    "longest-token": _longest,
}


def clear_winner(numbers: Mapping[K, N]) -> tuple[K, N] | None:
    """What has the largest number, and that number; None if there is a tie, or nothing.

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
