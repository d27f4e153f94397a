"""Sampling as drawn: the n best with their probabilities, and how often each came up."""

import json
from typing import Any

import pytest

from bpe_core import train_unigram
from sample_corpora import load
from tests.pages.whole_app.visitor import Visitor


def open_hugs(**params: object) -> Visitor:
    return Visitor("unigram", corpus="hug", word="hugs", **params)


def rows_of(visitor: Visitor) -> list[dict[str, Any]]:
    return list(json.loads(visitor.component("sampling").json)["rows"])


def test_the_best_are_listed_with_their_probabilities() -> None:
    """At temperature 1: each product of probabilities as a share of the total."""
    rows = rows_of(open_hugs(size=12))
    lattice = train_unigram(load("hug"), vocab_size=12).tokenizer(0).lattice("hugs")
    assert [row["name"] for row in rows[:3]] == ["1", "2", "3"]
    every = sorted((lattice.share(way) for way in lattice.n_best(lattice.path_count)), reverse=True)
    assert [row["bars"][1][0] for row in rows[:8]] == pytest.approx(every[:8])
    assert 0 < sum(int(row["bars"][0][1]) for row in rows) <= 100
    assert [row["bars"][0][0] for row in rows] == [int(row["bars"][0][1]) / 100 for row in rows]
    assert [row["remark"] for row in rows if row["remark"]] == ["best"] == [rows[0]["remark"]]
