"""The ballot of a step: every winner is a choice, and right; every choice is a current pair."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe, train_wordpiece
from bpe_core.text.corpus import plain_token
from classroom.distinguishing import FAMILIES, draw_item
from classroom.voting.ballot_rows import MOST_TOKENS, name_of
from classroom.voting.next_pair import MOST_SUMMED, ballot_of_step, believed_pairs
from tests.bpe_core.oracles import count_pairs

COUNTS = st.dictionaries(
    st.text("abcd好", min_size=1, max_size=9), st.integers(1, 9), min_size=1, max_size=50
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
    """Also if the most frequent words lack it, and if a word has to be shortened.

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


def test_wordpiece_goes_by_scores() -> None:
    """Its winners have the highest score, and no belief about counts is named."""
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    trace = train_wordpiece(Corpus.from_counts(counts))
    ballot = ballot_of_step(trace, 0)
    assert [ballot.choices[right] for right in ballot.right] == ["##g + ##s"]
    assert ballot.beliefs == {}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(5))
def test_a_wrong_pair_has_its_belief(family: str, seed: int) -> None:
    """Items whose wrong answers all represent a belief agree with the ballot on the same words."""
    item = draw_item(family, seed)
    text = " ".join(item.text)
    trace = train_bpe(Corpus.from_text(text, pre_tokenizer="whitespace"), num_merges=item.step)
    believed = believed_pairs(trace, item.step - 1)
    for each in item.believed:
        assert believed[each.pair.left, each.pair.right]
    names = {(each.pair.left, each.pair.right): each.belief for each in item.believed}
    found = {pair: believed[pair] for pair in names}
    # A pair can belong to two beliefs; the first is named.
    assert sum(found[pair] == name for pair, name in names.items()) >= len(names) - 1
    ballot = ballot_of_step(trace, item.step - 1)
    assert {ballot.choices[right] for right in ballot.right} == {
        f"{item.answer.left} + {item.answer.right}"
    }


@pytest.mark.parametrize("step", [-1, 3])
def test_beyond_the_last_merge_nothing_is_asked(step: int) -> None:
    trace: Trace = train_bpe(Corpus.from_counts({"hugs": 1}), num_merges=3)
    with pytest.raises(ValueError, match="no merge"):
        ballot_of_step(trace, step)


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


def test_a_score_is_worked_out_from_the_counts_of_its_tokens() -> None:
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    ballot = ballot_of_step(train_wordpiece(Corpus.from_counts(counts), num_merges=1), 0)
    (right,) = ballot.right
    assert ballot.choices[right] == "##g + ##s"
    worked = ballot.solution[right]
    assert (worked["count"], worked["tokens"]) == (5, [20, 5])
