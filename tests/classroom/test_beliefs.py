"""Items that tell beliefs apart: what they promise is recounted here independently."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import MISTAKES
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.search import follow
from bpe_core.diagnosis.words import WordMaker
from bpe_core.text.corpus import as_bytes
from classroom import FAMILIES, Hand, Pair, draw_item, draw_items, draw_questions
from classroom.beliefs import NUMBERS, Finding, Sight, find_misconceptions, winners_of
from classroom.distinguishing import POOL
from classroom.hand import clear_steps
from sample_corpora import load
from tests.bpe_core.oracles import merge_pair
from tests.classroom.test_questions import Recount
from tests.examples import examples, share, units, word_counts

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
    items = draw_items(7, 9)
    assert [item.family for item in items] == [*FAMILIES] * 3
    assert len({item.text for item in items}) == 9
    assert [item.text for item in draw_items(7, 4)] == [item.text for item in items[:4]]
    assert draw_items(8, 1)[0].text != items[0].text


def test_questions_of_a_quiz_name_the_belief_behind_a_wrong_answer() -> None:
    """Only where no other belief leads to it."""
    hand = Hand.of(Corpus.from_counts({"tupt": 5, "gpup": 1, "uuu": 5, "uhhnu": 1, "tht": 30}), 1)
    told: set[tuple[str, int]] = set()
    for seed in range(10):
        for question in draw_questions(hand, seed=seed, size=30):
            assert len(question.beliefs) in (0, len(question.wrong))
            if question.kind == "next_merge":
                winners = winners_of(Sight.of(hand.trace, question.facts["step"] - 1)).items()
                for pair, belief in zip(question.wrong, question.beliefs, strict=True):
                    names = [name for name, won in winners if Pair(*won) == pair]
                    assert belief == (names[0] if len(names) == 1 else "")
                    told.add((belief, len(names)))
    assert told == {("counts-not-renewed", 1), ("", 0), ("", 2)}


class Walk:
    """The part of a `Hand` that `Recount` needs, for any corpus."""

    def __init__(self, corpus: Corpus) -> None:
        trace = train_bpe(corpus)
        clear = clear_steps(trace)
        self.trace = train_bpe(corpus, num_merges=max(0, clear))
        self.corpus, self.last = corpus, len(self.trace)


def refutes(n: Recount, belief: str, finding: Finding) -> bool:
    """Whether the recount sees, at the finding's step, what the finding says."""
    facts, step = finding.facts, finding.step
    if belief == "longest-token":
        pairs, best, other = n.pairs(step), facts["pair"], facts["other"]
        assert pairs[best] == facts["count"] == max(pairs.values())
        assert pairs[other] == facts["n"] < facts["count"]
        return units_in(n, other) > units_in(n, best)
    if belief == "overlaps-as-merged":
        assert facts["pair"] == n.merged(step)
        assert n.pairs(step - 1)[facts["pair"]] == facts["count"]
        assert n.total(step - 1) - n.total(step) == facts["merged"]
        return facts["merged"] < facts["count"]
    if belief == "always-more-tokens":
        assert facts["pair"] == n.merged(step)
        assert len(n.token_counts(step - 1)) == facts["before"]
        assert len(n.token_counts(step)) == facts["after"]
        return facts["after"] <= facts["before"]
    if belief == "as-often-as-letters":
        (token,) = facts["token"].tokens
        assert n.made(facts["made"]) == token
        assert n.token_counts(facts["made"])[token] == facts["before"]
        assert n.token_counts(step)[token] == facts["after"]
        return 0 < facts["after"] < facts["before"]
    tokens = n.cut(step)[n.words.index(facts["word"].text)]
    assert facts["tokens"].tokens == tokens
    return facts["other"].tokens == n.apply(facts["word"].text, range(step, 0, -1)) != tokens


def units_in(n: Recount, pair: Pair) -> int:
    """How many units the pair covers; an end-of-word marker is one."""
    text = pair.left + pair.right
    return len(text.replace(n.marker, "\0") if n.marker else text)


@pytest.mark.parametrize("corpus", ["hug", "low", "learning", "repetition", "inflections"])
def test_every_finding_is_true_of_the_samples(corpus: str) -> None:
    walk = Walk(load(corpus))
    found, recount = find_misconceptions(walk.trace), Recount(walk)
    assert len(found) >= 3
    assert all(refutes(recount, *each) for each in found.items())
    special = train_bpe(load(corpus), num_merges=len(walk.trace), special_tokens=["<s>"])
    name = "longest-token"
    assert find_misconceptions(special).get(name) == found.get(name)


@given(word_counts, units)
def test_every_finding_is_true_of_any_corpus(counts: dict[str, int], unit: str) -> None:
    walk = Walk(Corpus.from_counts(counts, unit=unit))
    recount = Recount(walk)
    assert all(refutes(recount, *each) for each in find_misconceptions(walk.trace).items())


SHARED = [name for name in NUMBERS if name in MISTAKES]


def test_most_beliefs_are_known_to_check() -> None:
    assert [
        *("words-once", "pair-once-per-word", "overlaps-as-merged", "pairs-across-words"),
        "counts-not-renewed",
    ] == SHARED


@pytest.mark.parametrize("name", [name for name in SHARED if name != "pairs-across-words"])
@given(counts=word_counts)
@examples(30)
def test_a_trainer_with_the_mistake_merges_what_the_belief_says(name: str, counts: dict) -> None:
    """At the first step, and for counts that are not renewed at the second one."""
    step = 1 if name == "counts-not-renewed" else 0
    trace = train_bpe(Corpus.from_counts(counts), num_merges=step)
    believed = winners_of(Sight.of(trace, step)).get(name) if len(trace) == step else None
    if believed is None:
        return
    right = [(as_bytes(merge.left), as_bytes(merge.right)) for merge in trace.merges]
    merges = [*right, (as_bytes(believed[0]), as_bytes(believed[1]))]
    _way, wrong = next(MISTAKES[name].recipes(Recipe()))
    layout = Layout(WordMaker(counts).make(wrong))
    assert follow(layout, [wrong], merges).is_whole


@pytest.mark.parametrize(("words", "known"), [(300, 300), (301, 0)])
def test_words_are_seen_in_their_order_only_in_a_whole_text(words: int, known: int) -> None:
    trace = train_bpe(Corpus.from_text("ab " * words), num_merges=1)
    assert len(Sight.of(trace, 0).running) == known
