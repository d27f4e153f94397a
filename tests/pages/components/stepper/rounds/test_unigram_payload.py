"""The payload of a Unigram training agrees with the trace, and stays within bounds."""

import json
from math import exp

import pytest

from bpe_core import Corpus
from bpe_core.algorithms.unigram import UnigramTrace, train_unigram
from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.algorithms.unigram.views import MOST_CHEAPEST, MOST_LIKELY, MOST_WORDS
from pages.components.stepper.rounds.unigram_payload import RoundWalk, unigram_walk_json
from pages.components.tokens.lattice import LONGEST_WORD, drawn_lattice, trained_lattice, units_of
from pages.components.tokens.lattice.payload import lattice_data
from tests.bpe_core.algorithms.unigram import brute_unigram as brute

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def walk_over(trace: UnigramTrace) -> RoundWalk:
    walk: RoundWalk = json.loads(unigram_walk_json(trace, step=0))
    return walk


def tokens_sent(walk: RoundWalk) -> list[object]:
    """Every token that is sent, by id, as the browser spells it."""
    return [*walk["specials"], *walk["base"], *walk["tokens"]]


@pytest.mark.parametrize("step", [0, 1])
def test_a_reason_adds_up_to_the_cost_of_the_removal(step: int) -> None:
    """Compared with every segmentation of every word, counted one by one."""
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=10)
    walk = walk_over(trace)
    vocabulary = trace.vocabulary_at(step)
    logs = trace.snapshots[step].log_probabilities.tolist()
    p = {str(token): exp(log) for token, log in zip(vocabulary, logs, strict=True)}
    for reason in walk["pieces"]["0"][step]["reasons"]:
        token = tokens_sent(walk)[reason["token"]]
        cost = brute.removal_cost(token, HUG, p)
        assert reason["cost"] == pytest.approx(cost, rel=1e-4, abs=1e-9)
        added = sum(word["cost"] for word in reason["words"]) + reason["rest"]
        assert added == pytest.approx(reason["cost"], rel=1e-4)
        for word in reason["words"]:
            others = {other: p[other] for other in p if other != token}
            left = brute.total(word["text"], others) / brute.total(word["text"], p)
            assert (word["left"], word["share"]) == pytest.approx((left, 1 - left), rel=1e-4)


def test_a_large_training_is_cut_to_what_can_be_shown() -> None:
    words = {f"{a}{b}{c}{d}": 2 for a in "abcd" for b in "efgh" for c in "ijkl" for d in "mnop"}
    walk = walk_over(train_unigram(Corpus.from_counts(words), vocab_size=200))
    view = walk["pieces"]["0"][0]
    assert walk["shown"] == MOST_WORDS < walk["word_total"]
    assert len(view["likely"]) == MOST_LIKELY < walk["sizes"][0]
    assert len(view["cheapest"]) == MOST_CHEAPEST < view["removable"]


@pytest.mark.parametrize("word", ["hugs", "puns", "bugs", "hq"])
def test_a_lattice_has_every_segmentation_and_the_best_first(word: str) -> None:
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=10)
    tokenizer = trace.tokenizer(1)
    units = units_of(trace, word)
    lattice = drawn_lattice(tokenizer, word, len(units))
    data = json.loads(json.dumps(trained_lattice(trace, tokenizer, lattice, units)))
    assert sum(way["share"] for way in data["ways"]) + data["rest"] == pytest.approx(1)
    if data["unknown"]:
        assert data["unknown"] == ["q"]
        return
    probabilities = map(exp, trace.snapshots[1].log_probabilities)
    p = dict(zip(map(str, trace.vocabulary_at(1)), probabilities, strict=True))
    every = [(brute.probability(path, p), path) for path in brute.segmentations(word, p)]
    assert data["way_total"] == len(every)
    for way, (probability, tokens) in zip(data["ways"], sorted(every)[::-1], strict=False):
        said = tuple(word[start:end] for start, end, *_ in (data["edges"][i] for i in way["edges"]))
        assert said == tokens
        assert exp(way["score"]) == pytest.approx(probability)


def test_the_ways_that_are_not_listed_have_the_rest_of_the_probability() -> None:
    """Of 2⁷ equally likely ones, too many to be added up one by one, eight are listed."""
    edges = [Edge(at, at + 1, token, -1.0) for at in range(7) for token in (1, 2)]
    data = lattice_data(Lattice(7, edges), [*"aaaaaaa"], left_out=[], unknown_id=0)
    assert [way["share"] for way in data["ways"]] == pytest.approx([1 / 128] * 8)
    assert (data["way_total"], data["rest"]) == (128, pytest.approx(120 / 128))


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_a_long_word_says_what_is_left_out(unit: str) -> None:
    corpus = Corpus.from_counts({"哈哈": 3, "ha": 2}, unit=unit, end_of_word="</w>")  # type: ignore[arg-type]
    trace = train_unigram(corpus, vocab_size=260)
    word = "ha" * LONGEST_WORD
    units = units_of(trace, word)
    lattice = drawn_lattice(trace.tokenizer(0), word, len(units))
    data = trained_lattice(trace, trace.tokenizer(0), lattice, units)
    assert len(data["units"]) == LONGEST_WORD
    assert data["left_out"][0] == units[LONGEST_WORD]
    assert max(end for _, end, *_ in data["edges"]) == LONGEST_WORD
