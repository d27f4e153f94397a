"""A word's lattice as it is drawn by the browser's own code."""

import json
from typing import Any

import pytest

from bpe_core import train_unigram
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


@pytest.mark.parametrize("word", ["hugs", "punbun", "u"])
def test_the_table_says_at_each_position_which_token_won_and_where_it_begins(
    draw: Draw, word: str
) -> None:
    data = sent(word, 1)
    rows, where, back = draw(
        LATTICE,
        data,
        ("read", ".viterbi tbody tr td"),
        ("read", ".where"),
        ("read", ".trace-back .chip"),
    )
    lattice = data["lattice"]
    for position in range(1, len(word) + 1):
        start, end, *_ = lattice["edges"][lattice["back"][position]]
        assert rows[4 * position + 3] == f"{word[start:end]} from {start}"
    assert where == [f"position {len(word)} of {len(word)}"]
    best = [word[slice(*lattice["edges"][edge][:2])] for edge in lattice["best"]]
    assert back == [*best[::-1], *best]


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
