"""The program that a learner takes home prints the learner's own merges."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.files.program import MOST_BYTES, write_program
from tests.bpe_core.bare_python import printed_by
from tests.bpe_core.files.refusals import refused
from tests.examples import examples, markers, rules, units, word_counts

HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5, "哈哈哈哈": 2, "aaaaaaa": 3}


def expected(trace: Trace) -> list[str]:
    return [f"{m.step}. {m.left!r} + {m.right!r} -> {m.token!r}: {m.count}" for m in trace.merges]


@pytest.mark.parametrize(
    ("rule", "unit"), [("first-seen", "byte"), ("lowest-id", "char"), ("largest-text", "byte")]
)
@pytest.mark.parametrize("train", [train_bpe, train_wordpiece])
def test_the_program_prints_the_same_merges(train, unit: str, rule: str, tmp_path: Path) -> None:
    """It runs alone: it imports only the standard library, and no package of ours."""
    trace = train(Corpus.from_counts(HUGS, unit=unit), num_merges=25, tie_break=rule)
    assert len(trace) > 5
    assert printed_by(write_program(trace), tmp_path) == expected(trace)


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


def test_what_is_too_large_or_has_no_merges_is_told() -> None:
    with refused("program-too-large"):
        write_program(train_bpe(Corpus.from_counts({"a" * (MOST_BYTES + 1): 1}), num_merges=1))
    with refused("only-merges"):
        write_program(train_unigram(Corpus.from_counts({"hug": 3}), vocab_size=3))


def test_the_program_knows_the_minimum_frequency_of_its_training(tmp_path: Path) -> None:
    """x ##y has the highest score, but occurs once, and a pair must occur twice."""
    trace = train_wordpiece(Corpus.from_counts({"hug": 10, "xy": 1}), min_frequency=2)
    assert printed_by(write_program(trace), tmp_path) == expected(trace)
