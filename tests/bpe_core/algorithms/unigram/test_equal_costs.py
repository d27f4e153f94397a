"""The token that goes, and its cost, are as the definition says, to the last digit."""

from math import exp, isclose

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_unigram
from tests.bpe_core.algorithms.unigram import brute_unigram as brute
from tests.bpe_core.algorithms.unigram.exact_unigram import exact_rounds
from tests.examples import examples

tiny = st.dictionaries(
    st.sampled_from(["a", "ab", "abc", "哈嘻a"]).flatmap(
        lambda letters: st.text(letters, min_size=1, max_size=7)
    ),
    st.integers(1, 6),
    min_size=1,
    max_size=3,
)


@given(tiny, st.integers(0, 4), st.sampled_from([0.3, 0.75, 0.9]), st.integers(1, 3))
@example({"cab": 4}, 2, 0.75, 2)  # `ca` costs as much as `ab`, which is later in the seed
@example({"abab": 3}, 2, 0.75, 2)
@example({"aaaaaaaa": 11, "bb": 5}, 3, 0.75, 2)
@example({"abc": 2, "bca": 2}, 1, 0.75, 2)
# The last two costs differ in the 17th digit only.
@example({"aaaaaaa": 2, "ba": 2, "aaaaaab": 2}, 0, 0.75, 2)
@examples(50)
def test_every_round_drops_what_the_rule_says(words, extra, factor, iterations) -> None:
    """Against 500 digits: equal costs go by their place in the seed, the later one first."""
    corpus = Corpus.from_counts(words)
    target = len(corpus.base_vocabulary) + extra
    trace = train_unigram(
        corpus, vocab_size=target, seed_size=12, shrinking_factor=factor, sub_iterations=iterations
    )
    rounds = exact_rounds(words, target, seed_size=12, factor=factor, iterations=iterations)
    assert len(trace.snapshots) == len(rounds)
    assert trace.sizes[-1] == target or trace.stopped_because == "nothing_left"
    for step, exact in enumerate(rounds):
        assert list(trace.vocabulary_at(step)) == list(exact.shares)
        found = np.exp(trace.snapshots[step].log_probabilities)
        assert np.allclose(found, [float(p) for p in exact.shares.values()], rtol=1e-7, atol=1e-12)
        assert isclose(trace.snapshots[step].loss, exact.loss, rel_tol=1e-7, abs_tol=1e-7)
        cheapest = trace.state_at(step).cheapest(100)
        assert [ranked.token for ranked in cheapest] == [token for token, _ in exact.cheapest]
        for ranked, (_, cost) in zip(cheapest, exact.cheapest, strict=True):
            assert isclose(ranked.cost, float(cost), rel_tol=1e-11, abs_tol=1e-300)


@given(tiny, st.sampled_from(["", "", "a", "·"]), st.integers(0, 3))
@example({"hug": 1, "bug": 2, "mug": 1, "pug": 3, "rug": 1}, "", 1)  # more words than are told
@example({"ba": 1, "aa": 3}, "", 0)  # side by side, they have `aa` twice
@examples(40)
def test_a_removal_is_explained_by_the_words_that_have_the_token(words, marker, extra) -> None:
    """Each word has the share of its segmentations with the token, tried one by one.

    A token is a stretch of units, so the marker `a` and the letter a are told apart.
    """
    corpus = Corpus.from_counts(words, end_of_word=marker)
    trace = train_unigram(corpus, vocab_size=len(corpus.base_vocabulary) + extra, seed_size=12)
    private = {word: word + ("\ue000" if marker else "") for word in words}
    for step, view in enumerate(trace.history.views):
        state = trace.state_at(step)
        tokens = dict(zip(_units_of(trace, step), state.log_probabilities, strict=True))
        probabilities = {token: float(exp(p)) for token, p in tokens.items()}
        for removal in view.removals:
            token = _spelled(trace, removal.number)
            having = [word for word in words if token in private[word]]
            assert len(removal.words) + removal.more == len(having)
            for each in removal.words:
                word = corpus.words[each.word]
                assert word in having
                share = _share(private[word], token, probabilities)
                assert isclose(each.share, share, rel_tol=1e-9)
                assert isclose(each.share + each.left, 1, rel_tol=1e-12)
            told = sum(each.cost for each in removal.words) + removal.rest
            assert isclose(told, removal.cost, rel_tol=1e-9, abs_tol=1e-15)


def _spelled(trace, number: int) -> str:
    """A token as its units, with the marker as a character that is not in any word."""
    corpus = trace.corpus
    names = ["\ue000" if i == corpus.marker_id else t for i, t in enumerate(corpus.base_vocabulary)]
    if number < len(names):
        return names[number]
    start = int(trace.first[number])
    return "".join(names[i] for i in corpus.units[start : start + int(trace.length[number])])


def _units_of(trace, step: int) -> list[str]:
    return [_spelled(trace, int(number)) for number in trace.snapshots[step].numbers]


def _share(word: str, token: str, tokens: dict[str, float]) -> float:
    paths = list(brute.segmentations(word, tokens))
    whole = sum(brute.probability(path, tokens) for path in paths)
    return sum(brute.probability(path, tokens) for path in paths if token in path) / whole
