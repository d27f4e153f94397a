"""The corpus itself refutes each belief, at the first possible step: against a recount."""

import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import MISTAKES
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.search import follow
from bpe_core.diagnosis.words import WordMaker
from bpe_core.text.corpus import as_bytes
from classroom import Pair
from classroom.beliefs import NUMBERS, Finding, Sight, find_misconceptions, winners_of
from classroom.hand import clear_steps
from sample_corpora import load
from tests.classroom.test_questions import Recount
from tests.examples import examples, units, word_counts


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
    found = find_misconceptions(walk.trace)
    assert len(found) >= 3
    assert all(refutes(Recount(walk), *each) for each in found.items())


@given(word_counts, units)
def test_every_finding_is_true_of_any_corpus(counts: dict[str, int], unit: str) -> None:
    walk = Walk(Corpus.from_counts(counts, unit=unit))
    recount = Recount(walk)
    assert all(refutes(recount, *each) for each in find_misconceptions(walk.trace).items())


def test_repetition_refutes_what_overlaps_do() -> None:
    """In `aaa` the pair a + a counts as two and gives one merge: 2 x 3 + 3 x 1 = 9, 3 + 3 = 6."""
    trace = train_bpe(Corpus.from_counts({"bc": 20, "aaa": 3, "aab": 3}))
    overlap = find_misconceptions(trace)["overlaps-as-merged"]
    assert (overlap.step, overlap.facts["count"], overlap.facts["merged"]) == (2, 9, 6)


def test_there_is_one_finding_at_a_time_and_none_at_the_first_step() -> None:
    """Without bc, a + a is the first merge, and both it and its overlap are found later or never.

    hug 10, pug 5, pun 12, bun 4, hugs 5: two beliefs are refuted by the third merge.
    """
    for counts in ({"aaa": 3, "aab": 3}, {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}):
        found = find_misconceptions(train_bpe(Corpus.from_counts(counts)))
        steps = [finding.step for finding in found.values()]
        assert len(set(steps)) == len(steps)
        assert min(steps, default=2) >= 2


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
