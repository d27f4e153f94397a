"""A recorded run is what the interpreter itself reports about the same file."""

import json
import sys
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import TIE_RULES, TrainingSpecification, textbook
from bpe_core.teaching_materials import recording
from bpe_core.teaching_materials.recording import (
    MOST_EVENTS,
    MOST_ITEMS,
    RecordingJob,
    Run,
    plain,
    preference,
    record,
    recorded,
    spelled,
)
from bpe_core.worker.job import TRACE
from tests.bpe_core.worker.test_job import records
from tests.examples import examples, rules

HUGS = "hug 10\npug 5\npun 12\nbun 4\nhugs 5"
SMALL = TrainingSpecification(num_merges=4)


def states_by_the_interpreter(function, *args) -> list[tuple[str, int, dict]]:
    """Each line and return with all local variables, copied."""
    found: list[tuple[str, int, dict]] = []

    def hear(frame, event, arg):
        if frame.f_code.co_filename != textbook.__file__:
            return None
        if event != "call":
            held = {k: deepcopy(v) for k, v in frame.f_locals.items() if not k.startswith(".")}
            found.append((frame.f_code.co_name, frame.f_lineno, held))
        return hear

    before = sys.gettrace()
    sys.settrace(hear)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return found


def states(run: Run) -> list[tuple[str, int, dict]]:
    """The same from a recorded run: each change is applied to the previous variables."""
    stack: list[dict] = []
    found = []
    for event in run.events:
        stack = stack[: event.depth] + ([{}] if event.is_new else stack[event.depth :][:1])
        stack[event.depth] = {**stack[event.depth], **event.changed}
        values = {name: run.values[place] for name, place in stack[event.depth].items()}
        found.append((event.function, event.line, values))
    return found


def arguments(
    counts: dict[str, int], unit: str = "char", marker: str = "", rule: str = "first-seen"
):
    """The arguments of `train`."""
    asked = TrainingSpecification(source="table", unit=unit, end_of_word=marker, tie_break=rule)  # type: ignore[arg-type]
    text = "\n".join(f"{word}\t{n}" for word, n in counts.items())
    corpus = asked.corpus_of(text)
    vocabulary = list(corpus.base_vocabulary)
    return spelled(corpus), vocabulary, 4, preference(rule, vocabulary)


@given(
    st.dictionaries(
        st.text("ab哈", min_size=1, max_size=5), st.integers(1, 9), min_size=1, max_size=3
    ),
    rules,
)
@examples(30)
def test_the_variables_are_those_that_the_interpreter_has(
    counts: dict[str, int], rule: str
) -> None:
    words, vocabulary, merges, prefer = arguments(counts, rule=rule)
    expected = states_by_the_interpreter(textbook.train, words, vocabulary, merges, prefer)
    words, vocabulary, merges, prefer = arguments(counts, rule=rule)
    found = states(record(textbook.train, words, vocabulary, merges, prefer))
    assert len(found) == len(expected)
    for (name, line, held), (its_name, its_line, its_held) in zip(found, expected, strict=True):
        assert (name, line) == (its_name, its_line)
        assert held == {key: plain(value) for key, value in its_held.items()}


def test_a_large_corpus_is_recorded_by_phase() -> None:
    """Each line of `train` is an event, but its calls are not; long values keep few items."""
    words = " ".join(f"{a}{b}{c}" for a in "abcdefgh" for b in "ijklmnop" for c in "qrstuvwx")
    run, _ = recorded("train", TrainingSpecification(num_merges=3), words)
    assert run.by_line == 0
    assert {event.depth for event in run.events} == {0}
    # The first line, five per merge, the last test of the loop, the return's line, and the return.
    assert len(run.events) == 1 + 5 * 3 + 1 + 2
    longest = max(len(value.get("list", ())) for value in run.values if isinstance(value, dict))
    assert longest == MOST_ITEMS


def test_a_run_that_is_too_long_ends() -> None:
    run = record(textbook.merge_pair, [0, 1] * MOST_EVENTS, (0, 1), 2, line_events=MOST_EVENTS * 99)
    assert not run.is_whole
    assert len(run.events) == MOST_EVENTS


