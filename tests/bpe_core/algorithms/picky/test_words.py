"""The pair that is next, among words in which tokens merge and come apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import TIE_RULES, Corpus
from bpe_core.algorithms.picky.words import Pair, Words
from tests.bpe_core.strategies import rules

#: Long words over few letters: pairs are tied, and come back where they were.
counts = st.dictionaries(st.text("abc", min_size=2, max_size=12), st.integers(1, 3), min_size=1)


@given(counts, rules, st.data())
def test_the_next_pair_is_the_smallest_of_all_that_are_tied(
    given_words: dict[str, int], name: str, data: st.DataObject
) -> None:
    """After merges and splits in any order, the key of each tied pair is computed again."""
    corpus = Corpus.from_counts(given_words)
    rule = TIE_RULES[name](corpus.base_vocabulary)
    words = Words(corpus, rule)
    made: dict[int, Pair] = {}
    for _ in range(data.draw(st.integers(1, 12))):
        if not words.best_pairs():
            break
        assert words.first_pair() == min(
            words.best_pairs(), key=lambda pair: rule.key(*pair, first_place(words, pair))
        )
        inside = [token for token in made if words.frequency.get(token)]
        if inside and data.draw(st.booleans()):
            token = data.draw(st.sampled_from(inside))
            words.split(token, made[token])
            continue
        pair = data.draw(st.sampled_from(sorted(words.best_pairs())))
        new = len(corpus.base_vocabulary) + len(made)
        rule.learn(*pair)
        words.merge(*pair, new)
        made[new] = pair


def first_place(words: Words, pair: Pair) -> int:
    """Where a pair occurs first when all words are read."""
    pairs = [each for word in words.tokens for each in [*pairwise(word), None]]
    return pairs.index(pair)
