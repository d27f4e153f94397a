"""The ballot of a word: right is what the encoding does next, wherever it fits in the word."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from classroom.voting.ballot_rows import name_of
from classroom.voting.next_rule import ballot_of_word
from tests.bpe_core.oracles import merge_pair

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
        assert ballot.step == step + 1
        assert ballot.tied == frozenset()
        assert {*ballot.beliefs} <= {*range(len(ballot.choices))} - ballot.right


def test_wrong_pairs_have_their_beliefs() -> None:
    """By hand: rule 2 joins b and c; from the left comes a + b, the longest is made by cd + ef."""
    ballot = ballot_of_word(4, ["a", "b", "c", "cd", "ef", "g"], [5, 2, None, 9, None])
    named = {ballot.choices[choice]: name for choice, name in ballot.beliefs.items()}
    assert {ballot.choices[choice] for choice in ballot.right} == {"b + c"}
    assert named == {
        "a + b": "leftmost-merge-first",
        "cd + ef": "longest-token",
        "c + cd": "no-rule",
        "ef + g": "no-rule",
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
