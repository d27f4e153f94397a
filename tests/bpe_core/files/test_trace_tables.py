"""A training as a table and as a record."""

import csv
import io
import json

import pytest
from hypothesis import given

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.files.trace_tables import write_csv, write_json
from tests.bpe_core.oracles import naive_bpe
from tests.bpe_core.strategies import units, word_counts
from tests.examples import examples

HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@given(word_counts, units)
@examples(40)
def test_no_cell_is_a_formula(counts: dict[str, int], unit: str) -> None:
    """Whatever a word begins with, no cell begins as a formula does."""
    hostile = {sign + word: n for word, n in counts.items() for sign in "=+-@\t\r"}
    for row in table(write_csv(train_bpe(Corpus.from_counts(hostile, unit=unit), num_merges=20))):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


def paired(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@given(word_counts, units)
@examples(40)
def test_the_record_is_exact(counts: dict[str, int], unit: str) -> None:
    """Every token of every step, as a naive trainer has it; bytes as numbers.

    To JSON two halves of a character side by side are that character.
    """
    naive = naive_bpe(counts, unit=unit)
    trace = train_bpe(Corpus.from_counts(counts, unit=unit))
    said = json.loads(write_json(trace))
    as_said = [paired(t) if isinstance(t, str) else list(t) for t in naive.texts]
    assert said["vocabulary"] == as_said
    assert [(s["left_id"], s["right_id"], s["count"]) for s in said["steps"]] == naive.merges
    assert said["words"] == [[paired(word), count] for word, count in counts.items()]


def test_the_table_has_the_figures_of_each_step() -> None:
    """Counted by hand: u g 20 times, u n 16 times, h ug 15 times."""
    rows = table(write_csv(train_bpe(Corpus.from_counts(HUGS), num_merges=3)))
    told = [(r["left"], r["right"], r["token"], r["count"], r["token_count"]) for r in rows]
    assert told == [
        ("u", "g", "ug", "20", "93"),
        ("u", "n", "un", "16", "77"),
        ("h", "ug", "hug", "15", "62"),
    ]


@pytest.mark.parametrize("train", [train_wordpiece, train_unigram])
def test_other_algorithms_have_their_own_columns(train) -> None:
    trace = train(Corpus.from_counts(HUGS), vocab_size=14)
    columns = table(write_csv(trace))[0]
    assert ("score" if train is train_wordpiece else "loss") in columns
    assert json.loads(write_json(trace))["algorithm"] in ("wordpiece", "unigram")


def test_a_training_of_no_step_is_an_empty_table() -> None:
    assert table(write_csv(train_bpe(Corpus.from_counts({"a": 1})))) == []
