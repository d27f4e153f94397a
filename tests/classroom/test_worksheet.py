"""A worksheet's answers, against a naive recount."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from classroom import Hand
from classroom.worksheet import MOST_PAIRS, make_worksheet
from tests.classroom.test_questions import Recount
from tests.examples import markers, rules, units, word_counts


@given(word_counts, units, markers, rules, st.integers(0, 99), st.integers(1, 8))
def test_every_answer_is_recounted(
    counts: dict[str, int], unit: str, marker: str, rule: str, seed: int, merges: int
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    hand = Hand.of(corpus, seed, tie_break=rule)
    sheet = make_worksheet(hand, seed=seed, merges=merges)
    recount = Recount(hand)
    assert len(sheet.steps) == min(merges, hand.last)
    for k, step in enumerate(sheet.steps, 1):
        before = recount.pairs(k - 1)
        highest = max(before.values())
        assert step.pairs[0] == (recount.merged(k), highest)
        assert [count for _, count in step.pairs] == sorted(before.values())[::-1][:MOST_PAIRS]
        assert all(before[pair] == count for pair, count in step.pairs)
        assert step.tied == list(before.values()).count(highest)
        assert step.token == recount.made(k)
        assert step.words == list(zip(recount.cut(k), recount.counts, strict=True))
        assert step.token_total == recount.total(k)
    for word, tokens in sheet.new_words:
        assert word not in counts
        assert tokens == recount.apply(word, range(1, len(sheet.steps) + 1))
