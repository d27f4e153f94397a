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
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import log2

from bpe_core.algorithms.bpe.trace import Trace

#: A token: its id, or its text where no two tokens have the same.
AnyToken = Hashable
Word = tuple[AnyToken, ...]
Step = tuple[AnyToken, AnyToken]
#: What stands before the first token of a word and after its last.
BORDER = None


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


def bits_at_every_step(trace: Trace) -> list[float]:
    """How many bits the corpus takes at steps 0 to n, cut into the tokens of each.

    What a merge earned is the difference to the step before it. Each step counts all words anew.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> [round(bits, 2) for bits in bits_at_every_step(train_bpe(corpus, num_merges=3))]
    [101.93, 81.11, 81.11, 78.66]
    """
    times = trace.corpus.counts.tolist()
    states = map(trace.state_at, range(len(trace) + 1))
    words = (state.word_ids(range(len(times))) for state in states)
    return [BigramModel(zip(each, times, strict=True)).bits for each in words]


def _steps(word: Sequence[AnyToken]) -> Iterator[Step]:
    """Each token of a word with the one before it, from border to border."""
    return pairwise((BORDER, *word, BORDER))


def _n_log_n(n: int) -> float:
    return n * log2(n) if n else 0.0
