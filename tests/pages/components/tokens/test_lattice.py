"""A word's lattice as it is drawn by the browser's own code."""

import json
from typing import Any

import pytest

from bpe_core import Corpus, train_unigram
from pages.components.tokens.lattice import drawn_lattice, trained_lattice, units_of
from sample_corpora import load
from tests.pages.conftest import Draw

LATTICE = "components/tokens/lattice/lattice.js"


def sent(word: str, step: int) -> dict[str, Any]:
    trace = train_unigram(load("hug"), vocab_size=10)
    tokenizer, units = trace.tokenizer(step), units_of(trace, word)
    lattice = trained_lattice(trace, tokenizer, drawn_lattice(tokenizer, word, len(units)), units)
    said = {"word": word, "limit": 20, "lang": "en", "translations": {}}
    return said | {"lattice": json.loads(json.dumps(lattice))}


@pytest.mark.parametrize("word", ["hugs", "punbun", "ug", "u"])
def test_the_table_says_at_each_position_which_token_won_and_where_it_begins(
    draw: Draw, word: str
) -> None:
    data = sent(word, 1)
    rows, where, back, only = draw(
        LATTICE,
        data,
        ("read", ".viterbi tbody tr td"),
        ("read", ".where"),
        ("read", ".trace-back .chip"),
        ("read", ".ways .legend"),
    )
    lattice = data["lattice"]
    for position in range(1, len(word) + 1):
        start, end, *_ = lattice["edges"][lattice["back"][position]]
        assert rows[4 * position + 3] == f"{word[start:end]} from {start}"
    assert where == [f"position {len(word)} of {len(word)}"]
    best = [word[slice(*lattice["edges"][edge][:2])] for edge in lattice["best"]]
    assert back == [*best[::-1], *best]
    assert len(only) == (lattice["way_total"] == 1)


def test_another_round_leaves_the_learner_at_the_position_and_another_word_does_not(
    draw: Draw,
) -> None:
    back = ("press", ".previous")
    places = draw(
        LATTICE,
        sent("hugs", 0),
        *(back, back, ("draw", sent("hugs", 1)), ("read", ".where")),
        *(("draw", sent("pun", 1)), ("read", ".where")),
    )
    assert places == [["position 2 of 4"], ["position 3 of 3"]]


def test_a_part_of_a_character_says_of_which(draw: Draw) -> None:
    corpus = Corpus.from_text("哈哈 哈", unit="byte", pre_tokenizer="gpt2")
    trace = train_unigram(corpus, vocab_size=300)
    tokenizer, units = trace.tokenizer(), units_of(trace, "哈")
    lattice = trained_lattice(trace, tokenizer, drawn_lattice(tokenizer, "哈", len(units)), units)
    said = {"word": "哈", "limit": 20, "lang": "en", "translations": {}}
    data = said | {"lattice": json.loads(json.dumps(lattice))}
    (chips,) = draw(LATTICE, data, ("read", ".viterbi .chip"))
    assert any(chip.startswith("哈 1/3") for chip in chips)


def test_on_a_phone_the_legend_promises_no_probability(draw: Draw) -> None:
    """There is no room for one on each arc; the document in which it is drawn has no width."""
    ((legend,),) = draw(LATTICE, sent("hugs", 1), ("read", ".diagram .legend"))
    assert "probability" not in legend
