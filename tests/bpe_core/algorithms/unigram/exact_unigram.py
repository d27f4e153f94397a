"""Unigram's rounds in 500 digits; costs less than 1e-13 apart count as equal, as the rule says.

It shares no code with `bpe_core`. The words are short, and every sum runs over their nodes.
"""

from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext
from typing import NamedTuple

from tests.bpe_core.algorithms.unigram.brute_unigram import seed_counts

Tokens = Mapping[str, Decimal]
DIGITS = Context(prec=500, Emin=-10_000_000, Emax=10_000_000)
SAME = Decimal("1e-13")
HALF = Decimal("0.5")


class Round(NamedTuple):
    """The tokens with their shares, the loss, and what is removable, the cheapest first."""

    shares: dict[str, Decimal]
    loss: Decimal
    cheapest: list[tuple[str, Decimal]]


def sums_before(word: str, tokens: Tokens) -> list[Decimal]:
    """For each node, the summed probability of all paths to it."""
    sums = [Decimal(1)]
    for end in range(1, len(word) + 1):
        ways = ((start, word[start:end]) for start in range(end))
        sums.append(sum((sums[s] * tokens[t] for s, t in ways if t in tokens), Decimal(0)))
    return sums


def expected(words: Mapping[str, int], tokens: Tokens) -> dict[str, Decimal]:
    found = dict.fromkeys(tokens, Decimal(0))
    for word, count in words.items():
        size = len(word)
        before = sums_before(word, tokens)
        mirrored = {token[::-1]: p for token, p in tokens.items()}
        after = sums_before(word[::-1], mirrored)[::-1]
        for start in range(size):
            for end in range(start + 1, size + 1):
                token = word[start:end]
                if token in tokens:
                    over = before[start] * tokens[token] * after[end] / before[size]
                    found[token] += count * over
    return found


def shares(counts: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Single units count at least half an occurrence."""
    at_least = {t: max(n, HALF) if len(t) == 1 else n for t, n in counts.items()}
    whole = sum(at_least.values())
    return {token: n / whole for token, n in at_least.items()}


def loss(words: Mapping[str, int], tokens: Tokens) -> Decimal:
    totals = ((sums_before(word, tokens)[-1], count) for word, count in words.items())
    return -sum((count * total.ln() for total, count in totals), Decimal(0))


def removal_cost(token: str, words: Mapping[str, int], tokens: Tokens) -> Decimal:
    others = {other: p for other, p in tokens.items() if other != token}
    return loss(words, others) - loss(words, tokens)


def by_cost(costs: Sequence[tuple[str, Decimal]]) -> list[tuple[str, Decimal]]:
    """The cheapest first; among equal costs, the one later in the list."""
    found: list[tuple[str, Decimal]] = []
    left = list(costs)
    while left:
        least = min(cost for _, cost in left)
        place = max(i for i, (_, cost) in enumerate(left) if cost - least <= SAME * abs(least))
        found.append(left.pop(place))
    return found


def exact_rounds(
    words: Mapping[str, int], target: int, *, seed_size: int, factor: float, iterations: int
) -> list[Round]:
    """All rounds of a training, from the seed to the wanted size."""
    with localcontext(DIGITS):
        counts = seed_counts(words, 16, seed_size)
        tokens = shares({token: Decimal(n) for token, n in counts.items()})
        rounds: list[Round] = []
        while True:
            for _ in range(iterations):
                tokens = shares(expected(words, tokens))
            longer = [token for token in tokens if len(token) > 1]
            cheapest = by_cost([(t, removal_cost(t, words, tokens)) for t in longer])
            rounds.append(Round(tokens, loss(words, tokens), cheapest))
            size = len(tokens)
            if size <= target:
                return rounds
            gone = size - max(target, min(size - 1, int(size * factor)))
            dropped = {token for token, _ in cheapest[:gone]}
            tokens = {token: p for token, p in tokens.items() if token not in dropped}