def test_lines_become_phases_where_there_is_no_more_room() -> None:
    words, vocabulary, _, _ = arguments({"hugs": 10, "banana": 5, "puns": 12})
    run = record(textbook.train, words, vocabulary, 9, line_events=300)
    assert run.is_whole
    assert 0 < (run.by_line or 0) <= 300
    assert max(event.depth for event in run.events[: run.by_line]) == 2
    assert {event.depth for event in run.events[run.by_line :]} == {0}


def test_encoding_and_decoding_are_recorded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: u g, u n, h ug, p un; hugs is hug s. A z is not in any word, so it is left out."""
    run, vocabulary = recorded("encode", SMALL, HUGS, "hugsz")
    ids = run.values[run.result or 0]["list"]
    assert [vocabulary[i] for i in ids] == ["hug", "s"]
    run, _ = recorded("decode", SMALL, HUGS, "hugsz")
    assert run.values[run.result or 0] == {"text": "hugs"}
    run, _ = recorded("decode", SMALL, HUGS, "hugs" * 20)
    assert run.values[run.result or 0] == {"text": "hugs" * 10}
    _, vocabulary = recorded("train", replace(SMALL, min_frequency=16), HUGS)
    assert vocabulary[-1] == "un"
    monkeypatch.setattr(recording, "MOST_MERGES", 1)
    _, vocabulary = recorded("train", SMALL, HUGS)
    assert vocabulary[-1] == "ug"


@pytest.mark.parametrize("rule", TIE_RULES)
@pytest.mark.parametrize("unit", ["char", "byte"])
def test_what_is_encoded_needs_no_slow_training(
    monkeypatch: pytest.MonkeyPatch, unit: Any, rule: str
) -> None:
    """On 1 MB the textbook's own training took longer than a run may take."""
    marker = "</w>" if unit == "byte" else ""
    asked = TrainingSpecification(
        num_merges=5, unit=unit, end_of_word=marker, tie_break=rule, special_tokens=("<s>",)
    )
    counts = {"hug": 10, "pug": 5, "pun": 12}
    words, vocabulary, _, prefer = arguments(counts, unit, marker, rule)
    learned = textbook.train(words, vocabulary, 5, prefer)
    units = [*(bytes([b]) for b in b"hugpun"), marker.encode()] if marker else "hugpun"
    expected = textbook.encode([vocabulary.index(each) for each in units], learned)
    monkeypatch.setattr(textbook, "train", None)
    run, tokens = recorded("encode", asked, "hug 10\npug 5\npun 12", "hugpun")
    assert run.values[run.result or 0]["list"] == expected
    assert tokens == vocabulary


def test_a_run_of_a_large_corpus_says_how_far_it_is_and_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the tokens that it looks at: a busy machine records the same run."""
    told: list[tuple[int, int]] = []
    run, _ = recorded("train", SMALL, HUGS, progress=lambda done, of: told.append((done, of)))
    assert run.is_whole
    assert told[0] == (0, 4)
    assert told[-1] == (4, 4)
    assert told == sorted(told)
    # Two phases look at the 16 tokens; from the third on, the six pairs are counted, too.
    asked = arguments({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    whole = record(textbook.train, *asked, line_events=0)
    for most, phases in ((15, 0), (31, 1), (32, 2), (53, 2), (54, 3), (75, 3), (76, 4)):
        monkeypatch.setattr(recording, "MOST_TOKENS", most)
        cut = record(textbook.train, *asked, line_events=0)
        assert (cut.is_whole, cut.events) == (False, whole.events[:phases])


def test_what_traced_before_goes_on_tracing() -> None:
    """A coverage report or a debugger is not interrupted."""
    before = sys.gettrace()
    record(textbook.count_pairs, [([0, 1], 2)])
    assert sys.gettrace() is before


def test_the_worker_answers_as_the_library_does() -> None:
    job = RecordingJob("encode", SMALL, "hugs")
    kind, answer = records("bpe_core.teaching_materials.recording", job, HUGS)[-1]
    assert kind == TRACE
    run, vocabulary = recorded("encode", SMALL, HUGS, "hugs")
    assert json.loads(answer) == json.loads(
        json.dumps({"run": run.to_plain(), "tokens": vocabulary})
    )
