"""Each round of pruning: what is sent, read by the browser's own code, and shown."""

import json
from itertools import pairwise
from math import exp, isclose
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, UnigramTrace, train_unigram
from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.algorithms.unigram.views import MOST_CHEAPEST, MOST_LIKELY, MOST_WORDS
from pages.components.stepper.unigram_payload import unigram_walk_json, worth_of
from pages.components.tokens.lattice import (
    LONGEST_WORD,
    drawn_lattice,
    lattice_data,
    trained_lattice,
    units_of,
)
from pages.static_edition import worths_of
from sample_corpora import load
from tests.bpe_core.algorithms.unigram import brute_unigram as brute
from tests.examples import examples
from tests.pages.components.browser_code import Script
from tests.pages.components.stepper.test_what_is_shown import NEXT, STEPPER, walk_over
from tests.pages.conftest import Draw

counts_of_words = st.dictionaries(
    st.text("abc", min_size=1, max_size=8), st.integers(1, 9), min_size=1, max_size=6
)
#: Dropped tokens that are named.
MOST_NAMED = 24


@given(counts_of_words)
@examples(50)
def test_each_round_says_what_is_left_and_what_it_dropped(
    draw: Draw, counts: dict[str, int]
) -> None:
    corpus = Corpus.from_counts(counts)
    trace = train_unigram(corpus, vocab_size=len(corpus.base_vocabulary) + 2)
    panels = (".headline", ".words .chip", ".gains b", ".vocabulary .size", ".gone .chip")
    reads = [("read", panel) for panel in panels]
    rounds = (("settle",), ("read", ".round .origin"))
    *shown, listed = draw(STEPPER, walk_over(trace), *[*reads, NEXT] * (len(trace) + 1), *rounds)
    sizes = [len(trace.vocabulary_at(k)) for k in range(len(trace) + 1)]
    assert listed == [f"{before - now} dropped" for before, now in pairwise(sizes)]
    for k in range(len(trace) + 1):
        found = dict(zip(panels, shown[len(reads) * k :], strict=False))
        words = [[str(token) for token in tokens] for tokens, _ in trace.state_at(k).words]
        vocabulary = {*map(str, trace.vocabulary_at(k))}
        size, in_use = len(vocabulary), len({token for word in words for token in word})
        assert found[".words .chip"] == [token for word in words for token in word]
        assert found[".gains b"] == [str(size), str(trace.token_counts[k])]
        assert found[".vocabulary .size"] == [f"Tokens: {size}, in use: {in_use}"]
        gone = {*map(str, trace.vocabulary_at(max(0, k - 1)))} - vocabulary
        if k:
            dropped = f"{len(gone)} token{'s' * (len(gone) > 1)} dropped, {size} left"
            assert found[".headline"] == [f"Round {k} of {len(trace)}: {dropped}"]
        assert {*found[".gone .chip"]} == gone or len(gone) > MOST_NAMED


# By brute force

HUG = load("hug")


@pytest.fixture(scope="module")
def trace() -> UnigramTrace:
    return train_unigram(HUG, vocab_size=10)


def test_an_answer_about_a_round_that_was_left_counts_for_nothing(
    draw: Draw, trace: UnigramTrace
) -> None:
    traces = {f"offline/worth/{place}": worth for place, worth in worths_of(trace).items()}
    pick, on = ("press", ".candidates button", 0), ("key", "ArrowRight")
    reads = (("deliver",), ("read", ".answer"))
    walk = walk_over(trace, predict=True)
    assert draw(STEPPER, walk, pick, *reads, traces=traces)[0][0]
    assert draw(STEPPER, walk, pick, on, *reads, traces=traces) in ([[]], [[""]])


HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def sent_walk(trace: UnigramTrace) -> dict[str, Any]:
    walk: dict[str, Any] = json.loads(unigram_walk_json(trace, step=0))
    return walk


def tokens_sent(walk: dict[str, Any]) -> list[str]:
    """Every token that is sent, by id, as the browser spells it."""
    return [*walk["specials"], *walk["base"], *walk["tokens"]]


def probabilities(trace: UnigramTrace, step: int) -> dict[str, float]:
    logs = map(exp, trace.snapshots[step].log_probabilities)
    return dict(zip(map(str, trace.vocabulary_at(step)), logs, strict=True))


@pytest.mark.parametrize("step", [0, 1])
def test_a_reason_adds_up_to_the_cost_of_the_removal(step: int) -> None:
    """Compared with every segmentation of every word, counted one by one."""
    trace = train_unigram(Corpus.from_counts(HUGS), vocab_size=10)
    walk, p = sent_walk(trace), probabilities(trace, step)
    for reason in walk["pieces"]["0"][step]["reasons"]:
        token = tokens_sent(walk)[reason["token"]]
        cost = brute.removal_cost(token, HUGS, p)
        assert reason["cost"] == pytest.approx(cost, rel=1e-4, abs=1e-9)
        added = sum(word["cost"] for word in reason["words"]) + reason["rest"]
        assert added == pytest.approx(reason["cost"], rel=1e-4)
        for word in reason["words"]:
            others = {other: p[other] for other in p if other != token}
            left = brute.total(word["text"], others) / brute.total(word["text"], p)
            assert (word["left"], word["share"]) == pytest.approx((left, 1 - left), rel=1e-4)


