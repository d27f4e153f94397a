"""Counts that a merge changes, against the trace's own counts at each step."""

from hypothesis import given

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.renewed_counts import renewed_counts
from tests.examples import rules, word_counts


@given(word_counts, rules)
def test_they_are_those_of_two_states(counts: dict[str, int], rule: str) -> None:
    """A pair that only one of the two states has is changed, too."""
    trace = train_bpe(Corpus.from_counts(counts), num_merges=6, tie_break=rule)
    found = list(renewed_counts(trace, len(counts), 6))
    assert [each.step for each in found] == [*range(1, len(trace) + 1)]
    for each in found:
        before = dict(trace.state_at(each.step - 1).pairs(top=10_000))
        after = dict(trace.state_at(each.step).pairs(top=10_000))
        assert each.pairs == len(before)
        assert each.changed == len(dict(before.items() ^ after.items()))
        assert 1 <= each.words <= len(counts)
