"""Compare what the browser reads from a walk of rounds with the trace.

The browser's own code runs in deno.
"""

import json
from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram
from pages.components.stepper.unigram_payload import unigram_walk_json, worth_of
from tests.examples import examples
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_rounds.js"

COUNTS = st.dictionaries(
    st.text("ab哈é", min_size=1, max_size=8), st.integers(1, 9), min_size=1, max_size=6
)


def walk_over(trace: UnigramTrace) -> dict[str, Any]:
    walk: dict[str, Any] = json.loads(unigram_walk_json(trace, step=0))
    return walk


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
    read = browser.ask({"walk": walk_over(trace)})
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
@examples(50)
def test_candidates_and_answers_go_by_what_the_next_round_drops(
    browser: Script, counts: dict[str, int]
) -> None:
    """Up to three that go next, and up to three that stay, the cheapest first; no single unit."""
    trace = trained(counts)
    walk = walk_over(trace)
    read = browser.ask({"walk": walk})
    sent = [*walk["specials"], *walk["base"], *walk["tokens"]]
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
    assert browser.ask({"walk": walk_over(trace)})["cut"] == [True, False]
