"""BPE-dropout: encoding with some merges left out at random (Provilkov et al., 2020).

A word is encoded as usual, but at each step every merge that could be applied is dropped with
probability p, independently at each place of a pair. Of the merges that are left, the one learned
first is applied, leftmost first, once; then all are possible again. If all are dropped, the
word stays as it is (algorithm 1 of "BPE-Dropout: Simple and Effective Subword Regularization",
ACL 2020). With p = 0 this is the usual encoding, with p = 1 the base tokens.

Unlike in subword-nmt, which applies the chosen merge at all places where it was not dropped, but
as in Hugging Face tokenizers, a step merges one place. In Hugging Face tokenizers, dropped merges
also get another chance when a merge comes up whose pair is already gone; here, as in the paper,
they get it only after a merge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

from bpe_core.encoding.encoding_steps import Ranks
from bpe_core.errors import ProbabilityError

Cut = tuple[int, ...]  # a word as token ids


def drop_merges(ids: Iterable[int], ranks: Ranks, probability: float, random: Random) -> Cut:
    """Draw once: the token ids of a word, which is given as the ids of its base tokens.

    Time grows with the square of the word's length. Raises `ProbabilityError`.

    >>> ranks = {1 << 32 | 2: 3, 3 << 32 | 3: 4}
    >>> [drop_merges([1, 2, 1, 2], ranks, p, Random(3)) for p in (0, 0.5, 1)]
    [(4,), (1, 2, 3), (1, 2, 1, 2)]
    """
    check_probability(probability)
    cut = tuple(ids)
    while (merge := _first_kept(_possible(cut, ranks), probability, random)) is not None:
        cut = _merged(cut, merge)
    return cut


def draw_cuts(
    ids: Iterable[int], ranks: Ranks, probability: float, random: Random
) -> Iterator[Cut]:
    """Draw again and again, endlessly."""
    units = tuple(ids)
    while True:
        yield drop_merges(units, ranks, probability, random)


def shares_of_cuts(ids: Iterable[int], ranks: Ranks, probability: float) -> dict[Cut, float]:
    """All cuts that can be drawn, with their exact probabilities.

    Every state of the word is visited once, and a word of n base tokens can have 2^(n-1) states,
    so use this only for short words. Raises `ProbabilityError`.

    >>> shares_of_cuts([1, 2, 1, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4}, 0.5)
    {(1, 2, 1, 2): 0.25, (3, 1, 2): 0.25, (1, 2, 3): 0.125, (3, 3): 0.1875, (4,): 0.1875}
    """
    check_probability(probability)
    reached, ended = {tuple(ids): 1.0}, {}
    while reached:  # each round has one token fewer, so no cut is reached in two rounds
        following: dict[Cut, float] = {}
        for cut, share in reached.items():
            for merge in _possible(cut, ranks):
                after = _merged(cut, merge)
                following[after] = following.get(after, 0.0) + share * (1 - probability)
                share *= probability
            if share:
                ended[cut] = share
        reached = {cut: share for cut, share in following.items() if share}
    return ended


def check_probability(value: object) -> None:
    """Raise `ProbabilityError` for anything but a number from 0 to 1."""
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ProbabilityError(value=value)


def _possible(cut: Cut, ranks: Ranks) -> Sequence[tuple[int, int]]:
    """The merges that could be applied, as (new token, place), the first learned first."""
    found = (
        (new, place)
        for place, (left, right) in enumerate(pairwise(cut))
        if (new := ranks.get(left << 32 | right)) is not None
    )
    return sorted(found)


def _first_kept(
    merges: Iterable[tuple[int, int]], probability: float, random: Random
) -> tuple[int, int] | None:
    """The first merge that is not dropped; those after it would not be applied anyway."""
    return next((merge for merge in merges if random.random() >= probability), None)


def _merged(cut: Cut, merge: tuple[int, int]) -> Cut:
    new, place = merge
    return (*cut[:place], new, *cut[place + 2 :])
