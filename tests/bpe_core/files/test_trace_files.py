"""The program that a learner takes home prints the learner's own merges."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.files.exchange import write_tokenizer
from bpe_core.files.program import write_program
from bpe_core.files.trace_tables import guarded, write_csv, write_json
from tests.bpe_core.files.formats.small_files import refused
from tests.bpe_core.oracles import naive_bpe
from tests.bpe_core.teaching_materials.test_other_forms import printed_by
from tests.examples import examples, markers, rules, units, word_counts


def expected(trace: Trace) -> list[str]:
    return [f"{m.step}. {m.left!r} + {m.right!r} -> {m.token!r}: {m.count}" for m in trace.merges]


@given(word_counts, units, markers, rules)
@examples(25, suppress_health_check=list(HealthCheck))
def test_any_run_is_repeated(
    tmp_path: Path, counts: dict[str, int], unit: str, marker: str, rule: str
) -> None:
    """Runs, scripts, emoji, lone surrogates, and markers that also occur in the text."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, alphabet="gpt2")
    for trace in (
        train_bpe(corpus, num_merges=12, tie_break=rule),
        train_wordpiece(corpus, num_merges=12, tie_break=rule, min_frequency=2),
    ):
        assert printed_by(write_program(trace), tmp_path) == expected(trace)


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("char", "'hugs': ['hug', 's'] = [7, 4], decoded: 'hugs'"),
        ("byte", "'hugs': [b'hug', b's'] = [257, 115], decoded: b'hugs'"),
    ],
)
def test_it_encodes_and_decodes_words(unit: str, told: str, tmp_path: Path) -> None:
    """By hand: ug (13), then hug (10); the base tokens are b, g, h, p, s, u."""
    corpus = Corpus.from_counts({"hug": 10, "pug": 3, "bus": 2}, unit=unit)
    source = write_program(train_bpe(corpus, num_merges=2))
    assert printed_by(source, tmp_path, "hugs")[2:] == [told]


def test_what_has_no_merges_is_told() -> None:
    with refused("only-merges"):
        write_program(train_unigram(Corpus.from_counts({"hug": 3}), vocab_size=3))
    with refused("only-merges"):
        write_tokenizer(train_wordpiece(Corpus.from_counts({"hug": 3})), "minbpe")


HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


#: What spreadsheets skip at the start of a cell, and signs that they read as the plain ones.
BLANKS = ["", " ", "\t", "\r", "\n", "\x00", "\x1f", "\xa0", "\u3000", "\ufeff", "\u200b", "\u2066"]
BLANKS += ["\u3164", "\ufe0f", "\u2800", " \x00\xa0", "\ud800"]
SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫−"


def test_a_formula_is_guarded_and_a_number_is_one() -> None:
    """An apostrophe at its beginning guards a formula; what only looks like one is left alone."""
    formulas = [blank + sign + "1+1" for blank in BLANKS for sign in SIGNS] + ["\ta", "\ra"]
    assert [cell for cell in formulas if not str(guarded(cell)).startswith("'")] == []
    others = ["a", "a=1", "1-1", "a b", "", "'", *(f"a{blank}1" for blank in BLANKS), -1, -0.5]
    assert [cell for cell in others if guarded(cell) != cell] == []


def test_no_cell_of_a_table_is_a_formula() -> None:
    """Nor where a spreadsheet ends a cell at a semicolon."""
    counts = {f"{before}{sign}1+1": 2 for before in ("", "a;", " ") for sign in SIGNS}
    data = write_csv(train_bpe(Corpus.from_counts(counts))).decode("utf-8-sig")
    cells = [cell for row in table(data.encode()) for cell in row.values()]
    assert not [cell for cell in cells + data.split(";") if cell.strip()[:1] in {*SIGNS}]


def test_half_a_character_is_told_from_another_in_a_table() -> None:
    trace = train_bpe(Corpus.from_text("\ud800a \udc00a \ud800a"))
    halves = table(write_csv(trace))
    assert [row["left"] for row in halves] == [r"\ud800", r"\udc00"]


def paired(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@given(word_counts, units)
@examples(40)
def test_the_record_is_exact(counts: dict[str, int], unit: str) -> None:
    """It has every token of every step, as a naive trainer does; bytes are numbers.

    In JSON, two adjacent halves of a character are that character.
    """
    naive = naive_bpe(counts, unit=unit)
    trace = train_bpe(Corpus.from_counts(counts, unit=unit))
    special = train_bpe(Corpus.from_counts(counts, unit=unit), special_tokens=["<s>"])
    assert json.loads(write_json(special))["special_tokens"] == ["<s>"]
    said = json.loads(write_json(trace))
    as_said = [paired(t) if isinstance(t, str) else list(t) for t in naive.texts]
    assert said["algorithm"] == "bpe"
    assert said["vocabulary"] == as_said
    assert [(s["left_id"], s["right_id"], s["count"]) for s in said["steps"]] == naive.merges
    assert said["words"] == [[paired(word), count] for word, count in counts.items()]


@pytest.mark.parametrize(
    ("train", "own"),
    [(train_bpe, "left"), (train_wordpiece, "score"), (train_unigram, "loss")],
)
def test_a_row_has_the_figures_of_its_step(train, own: str) -> None:
    """Tell the step and how the corpus is after it; each algorithm has its own columns."""
    trace = train(Corpus.from_counts(HUGS), vocab_size=14)
    record = json.loads(write_json(trace))
    assert record["algorithm"] == train.__name__.removeprefix("train_")
    tokens = record["vocabulary"]
    assert len(record.get("log_probabilities", tokens)) == len(tokens)
    rows = table(write_csv(trace))
    steps = trace.rounds if train is train_unigram else trace.merges
    for step, row in zip(steps, rows, strict=True):
        assert own in row
        state = trace.state_at(step.step)
        used = {token for tokens, _ in state.words for token in tokens}
        after = {"token_count": state.token_count, "in_use": len(used)}
        after["vocabulary_size"] = len(state.vocabulary)
        said = {name: after[name] if name in after else getattr(step, name) for name in row}
        assert row == {n: str(float(v) if n == "score" else v) for n, v in said.items()}


def test_a_training_of_no_step_is_an_empty_table() -> None:
    assert table(write_csv(train_bpe(Corpus.from_counts({"a": 1})))) == []
