"""Items that tell beliefs apart: what they promise is recounted here independently."""

from collections import Counter
from itertools import pairwise

import pytest

from bpe_core import Corpus
from classroom import FAMILIES, Hand, draw_item, draw_items, draw_questions
from classroom.distinguishing import POOL
from classroom.merge_questions import believed_pairs
from tests.bpe_core.oracles import merge_pair
from tests.examples import share

#: In the full profile, every item that a set can be made of.
SEEDS = range(1, share(POOL) + 1)


def merged(words: list[list[str]], pair: tuple[str, str]) -> list[list[str]]:
    return [merge_pair(word, pair, "".join(pair)) for word in words]


def numbers(belief: str, text: list[list[str]], letters: list[list[str]], done: list) -> Counter:
    """Count as a belief does; `text` repeats each word as often as it occurs."""
    counts: Counter = Counter()
    types = [list(word) for word in dict.fromkeys(map(tuple, text))]
    if belief == "pairs-across-words":
        return Counter(pairwise(token for word in text for token in word))
    if belief == "counts-not-renewed":
        return Counter(
            {p: n for p, n in numbers("", letters, letters, []).items() if p not in done}
        )
    for word in types if belief == "words-once" else text:
        pairs = [*pairwise(word)]
        if belief == "pair-once-per-word":
            pairs = [*{*pairs}]
        if belief == "overlaps-as-merged":
            kept: list = []
            for i, pair in enumerate(pairs):
                if pair[0] == pair[1] and kept and kept[-1] == (i - 1, pair):
                    continue
                kept.append((i, pair))
            pairs = [pair for _, pair in kept]
        counts.update(pairs)
    if belief == "either-order":
        both = Counter({p: n + counts[p[::-1]] * (p[0] != p[1]) for p, n in counts.items()})
        return Counter({p: n for p, n in both.items() if counts[p] >= counts[p[::-1]]})
    if belief == "longest-token":
        return Counter({pair: len("".join(pair)) for pair in counts})
    return counts


def winner(counts: Counter) -> tuple[str, str]:
    """The only pair with the largest number."""
    most = max(counts.values())
    (best,) = (pair for pair, n in counts.items() if n == most)
    return best


@pytest.mark.parametrize("family", FAMILIES)
def test_each_belief_gives_another_answer_and_none_is_a_tie(family: str) -> None:
    """Whatever the seed. A wrong answer names its belief, its number and the true count."""
    for seed in SEEDS:
        item = draw_item(family, seed)
        text = [[*word] for word in item.text]
        letters, done = text, []
        for _ in range(item.step - 1):
            done.append(winner(numbers("", text, letters, [])))
            text = merged(text, done[-1])
        true = numbers("", text, letters, [])
        right = winner(true)
        assert (item.answer.left, item.answer.right) == right
        assert item.count == true[right]
        answers = {right}
        for each in item.believed:
            counted = numbers(each.belief, text, letters, done)
            pair = winner(counted)
            assert (each.pair.left, each.pair.right) == pair
            assert (each.number, each.count) == (counted[pair], true[pair])
            assert each.count < item.count
            answers.add(pair)
        assert len(answers) == 1 + len(FAMILIES[family][1]) == 4


@pytest.mark.parametrize("family", FAMILIES)
def test_the_step_that_an_item_asks_for_refutes_the_beliefs(family: str) -> None:
    """At that step the right pair is merged, without a tie; and the question says the same."""
    item = draw_item(family, 3)
    assert item.hand.merged_pair(item.step) == item.answer
    assert len(item.hand.trace.state_at(item.step - 1).ties) == 1
    question = item.question
    assert (question.kind, question.answer) == ("next_merge", item.answer)
    assert dict(zip(question.wrong, question.beliefs, strict=True)) == {
        each.pair: each.belief for each in item.believed
    }
    assert Counter(item.text) == dict(
        zip(item.hand.corpus.words, item.hand.corpus.counts.tolist(), strict=True)
    )


def test_a_set_of_items_goes_through_the_families_without_repeats() -> None:
    items = draw_items(7, 12)
    assert [item.family for item in items] == [*FAMILIES] * 4
    assert len({item.text for item in items}) == 12
    assert [item.text for item in draw_items(7, 10)] == [item.text for item in items[:10]]
    assert draw_items(8, 1)[0].text != items[0].text


def test_questions_of_a_quiz_name_the_belief_behind_a_wrong_answer() -> None:
    """Only that belief leads to it: with each word counted once, p u is the most frequent."""
    hand = Hand.of(Corpus.from_counts({"hug": 30, "pug": 1, "pun": 1, "put": 1}), 1)
    assert "words-once" in believed_pairs(hand, 1).values()
    for seed in range(40):
        for question in draw_questions(hand, seed=seed, size=30):
            assert len(question.beliefs) in (0, len(question.wrong))
            if question.kind == "next_merge":
                named = believed_pairs(hand, question.facts["step"])
                for pair, belief in zip(question.wrong, question.beliefs, strict=True):
                    assert belief == named.get(pair, "")
