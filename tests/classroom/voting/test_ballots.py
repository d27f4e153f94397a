"""The ballots of a room: on the next pair, on the next removal, and on the next rule."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe, train_unigram
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.text.corpus import plain_token
from classroom.voting.ballot import (
    MOST_CHOICES,
    MOST_TOKENS,
    MOST_WORDS,
    Ballot,
    Paper,
    name_of,
)
from classroom.voting.walk_ballots import (
    MOST_SUMMED,
    ballot_of_round,
    ballot_of_step,
    ballot_of_word,
)
from tests.bpe_core.oracles import count_pairs, merge_pair

#: Of a few words, and of many, of which a pair is in more than are listed.
COUNTS = st.sampled_from([1, 20]).flatmap(
    lambda least: st.dictionaries(
        st.text("ab好", min_size=1, max_size=9), st.integers(1, 9), min_size=least, max_size=50
    )
)


@given(COUNTS, st.sampled_from(["char", "byte"]), st.data())
def test_every_tied_pair_is_right_and_nothing_else(
    counts: dict[str, int], unit: Any, data: st.DataObject
) -> None:
    trace = train_bpe(Corpus.from_counts(counts, unit=unit), num_merges=6)
    if not len(trace):
        return
    step = data.draw(st.integers(0, len(trace) - 1))
    words = trace.state_at(step).words
    there = {pair for tokens, _ in words for pair in pairwise(tokens)}
    if len(there) < 2:
        with pytest.raises(ValueError, match="a ballot"):
            ballot_of_step(trace, step)
        return
    ballot = ballot_of_step(trace, step)
    counted = count_pairs(*zip(*words, strict=True))
    winners = {name_of(*p) for p, count in counted.items() if count == max(counted.values())}
    assert {ballot.choices[right] for right in ballot.right} == winners
    assert ballot.tied == (ballot.right if len(winners) > 1 else set())
    assert set(ballot.choices) <= {name_of(*pair) for pair in there}
    for word in ballot.shown["words"]:  # on a phone, two neighbours are the choice between them
        tokens = [each if isinstance(each, str) else bytes(each) for each in word["tokens"]]
        pairs = [name_of(*pair) for pair in pairwise(tokens)]
        assert [ballot.choices[choice] for choice in word["choices"]] == pairs


def test_the_winner_is_shown_though_it_occurs_deep_in_one_long_word() -> None:
    """Also if the most frequent words lack it, if a word has to be shortened, and of many ties.

    Of 36 short words, 30 are shown; z has no pair.
    """
    counts = {f"{a}{b}": 9 for a in "abcdef" for b in "ghijkl"} | {"m" + "no" * 90: 1, "z": 1}
    ballot = ballot_of_step(train_bpe(Corpus.from_counts(counts), num_merges=1), 0)
    assert [ballot.choices[right] for right in ballot.right] == ["n + o"]
    assert max(len(word["tokens"]) for word in ballot.shown["words"]) <= MOST_TOKENS
    assert ballot.shown["more"] == 6
    one = Corpus.from_text("一二三四五六七八九十" * 3 + "甲乙" * 40)
    ballot = ballot_of_step(train_bpe(one, num_merges=1), 0)
    assert [ballot.choices[right] for right in ballot.right] == ["甲 + 乙"]
    ties = Corpus.from_counts({f"{a}{b}": 1 for a in "abcdefghij" for b in "klmnopqrst"})
    ballot = ballot_of_step(train_bpe(ties, num_merges=1, tie_break="largest-text"), 0)
    assert len(ballot.right) == len(ballot.shown["words"]) == 2 * MOST_WORDS
    assert "j + t" in ballot.choices


def test_a_paper_has_as_many_choices_as_a_ballot_may_have() -> None:
    """A word with more is left out; one with choices that are there is not."""
    paper = Paper[int]()
    for choices in (MOST_CHOICES + 1, MOST_CHOICES, 7):
        paper.write(["u"] * choices, range(choices), 1)
    assert [len(row["tokens"]) for row in paper.rows] == [MOST_CHOICES, 7]
    assert Ballot(1, None, [*map(str, paper.numbers)], frozenset([0])).is_choice(MOST_CHOICES - 1)


@pytest.mark.parametrize("beyond", [False, True])
def test_beyond_the_last_merge_or_round_nothing_is_asked(beyond: bool) -> None:
    corpus = Corpus.from_counts({"hugs": 2, "hug": 3})
    merges, rounds = train_bpe(corpus, num_merges=3), train_unigram(corpus, vocab_size=6)
    with pytest.raises(ValueError, match="no merge"):
        ballot_of_step(merges, len(merges) if beyond else -1)
    with pytest.raises(ValueError, match="no round"):
        ballot_of_round(rounds, len(rounds) if beyond else -1)


@given(COUNTS, st.sampled_from(["char", "byte"]), st.data())
def test_each_choice_is_worked_out_on_the_words(
    counts: dict[str, int], unit: Any, data: st.DataObject
) -> None:
    """Its count by counting naively, the words that it adds up from, and since when it is less."""
    trace = train_bpe(Corpus.from_counts(counts, unit=unit), num_merges=6)
    rows = [trace.state_at(step).words for step in range(len(trace) + 1)]
    counted = [count_pairs(*zip(*words, strict=True)) for words in rows]
    steps = [step for step in range(len(trace)) if len(counted[step]) > 1]
    if not steps:
        return
    step = data.draw(st.sampled_from(steps))
    ballot = ballot_of_step(trace, step)
    pairs = {name_of(*pair): pair for pair in counted[step]}
    for name, worked in zip(ballot.choices, ballot.solution, strict=True):
        pair = pairs[name]
        then = [each.get(pair, 0) for each in counted[: step + 1]]
        found = [
            (text, sum(each == pair for each in pairwise(tokens)), count)
            for (tokens, count), text in zip(rows[step], trace.corpus.words, strict=True)
        ]
        addends = sorted((each for each in found if each[1]), key=lambda each: -each[1] * each[2])
        assert worked["count"] == then[step]
        assert [times * count for _, times, count in worked["words"]] == [
            times * count for _, times, count in addends[:MOST_SUMMED]
        ]
        assert {tuple(each) for each in worked["words"]} <= {*addends}
        assert worked["more"] == len(addends) - len(worked["words"])
        if then[0] and then[0] != then[step]:
            k, merged = worked["since"]
            assert worked["was"] == then[0]
            assert then[k - 1] != then[k] == then[step]
            merge = trace.merges[k - 1]
            assert merged == [plain_token(merge.left), plain_token(merge.right)]
        else:
            assert "was" not in worked


TEXTS = st.dictionaries(
    st.text("abcd好", min_size=2, max_size=7), st.integers(1, 9), min_size=2, max_size=20
)
#: Costs as close as this are equal: what separates them is rounding.
ROUNDING = 1e-12


def naive_right(trace: UnigramTrace, step: int) -> tuple[set[str], set[str]]:
    """The names of the tokens that go, and of those at the highest cost of one that goes."""
    state = trace.state_at(step)
    later = {*trace.vocabulary_at(step + 1)}
    names = state.vocabulary[len(trace.special_tokens) :]
    costs = dict(zip(names, state.costs.tolist(), strict=True))
    most = max(cost for token, cost in costs.items() if token not in later)
    goes = {name_of(token) for token in costs if token not in later}
    edge = {name_of(token) for token, cost in costs.items() if abs(cost - most) <= ROUNDING * most}
    return goes, edge


def ballots(counts: dict[str, int], unit: Any) -> list[tuple[UnigramTrace, int, Ballot]]:
    corpus = Corpus.from_counts(counts, unit=unit)
    trace = train_unigram(corpus, vocab_size=len(corpus.base_vocabulary) + 1)
    return [(trace, step, ballot_of_round(trace, step)) for step in range(len(trace))]


@given(TEXTS, st.sampled_from(["char", "byte"]))
@example({"ab": 2, "cd": 2}, "char")  # one of two equal tokens goes
def test_what_goes_and_what_ties_is_right_and_nothing_else(
    counts: dict[str, int], unit: Any
) -> None:
    for trace, step, ballot in ballots(counts, unit):
        goes, edge = naive_right(trace, step)
        right, tied = ({ballot.choices[i] for i in each} for each in (ballot.right, ballot.tied))
        assert right == (goes | edge) & {*ballot.choices}
        assert right & goes  # at least one that goes can be chosen
        assert tied == (edge & right if edge - goes else set())
        assert len(ballot.choices) > len(ballot.right)  # and something that is wrong
        units = {*map(name_of, trace.corpus.base_vocabulary)} & {*ballot.choices}
        beliefs = [(ballot.choices[choice], name) for choice, name in ballot.beliefs.items()]
        assert {choice for choice, name in beliefs if name == "single-unit"} == units - right
        rows = ballot.shown["words"]
        for row in rows:  # on a phone, each token is the choice of that token
            tokens = [each if isinstance(each, str) else bytes(each) for each in row["tokens"]]
            assert [ballot.choices[i] for i in row["choices"]] == [*map(name_of, tokens)]
        assert [row["tokens"] for row in rows[1:]] == [
            [each if isinstance(each, str) else [*each] for each in tokens]
            for tokens, _ in trace.state_at(step).words
        ]


WORDS = st.lists(st.text("abc好", min_size=1, max_size=8), min_size=1, max_size=12)


@given(WORDS, st.text("abc好", min_size=3, max_size=10), st.sampled_from(["char", "byte"]))
def test_right_is_what_the_next_state_of_the_word_has_merged(
    words: list[str], word: str, unit: Any
) -> None:
    """The two neighbours whose merge gives the next state are found by trying each of them."""
    tokenizer = train_bpe(Corpus.from_counts(dict.fromkeys(words, 1), unit=unit)).tokenizer()
    steps = tokenizer.encoding_steps(word)
    for step, (now, after) in enumerate(pairwise(steps)):
        tokens = [tokenizer.token(i) for i in now.ids]
        rules: list[int | None] = [None] * (len(tokens) - 1)
        for place, token_id in now.candidates:
            rules[place] = token_id
        if len({*pairwise(tokens)}) < 2:
            continue
        ballot = ballot_of_word(step, tokens, rules)
        merged = [tokenizer.token(i) for i in after.ids]
        right = {
            name_of(*pair)
            for pair in pairwise(tokens)
            if merge_pair(tokens, pair, pair[0] + pair[1]) == merged
        }
        assert {ballot.choices[choice] for choice in ballot.right} == right
        assert ballot.step == ballot.shown["step"] == step + 1
        assert ballot.tied == frozenset()
        assert {*ballot.beliefs} <= {*range(len(ballot.choices))} - ballot.right


def test_wrong_pairs_have_their_beliefs() -> None:
    """By hand: rule 2 joins b and c; a + b is the first from the left, cd + ef the longest.

    The last rule joins g and h.
    """
    ballot = ballot_of_word(4, ["a", "b", "c", "cd", "ef", "g", "h"], [5, 2, None, 8, None, 9])
    named = {ballot.choices[choice]: name for choice, name in ballot.beliefs.items()}
    assert {ballot.choices[choice] for choice in ballot.right} == {"b + c"}
    assert named == {
        "a + b": "leftmost-merge-first",
        "cd + ef": "longest-token",
        "c + cd": "no-rule",
        "ef + g": "no-rule",
        "g + h": "latest-merge-first",
    }


@pytest.mark.parametrize(
    ("tokens", "rules", "said"),
    [
        (["a", "b", "c"], [None, None], "no rule"),
        (["a", "b"], [1], "a ballot"),
        (["a"], [], "no rule"),
    ],
)
def test_a_word_without_a_choice_is_no_ballot(tokens: Any, rules: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ballot_of_word(0, tokens, rules)
