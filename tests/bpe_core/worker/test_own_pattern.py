"""A learner's own pattern either cuts or is stopped, and the worker reports which."""

import json
from contextlib import suppress

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.worker import own_pattern
from bpe_core.worker.job import error_of
from bpe_core.worker.own_pattern import (
    LENGTH_LIMIT,
    PatternError,
    PatternJob,
    PatternStoppedError,
    check_pattern,
    cut,
)
from tests.bpe_core.worker.test_job import records
from tests.examples import examples


@given(st.text("ab1 ,\n哈é", max_size=30), st.sampled_from([r"\p{L}+|\d", r"\s*\w", "a|", "b*"]))
def test_words_are_the_matches_that_are_not_empty(text: str, pattern: str) -> None:
    words = [text[start:end] for start, end in cut(pattern, text)]
    assert words == [match for match in regex.findall(pattern, text) if match]


def test_a_worker_gives_the_places() -> None:
    ((kind, record),) = records("bpe_core.worker.own_pattern", PatternJob(r"\w+"), "to 哈哈")
    assert (kind, json.loads(record)) == (b"T", [[0, 2], [3, 5]])


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(", "The pattern ( lacks ) at its end."),
        ("a(b[c", "The pattern a(b[c lacks ] at its end."),
        (
            r"\p{Xyz}+",
            r"The pattern \p{Xyz}+ cannot be read: there is no Unicode property named Xyz.",
        ),
        (
            r"\P{^Foo}",
            r"The pattern \P{^Foo} cannot be read: there is no Unicode property named Foo.",
        ),
        (
            "[[:foo:]]",
            "The pattern [[:foo:]] cannot be read; the error is at character 9 or before it.",
        ),
    ],
)
def test_the_commonest_faults_are_named(pattern: str, said: str) -> None:
    with pytest.raises(PatternError) as error:
        cut(pattern, "a")
    assert str(error.value).startswith(said)


def test_a_pattern_that_takes_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is stopped by the clock, while matching; one by the memory limit, while compiling."""
    monkeypatch.setattr(own_pattern, "MATCH_LIMIT", 0.05)
    with pytest.raises(PatternStoppedError):
        cut("(a|a)+b", "a" * 2_000)
    hungry = PatternJob("((((((a{30}){30}){30}){30}){30}){30})", memory_limit=200_000_000)
    ((kind, record),) = records("bpe_core.worker.own_pattern", hungry, "a")
    assert kind == b"E"
    assert type(error_of(record)).__name__ in ("PatternStoppedError", "OutOfMemoryError")


@pytest.mark.parametrize("repeat", ["{99999999}", "{9,1001}", "{1001,}", "{ 0001001 }"])
def test_a_large_repeat_is_refused_before_it_is_tried(repeat: str) -> None:
    check_pattern("a{²}")  # not a number in the pattern's language
    with pytest.raises(PatternError, match="repeats"):
        check_pattern("a" + repeat)


@given(st.text(max_size=LENGTH_LIMIT) | st.text("{},0123456789a\\", max_size=40))
@examples(300)
def test_any_pattern_is_checked_without_a_crash(pattern: str) -> None:
    with suppress(PatternError):
        check_pattern(pattern)