def test_a_large_training_is_cut_to_what_can_be_shown() -> None:
    words = {f"{a}{b}{c}{d}": 2 for a in "abcd" for b in "efgh" for c in "ijkl" for d in "mnop"}
    walk = sent_walk(train_unigram(Corpus.from_counts(words), vocab_size=200))
    view = walk["pieces"]["0"][0]
    assert walk["shown"] == MOST_WORDS < walk["word_total"]
    assert len(view["likely"]) == MOST_LIKELY < walk["sizes"][0]
    assert len(view["cheapest"]) == MOST_CHEAPEST < view["removable"]


@pytest.mark.parametrize("word", ["hugs", "puns", "bugs", "hq"])
def test_a_lattice_has_every_segmentation_and_the_best_first(word: str) -> None:
    trace = train_unigram(Corpus.from_counts(HUGS), vocab_size=10)
    tokenizer = trace.tokenizer(1)
    units = units_of(trace, word)
    lattice = drawn_lattice(tokenizer, word, len(units))
    data = json.loads(json.dumps(trained_lattice(trace, tokenizer, lattice, units)))
    assert sum(way["share"] for way in data["ways"]) + data["rest"] == pytest.approx(1)
    if data["unknown"]:
        assert data["unknown"] == ["q"]
        return
    p = probabilities(trace, 1)
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


#: What the fixture `browser` runs.
SCRIPT = "read_rounds.js"

COUNTS = st.dictionaries(
    st.text("ab哈é", min_size=1, max_size=8), st.integers(1, 9), min_size=1, max_size=6
)


def trained(counts: dict[str, int], unit: str = "char", marker: str = "") -> UnigramTrace:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)  # type: ignore[arg-type]
    size = len(corpus.base_vocabulary) + 3
    return train_unigram(corpus, vocab_size=size, special_tokens=("<s>",))


def as_sent(token: str | bytes) -> str | list[int]:
    return list(token) if isinstance(token, bytes) else token


@given(COUNTS, st.sampled_from(["char", "byte"]), st.sampled_from(["", "</w>", "a"]))
@examples(50)
def test_every_word_is_read_at_every_round(
    browser: Script, counts: dict[str, int], unit: str, marker: str
) -> None:
    """Its tokens, where each of them occurs, and what the page shows of the round."""
    trace = trained(counts, unit, marker)
    read = browser.ask({"walk": sent_walk(trace)})
    assert len(read["states"]) == len(trace) + 1
    total = sum(counts.values())
    for step, state in enumerate(read["states"]):
        words = trace.state_at(step).words
        for found, (tokens, _) in zip(state["words"], words, strict=True):
            said = [read["spelled"][token["id"]] for token in found]
            if not (marker and unit == "byte"):  # a marker is text even among bytes
                assert said == [as_sent(token) for token in tokens]
            assert [token["start"] for token in found][1:] == [t["end"] for t in found][:-1]
            ends = [read["markers"][token["id"]] == marker for token in found]
            assert not marker or ends == [False] * (len(ends) - 1) + [True]
        token_count = sum(len(tokens) * count for tokens, count in words)
        assert state["figures"]["token_count"] == token_count
        assert state["figures"]["tokens_per_word"] == pytest.approx(token_count / total)
        assert state["figures"]["vocabulary_size"] == len(trace.vocabulary_at(step))


@given(COUNTS)
@example({"éé": 1, "abab": 2})  # of those that go, some cost less than one that stays
@examples(50)
def test_candidates_and_answers_go_by_what_the_next_round_drops(
    browser: Script, counts: dict[str, int]
) -> None:
    """Up to three that go next, and up to three that stay, the cheapest first; no single unit."""
    trace = trained(counts)
    walk = sent_walk(trace)
    read = browser.ask({"walk": walk})
    sent = tokens_sent(walk)
    for step, candidates in enumerate(read["candidates"][:-1]):
        assert candidates == sorted(set(candidates))
        after = {as_sent(token) for token in trace.vocabulary_at(step + 1)}
        goes = [sent[i] not in after for i in candidates]
        assert 0 < sum(goes) <= 3
        assert len(goes) - sum(goes) <= 3
        assert all(len(sent[i]) > 1 for i in candidates)
        cheapest = walk["pieces"]["0"][step]["cheapest"]
        assert {*[i for i in cheapest if sent[i] in after][:3]} <= {*candidates}

    # An answer is right if it goes; tied if it stays but costs as much as one that goes, up to
    # rounding. The special token, which is the first, is in no word and cannot be picked.
    for step in range(len(trace)):
        state, after = trace.state_at(step), set(trace.vocabulary_at(step + 1))
        costs = {each.token: each.cost for each in state.cheapest(10_000)}
        here = [i for i, token in enumerate(sent) if i and token in state.vocabulary]
        dearest = max(costs[token] for token in state.vocabulary if token not in after)
        wanted = [
            "right"
            if sent[i] not in after
            else "tied"
            if sent[i] in costs and isclose(costs[sent[i]], dearest, rel_tol=1e-12)
            else "wrong"
            for i in here
        ]
        worths = [worth_of(trace, step, i) for i in here]
        assert [worth["cost"] is None for worth in worths] == [sent[i] not in costs for i in here]
        others = {*range(len(sent) + 1)} - {0, *here}
        assert not any(worth_of(trace, step, i) for i in others)
        assert browser.ask({"walk": walk, "worths": worths})["outcomes"] == wanted


def test_a_huge_word_is_cut_and_says_so(browser: Script) -> None:
    trace = train_unigram(Corpus.from_counts({"ab" * 200: 1, "ab": 2}), vocab_size=4)
    assert browser.ask({"walk": sent_walk(trace)})["cut"] == [True, False]
