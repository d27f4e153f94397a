"""A bigram language model over tokens: how often each token came after which other, and no more.

A word is its tokens between two borders. The probability of a word is a product, with a factor
P(b | a) = count(a b) / count(a) for each token b after a, the border at its end included; its bits
are -log2 of that. Only counts of the text are used, so nothing is learned by gradients. The model
knows a word by the one segmentation that its tokenizer makes: what it says is an upper bound of
the bits (Cao and Rimell, 2021, "You should evaluate your language model on marginal likelihood
over tokenisations").

On the text that was counted, no merge makes this model worse. Before a merge of x and y, take a
model over the new tokens that gives every word its old probability: P'(xy | a) = P(x | a) P(y | x),
P'(x | a) = P(x | a) (1 - P(y | x)), P'(z | x) = P(z | x) / (1 - P(y | x)) for any z but y, and
P'(z | xy) = P(z | y). Counting takes the best of all such models.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, pairwise
from math import log2

import numpy as np

from bpe_core.algorithms.bpe.trace import Trace

#: A token: its id, or its text where no two tokens have the same.
AnyToken = Hashable
Word = tuple[AnyToken, ...]
Step = tuple[AnyToken, AnyToken]
#: What stands before the first token of a word and after its last.
BORDER = None
#: How many beginnings of words are tried. In some texts words have no end: `aaaa`.
MOST_BEGINNINGS = 20_000


@dataclass(frozen=True)
class LikelyWord:
    """A word by its tokens, the bits it takes, and whether it was read in these tokens."""

    tokens: Word
    bits: float
    was_read: bool


class BigramModel:
    """The model of words that are cut into tokens, each with how often it occurs.

    `rows` says by a token how often each token came next; `BORDER` is before and after a word.
    `words` are the words that were read.

    >>> model = BigramModel([("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)])
    >>> model.rows["u"]
    Counter({'g': 20, 'n': 16})
    >>> [str(factor) for factor in model.factors("hug")], str(model.probability("hug"))
    (['5/12', '1', '5/9', '3/4'], '25/144')
    >>> str(model.probability("bug")), round(model.bits, 2)  # "bug" was not read
    ('5/108', 101.93)
    """

    def __init__(self, words: Iterable[tuple[Sequence[AnyToken], int]]) -> None:
        self.words: Counter[Word] = Counter()
        rows: defaultdict[AnyToken, Counter[AnyToken]] = defaultdict(Counter)
        for word, times in words:
            self.words[tuple(word)] += times
            for before, after in _steps(word):
                rows[before][after] += times
        self.rows = dict(rows)

    def factors(self, word: Sequence[AnyToken]) -> list[Fraction]:
        """P(b | a) for each token and the border at the end; 0 for what never came after `a`."""
        rows = [(self.rows.get(before, Counter()), after) for before, after in _steps(word)]
        return [Fraction(row[after], row.total() or 1) for row, after in rows]

    def probability(self, word: Sequence[AnyToken]) -> Fraction:
        """How probable a word is, cut into these tokens: the product of its factors."""
        product = Fraction(1)
        for factor in self.factors(word):
            product *= factor
        return product

    @cached_property
    def after_any(self) -> Counter[AnyToken]:
        """How often each token came next, after whatever token."""
        total: Counter[AnyToken] = Counter()
        for row in self.rows.values():
            total.update(row)
        return total

    def smoothed(self, before: AnyToken, after: AnyToken, choices: int) -> Fraction:
        """P(after | before) by Witten and Bell: above 0 for each of so many tokens, the border too.

        A token that was followed by many different ones is likely to be followed by another one:
        with T(a) of them, P(b | a) = (count(a b) + T(a) P(b)) / (count(a) + T(a)), and in the same
        way P(b) = (count(b) + T / choices) / (N + T). Source: Witten and Bell, 1991, "The
        Zero-Frequency Problem", method C, interpolated. NLTK's `WittenBellInterpolated` has
        P(b) = count(b) / N instead, so that a token which was never read is impossible.

        >>> model = BigramModel([("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)])
        >>> [str(model.smoothed("u", after, 8)) for after in "gb"]
        ['1591/2983', '5/2983']
        """
        row, any_row = self.rows.get(before, Counter()), self.after_any
        if not any_row:
            return Fraction(1, choices)
        seen = len(any_row)
        part = (any_row[after] + Fraction(seen, choices)) / (any_row.total() + seen)
        return (row[after] + len(row) * part) / (row.total() + len(row)) if row else part

    @property
    def bits(self) -> float:
        """How many bits the words take that were read, each as often as it occurs."""
        contexts = (row.total() for row in self.rows.values())
        pairs = (times for row in self.rows.values() for times in row.values())
        return sum(map(_n_log_n, contexts)) - sum(map(_n_log_n, pairs))

    def made_up(self) -> Fraction:
        """How much of the probability goes to what was not read in these tokens.

        >>> words = [("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)]
        >>> str(BigramModel(words).made_up())
        '5/16'
        """
        return 1 - sum(map(self.probability, self.words), Fraction())

    def likely_words(self) -> Iterator[LikelyWord]:
        """Words, read or made up, from the most probable on: the best beginning goes on first.

        >>> model = BigramModel([("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)])
        >>> ["".join(word.tokens) for word in model.likely_words() if not word.was_read]
        ['hun', 'pugs', 'bug', 'bugs']
        """
        order = count()  # of two that are equally probable, the one that was begun first
        begun: list[tuple[float, int, Word, bool]] = []
        if self.rows:
            begun.append((0.0, next(order), (), False))
        for _ in range(MOST_BEGINNINGS):
            if not begun:
                return
            bits, _order, tokens, is_whole = heappop(begun)
            if is_whole:
                yield LikelyWord(tokens, bits, tokens in self.words)
                continue
            row = self.rows[tokens[-1] if tokens else BORDER]
            for token, times in row.items():
                longer = tokens if token is BORDER else (*tokens, token)
                more = bits + log2(row.total() / times)
                heappush(begun, (more, next(order), longer, token is BORDER))

    def earnings(self) -> dict[Step, float]:
        """How many bits each pair would save if it were merged next.

        >>> model = BigramModel([("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)])
        >>> {"".join(pair): round(bits, 2) for pair, bits in model.earnings().items()}
        {'hu': 19.05, 'ug': 20.82, 'pu': 6.71, 'un': 20.82, 'bu': 5.14, 'gs': 0.0}
        """
        containing: dict[Step, set[Word]] = defaultdict(set)
        for word in self.words:
            for pair in pairwise(word):
                containing[pair].add(word)
        return {pair: self._earned(pair, words) for pair, words in containing.items()}

    def _earned(self, pair: Step, words: Iterable[Word]) -> float:
        """Return what merging a pair would save, from the counts of the words that have it."""
        pairs: Counter[Step] = Counter()
        for word in words:
            for step in _steps(word):
                pairs[step] -= self.words[word]
            for step in _steps(_merged(word, pair)):
                pairs[step] += self.words[word]
        contexts: Counter[AnyToken] = Counter()
        for (before, _after), change in pairs.items():
            contexts[before] += change
        nothing: Counter[AnyToken] = Counter()
        gained = [(self.rows.get(a, nothing)[b], change) for (a, b), change in pairs.items()]
        lost = [(self.rows.get(a, nothing).total(), change) for a, change in contexts.items()]
        return _growth(gained) - _growth(lost)


def bits_at_every_step(trace: Trace) -> list[float]:
    """How many bits the corpus takes at steps 0 to n, cut into the tokens of each.

    What a merge earned is the difference to the step before it. Each step counts anew only the
    words that it changes.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> [round(bits, 2) for bits in bits_at_every_step(train_bpe(corpus, num_merges=3))]
    [101.93, 81.11, 81.11, 78.66]
    """
    word_at = np.repeat(np.arange(len(trace.corpus.words)), np.diff(trace.corpus.starts))
    changed: dict[int, set[int]] = defaultdict(set)
    closed = np.flatnonzero(trace.closed)
    for step, word in zip(trace.closed[closed].tolist(), word_at[closed].tolist(), strict=True):
        changed[step].add(word)
    times = trace.corpus.counts.tolist()
    words = trace.state_at(0).word_ids(range(len(times)))
    model = BigramModel(zip(words, times, strict=True))
    pairs = Counter({(a, b): n for a, row in model.rows.items() for b, n in row.items()})
    contexts = Counter({a: row.total() for a, row in model.rows.items()})
    bits = [model.bits]
    for step in range(1, len(trace) + 1):
        changes: Counter[Step] = Counter()
        of_contexts: Counter[AnyToken] = Counter()
        indices = sorted(changed[step])
        for i, tokens in zip(indices, trace.state_at(step).word_ids(indices), strict=True):
            for sign, word in ((-times[i], words[i]), (times[i], tokens)):
                for pair in _steps(word):
                    changes[pair] += sign
                    of_contexts[pair[0]] += sign
            words[i] = tokens
        gained = _growth((pairs[pair], n) for pair, n in changes.items())
        lost = _growth((contexts[token], n) for token, n in of_contexts.items())
        bits.append(bits[-1] - gained + lost)
        pairs.update(changes)
        contexts.update(of_contexts)
    return bits


def _steps(word: Sequence[AnyToken]) -> Iterator[Step]:
    """Each token of a word with the one before it, from border to border."""
    return pairwise((BORDER, *word, BORDER))


def _merged(word: Word, pair: Step) -> list[AnyToken]:
    """The word with the pair merged wherever it is, from left to right; the pair is the token."""
    tokens: list[AnyToken] = []
    for token in word:
        if tokens and (tokens[-1], token) == pair:
            tokens[-1] = pair
        else:
            tokens.append(token)
    return tokens


def _n_log_n(n: int) -> float:
    return n * log2(n) if n else 0.0


def _growth(changes: Iterable[tuple[int, int]]) -> float:
    """How much the sum of n * log2(n) grows by these changes: what n was, and what is added."""
    return sum(_n_log_n(n + change) - _n_log_n(n) for n, change in changes if change)
