"""The browser's bigram model gives the library's numbers, at every step."""

import json
from itertools import pairwise
from math import inf, log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.bigram_model import BORDER, BigramModel, bits_at_every_step
from pages.components.stepper.payload import MOST_UNITS, walk_json
from tests.bpe_core.oracles import merge_pair
from tests.examples import examples, markers, units, word_counts
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_model.js"
MOST = 12
DEGENERATE = [{"a": 1}, {"aaaa": 3}, {"a</w>": 2, "a": 1}, {"哈哈哈": 2, "哈": 5}]


@given(st.one_of(word_counts, st.sampled_from(DEGENERATE)), units, markers)
@examples(100)
def test_every_number_is_the_librarys(
    browser: Script, counts: dict[str, int], unit: str, marker: str
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    trace = train_bpe(corpus, num_merges=12, special_tokens=("<s>",))
    walk: dict[str, Any] = json.loads(walk_json(trace, step=0))
    found = browser.ask({"walk": walk, "most": MOST})
    total = 1e-9 * max(1, bits_at_every_step(trace)[0])
    assert found["bits"] == pytest.approx(bits_at_every_step(trace), abs=total)
    for step, state in enumerate(found["states"]):
        words = trace.state_at(step).word_ids(range(len(corpus.words)))
        model = BigramModel(zip(words, counts.values(), strict=True))

        def known(token: int) -> int | None:
            return BORDER if token == found["border"] else token

        rows = {known(a): {known(b): n for b, n in row} for a, row in state["rows"]}
        assert rows == model.rows
        assert state["bits"] == pytest.approx(model.bits, abs=total)
        expected = [-log2(model.probability(word)) for word in words]
        assert state["of_words"] == pytest.approx(expected, rel=1e-9, abs=1e-9)
        was_read = sum(map(model.probability, model.words))
        assert state["made_up"] == pytest.approx(float(1 - was_read), abs=1e-9)
        assert {pair for word in words for pair in pairwise(word)} == {
            tuple(pair) for pair, _ in state["earnings"]
        }
        for pair, earned in state["earnings"]:
            merged = BigramModel(
                (merge_pair(w, tuple(pair), -1), n) for w, n in model.words.items()
            )
            assert earned == pytest.approx(model.bits - merged.bits, abs=total)
        likely = [bits for _, bits, _ in state["likely"]]
        assert likely == sorted(likely)
        listed = {tuple(tokens) for tokens, _, _ in state["likely"]}
        least = likely[-1] if len(listed) == MOST else inf
        for word in model.words.keys() - listed:
            assert -log2(model.probability(word)) >= least - 1e-9
        for tokens, bits, was_read in state["likely"]:
            assert -log2(model.probability(tokens)) == pytest.approx(bits, abs=1e-9)
            assert was_read == (tuple(tokens) in model.words)
        for written in state["written"]:
            assert written[-1] == found["border"] or len(written) == 60
            if written[-1] == found["border"]:
                assert model.probability(written[:-1])


def test_a_seed_writes_the_same_word_for_everybody(browser: Script) -> None:
    """Links hold a seed: what it writes never changes."""
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    walk = json.loads(walk_json(train_bpe(corpus, num_merges=0), step=0))
    (state,) = browser.ask({"walk": walk, "most": 1})["states"]
    spelled = ["".join(walk["base"][i] for i in word[:-1]) for word in state["written"]]
    assert spelled == ["hugs", "hug", "hug"]


def test_a_frequent_pair_that_was_certain_saves_nothing(browser: Script) -> None:
    """By hand: after `u`, only `n` was left; and BPE takes 15 times what saves no more than 12."""
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    walk = json.loads(walk_json(train_bpe(corpus, num_merges=3), step=0))
    start, first, second, third = browser.ask({"walk": walk, "most": 1})["events"]
    assert (start["answers"], start["right"]) == (
        ["nothing", "about 21 bits", "about 40 bits"],
        [1],
    )
    assert (first["says"], first["answers"]) == (
        "saved",
        ["nothing", "about 8 bits", "about 16 bits"],
    )
    assert (first["right"], second["says"]) == ([0], "certain")
    (taken,) = (bar for bar in second["bars"] if bar[2] == "was merged")
    most = [bar[1:] for bar in second["bars"][:4]]
    assert (taken[1], most) == (
        "0",
        [*3 * [["2.45", "would have saved most"]], ["0", "was merged"]],
    )
    assert "answers" not in third


def test_a_word_of_which_only_the_beginning_is_counted_is_marked(browser: Script) -> None:
    corpus = Corpus.from_counts({"ab": 2, "ab" * MOST_UNITS: 1})
    walk = json.loads(walk_json(train_bpe(corpus, num_merges=1), step=0))
    assert browser.ask({"walk": walk, "most": 1})["cut"] == [False, True]
