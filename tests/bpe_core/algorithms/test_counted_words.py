"""Counts and the pair that is next, among words in which tokens merge and come apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import TIE_RULES, Corpus
from bpe_core.algorithms.counted_words import Pair, Words
from bpe_core.algorithms.picky import split_in
from bpe_core.textbook import merge_pair
from tests.bpe_core.oracles import count_pairs
from tests.examples import rules

#: Long words over few letters: pairs are tied, and come back where they were.
counts = st.dictionaries(st.text("abc", min_size=2, max_size=12), st.integers(1, 3), min_size=1)
#: The same word many times over, so that pairs occur in more places than a loop is used for.
many = st.integers(95, 130).map(lambda n: {f"{'ab' * (1 + n % 3)}{'c' * i}": 1 for i in range(n)})


class Naive:
    """The words as lists of tokens; everything is counted anew when it is asked for."""

    def __init__(self, corpus: Corpus) -> None:
        starts = corpus.starts.tolist()
        self.words = [corpus.units[a:b].tolist() for a, b in pairwise(starts)]
        self.times = corpus.counts.tolist()

    def counts(self) -> dict[Pair, int]:
        return count_pairs(self.words, self.times)

    def frequency(self, token: int) -> int:
        return sum(w.count(token) * times for w, times in zip(self.words, self.times, strict=True))

    def first_place(self, pair: Pair) -> int:
        """Where a pair occurs first when all words are read."""
        return [each for word in self.words for each in [*pairwise(word), None]].index(pair)


@given(counts | many, rules, st.data())
def test_all_counts_and_the_next_pair_are_those_of_words_counted_anew(
    given_words: dict[str, int], name: str, data: st.DataObject
) -> None:
    """After merges and splits in any order; a pair that was merged may be merged again."""
    corpus = Corpus.from_counts(given_words)
    rule = TIE_RULES[name](corpus.base_vocabulary)
    words, naive = Words(corpus, rule=rule), Naive(corpus)
    made: dict[Pair, int] = {}
    base = len(corpus.base_vocabulary)
    for _ in range(data.draw(st.integers(1, 30))):
        expected = naive.counts()
        assert dict(words.counts()) == expected
        best = words.best_pair()
        if best is None:
            assert not expected
            break
        tied = [pair for pair, count in expected.items() if count == max(expected.values())]
        assert best == min(tied, key=lambda pair: rule.key(*pair, naive.first_place(pair)))
        assert words.tied == len(tied)
        inside = [(pair, token) for pair, token in made.items() if words.frequency[token]]
        if inside and data.draw(st.integers(0, 2)) == 0:
            pair, token = data.draw(st.sampled_from(inside))
            naive.words = [split_in(word, token, pair) for word in naive.words]
            assert words.split(token, pair) > 0
        else:
            pair = data.draw(st.sampled_from([best, *sorted(expected)]))
            if pair not in made:
                made[pair] = base + len(made)
                rule.learn(*pair)
            naive.words = [merge_pair(word, pair, made[pair]) for word in naive.words]
            assert words.merge(*pair, made[pair]) > 0
        for token in range(base + len(made)):
            assert words.frequency[token] == naive.frequency(token)


def test_a_pair_that_does_not_occur_is_merged_nowhere() -> None:
    """And its token has an id all the same, as merges of another text have."""
    words = Words(Corpus.from_counts({"ab": 1, "ca": 1}))
    assert words.merge(1, 2, 3) == 0
    assert words.merge(0, 1, 4) == 1
    assert [words.frequency[token] for token in range(5)] == [1, 0, 1, 0, 1]
