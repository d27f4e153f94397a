"""The ballot of a round: every token that goes is right, and every one that ties with one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_unigram
from bpe_core.algorithms.unigram import UnigramTrace
from classroom.voting.ballot import Ballot
from classroom.voting.ballot_rows import MOST_TOKENS, MOST_WORDS, name_of
from classroom.voting.next_removal import ballot_of_round
from sample_corpora import load

COUNTS = st.dictionaries(
    st.text("abcd好", min_size=2, max_size=7), st.integers(1, 9), min_size=2, max_size=20
)
#: Costs as close as this are equal: what separates them is rounding.
ROUNDING = 1e-12


def naive_right(trace: UnigramTrace, step: int) -> tuple[set[str], set[str]]:
    """The names of the tokens that go, and of those that stay at the cost of one that goes."""
    state = trace.state_at(step)
    later = {*trace.vocabulary_at(step + 1)}
    names = state.vocabulary[len(trace.special_tokens) :]
    costs = dict(zip(names, state.costs.tolist(), strict=True))
    most = max(cost for token, cost in costs.items() if token not in later)
    goes = {name_of(token) for token in costs if token not in later}
    ties = {
        name_of(token)
        for token, cost in costs.items()
        if token in later and abs(cost - most) <= ROUNDING * most
    }
    return goes, ties


def ballots(counts: dict[str, int], unit: Any) -> list[tuple[UnigramTrace, int, Ballot]]:
    corpus = Corpus.from_counts(counts, unit=unit)
    trace = train_unigram(corpus, vocab_size=len(corpus.base_vocabulary) + 1)
    return [(trace, step, ballot_of_round(trace, step)) for step in range(len(trace))]


@given(COUNTS, st.sampled_from(["char", "byte"]))
def test_what_goes_and_what_ties_is_right_and_nothing_else(
    counts: dict[str, int], unit: Any
) -> None:
    for trace, step, ballot in ballots(counts, unit):
        goes, ties = naive_right(trace, step)
        right = {ballot.choices[choice] for choice in ballot.right}
        assert right == (goes | ties) & {*ballot.choices}
        assert right & goes  # at least one that goes can be chosen
        assert bool(ballot.tied) <= bool(ties)
        assert ties & right <= {ballot.choices[choice] for choice in ballot.tied}
        assert len(ballot.choices) > len(ballot.right)  # and something that is wrong
        rows = ballot.shown["words"]
        for row in rows:  # on a phone, each token is the choice of that token
            tokens = [each if isinstance(each, str) else bytes(each) for each in row["tokens"]]
            assert [ballot.choices[i] for i in row["choices"]] == [*map(name_of, tokens)]
        assert [row["tokens"] for row in rows[1:]] == [
            [each if isinstance(each, str) else [*each] for each in tokens]
            for tokens, _ in trace.state_at(step).words
        ]


def test_every_round_of_a_sample_can_be_asked() -> None:
    """Some candidates are right and some are not, and their alphabetical order tells nothing."""
    trace = train_unigram(load("low"), vocab_size=14)
    for step in range(len(trace)):
        ballot = ballot_of_round(trace, step)
        candidates, *words = ballot.shown["words"]
        assert candidates["apart"]
        assert candidates["tokens"] == sorted(candidates["tokens"])
        assert len(words) + ballot.shown["more"] == len(trace.corpus.words) <= MOST_WORDS
        assert max(len(row["tokens"]) for row in words) <= MOST_TOKENS
        assert 0 < len(ballot.right & {*candidates["choices"]}) < len(candidates["choices"])


def test_single_units_are_wrong_because_they_always_stay() -> None:
    trace = train_unigram(
        Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "b": 1}), vocab_size=7
    )
    last = ballot_of_round(trace, len(trace) - 1)
    units = {last.choices[choice] for choice, name in last.beliefs.items() if name == "single-unit"}
    assert units <= {*"hugpnb"}
    assert units


@pytest.mark.parametrize("step", [-1, 99])
def test_beyond_the_last_round_nothing_is_asked(step: int) -> None:
    trace = train_unigram(Corpus.from_counts({"hugs": 2, "hug": 3}), vocab_size=6)
    with pytest.raises(ValueError, match="no round"):
        ballot_of_round(trace, step)
