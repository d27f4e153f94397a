"""Every trainer can be stopped, refuses nonsense, and travels as bytes."""

import copy
import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms import limits
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.errors import (
    BpeError,
    FactorError,
    NumberTooSmallError,
    PrefixError,
    SingleUnitsError,
    SpecialTokenError,
    TraceFormatError,
    VocabularyTooSmallError,
)
from bpe_core.text.running_text import RunningText
from tests.bpe_core.worker.test_handover import packed
from tests.examples import any_text, examples, markers, rules, units

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}  # 7 letters
TRAINERS = [train_bpe, train_wordpiece, train_unigram]
every_trainer = pytest.mark.parametrize("train", TRAINERS)
Train = Callable[..., Any]

NOT_A_TRAINING: list[tuple[Train, dict[str, object], type[BpeError]]] = [
    *((train, {"num_merges": -1}, NumberTooSmallError) for train in (train_bpe, train_wordpiece)),
    *((train, {"min_frequency": 0}, NumberTooSmallError) for train in (train_bpe, train_wordpiece)),
    (train_bpe, {"num_merges": 1.5}, NumberTooSmallError),
    (train_wordpiece, {"prefix": ""}, PrefixError),
    (train_unigram, {"vocab_size": 7, "special_tokens": ["<s>"]}, SingleUnitsError),
    (train_unigram, {"max_token_length": 0}, NumberTooSmallError),
    (train_unigram, {"sub_iterations": 0}, NumberTooSmallError),
    (train_unigram, {"seed_size": 0}, NumberTooSmallError),
    (train_unigram, {"shrinking_factor": 1.0}, FactorError),
    (train_unigram, {"shrinking_factor": "a"}, FactorError),
    *((train, {"vocab_size": 0}, NumberTooSmallError) for train in TRAINERS),
    *((train, {"special_tokens": [""]}, SpecialTokenError) for train in TRAINERS),
]


@pytest.mark.parametrize(("train", "settings", "error"), NOT_A_TRAINING)
def test_settings_that_make_no_sense_are_refused(
    train: Train, settings: dict[str, object], error: type[BpeError]
) -> None:
    with pytest.raises(error):
        train(Corpus.from_counts(HUG), **{"vocab_size": 12, **settings})


@every_trainer
def test_a_vocabulary_smaller_than_the_base_says_the_smallest_that_works(train: Train) -> None:
    special = () if train is train_unigram else ("<s>",)
    smallest = 7 + len(special)
    with pytest.raises(VocabularyTooSmallError, match=f"at least {smallest}") as caught:
        train(Corpus.from_counts(HUG), vocab_size=smallest - 1, special_tokens=special)
    assert caught.value.fields["smallest"] == smallest
    trace = train(Corpus.from_counts(HUG), vocab_size=smallest, special_tokens=special)
    assert len(trace.vocabulary) == smallest


@every_trainer
@pytest.mark.parametrize("counts", [{"a": 3}, {"a": 1, "b": 2}])
def test_words_of_one_letter_leave_nothing_to_do(train: Train, counts: dict[str, int]) -> None:
    trace = train(Corpus.from_counts(counts), vocab_size=50, special_tokens=())
    assert (len(trace), trace.stopped_because) == (0, "nothing_left")
    assert list(trace.vocabulary) == sorted(counts)
    assert trace.tokenizer().tokens("a") == ["a"]
    if train is train_unigram:
        assert trace.state_at(0).cheapest() == []
    else:
        assert trace.state_at(0).pairs() == trace.views(0, 1)[0].pairs == []


def test_progress_is_reported_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """And at the end; here, 1,024 steps take a second."""
    reports: list[tuple[int, int | None]] = []
    done: list[None] = []
    monkeypatch.setattr(limits, "monotonic", lambda: len(done) / 1024)
    clock = limits.Clock(1024, lambda *report: reports.append(report), None)
    clock.run(lambda: done.append(None))
    assert reports == [(256, 1024), (512, 1024), (768, 1024), (1024, 1024)]


@every_trainer
def test_progress_is_reported_to_the_end(train: Train, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS_PER_REPORT", 0.0)
    size = 9 if train is train_unigram else 11
    reports: list[tuple[int, int | None]] = []
    trace = train(
        Corpus.from_counts(HUG), vocab_size=size, progress=lambda *report: reports.append(report)
    )
    assert reports[-1] == (len(trace), len(trace))
    assert train is not train_unigram or {done for done, _ in reports} == {*range(len(trace) + 1)}


@every_trainer
def test_a_time_limit_gives_the_trace_so_far(train: Train, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, a second goes by from one look at the clock to the next, after 16 merges."""
    ticks = iter(range(10_000))
    monkeypatch.setattr(limits, "thread_time", lambda: next(ticks))
    corpus = Corpus.from_text(" ".join(f"{i:b}" for i in range(300)))
    size, seconds = (10, 1) if train is train_unigram else (400, 3)
    trace = train(corpus, vocab_size=size, time_limit=seconds)
    assert trace.stopped_because == "time_limit"
    assert "".join(trace.tokenizer().tokens("1001")).replace("##", "") == "1001"
    assert len(trace.from_bytes(trace.to_bytes())) == len(trace)
    assert len(trace) == (0 if train is train_unigram else 3 * 16)


#: "ab", counted twice, with a special token "<s>", written by hand.
AB = (
    b'BPETRAC2{"spelling": {"unit": "char", "end_of_word": "", "alphabet": "value", '
    b'"normalizer": [], "pre_tokenizer": "whitespace"}, "words": ["ab"], "counts": [2], '
    b'"running_words": [], "text_bytes": 4, "settings": {"num_merges": null, "min_frequency": 1, '
    b'"tie_break": "first-seen", "special_tokens": ["<s>"], "choices": []}, '
    b'"stopped_because": "nothing_left"}'
)
SOME = (
    train_bpe(Corpus.from_counts(HUG), num_merges=3),
    train_wordpiece(Corpus.from_counts(HUG), num_merges=3),
    train_unigram(Corpus.from_counts(HUG), vocab_size=9),
)


def test_a_saved_training_has_the_documented_bytes() -> None:
    """A newer version can read what an older one saved."""
    trace = train_bpe(Corpus.from_counts({"ab": 2}), special_tokens=["<s>"])
    assert trace.to_bytes() == AB
    assert packed(Trace.from_bytes(AB)) == packed(trace)


def copies(trace: Any) -> list[Any]:
    """In a notebook or on disk."""
    pickled = pickle.loads(pickle.dumps(trace))  # noqa: S301  (made here)
    return [copy.copy(trace), copy.deepcopy(trace), pickled, trace.from_bytes(trace.to_bytes())]


@given(text=any_text.filter(bool), unit=units, marker=markers, rule=rules)
@example(text="a hug a bug", unit="char", marker="", rule="first-seen")
@examples(60)
def test_a_trace_comes_back_whole(text: str, unit: str, marker: str, rule: str) -> None:
    """From bytes and as a copy, before it is used and after."""
    corpus = Corpus.from_text(
        text, unit=unit, end_of_word=marker, pre_tokenizer="gpt2", normalizer=["nfc"]
    )
    others = {"tie_break": rule, "prefix": "_", "special_tokens": ["x"], "min_frequency": 2}
    size = len(corpus.base_vocabulary) + 3
    settings = {"seed_size": 20, "sub_iterations": 1, "shrinking_factor": 0.5}
    lines = RunningText.read(text, unit=unit)
    for trace in (
        train_bpe(corpus, tie_break=rule, special_tokens=["<s>", "\ud83d"]),
        train_wordpiece(corpus, num_merges=8, **others),
        train_unigram(corpus, vocab_size=size, special_tokens=["x"], **settings),
        train_superbpe(lines, switch=2, num_merges=6),
        train_boundless(lines),
    ):
        fresh, whole = copies(trace), packed(trace)
        assert [packed(again) for again in (*fresh, *copies(trace))] == [whole] * 8


def test_a_training_that_ended_before_its_time_ends_there_again() -> None:
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=9, time_limit=1e-9)
    for rounds in (b"0", b"-1"):  # the second is written by a stranger
        saved = trace.to_bytes().replace(b'"rounds": 0', b'"rounds": ' + rounds)
        again = UnigramTrace.from_bytes(saved)
        assert (again.stopped_because, len(again)) == ("time_limit", 0)
    merges = train_bpe(Corpus.from_counts(HUG), min_frequency=12)
    assert merges.stopped_because == "min_frequency"
    assert Trace.from_bytes(merges.to_bytes()).stopped_because == "min_frequency"


@given(st.binary())
@example(b"[" * 100_000)
def test_other_bytes_are_refused(data: bytes) -> None:
    for beginning in (b"", b"BPETRAC2"):
        with pytest.raises(TraceFormatError):
            Trace.from_bytes(beginning + data)


@pytest.mark.parametrize("trace", SOME, ids=lambda trace: type(trace).__name__)
def test_bytes_cut_short_are_refused(trace) -> None:
    good = trace.to_bytes()
    for size in range(len(good)):
        with pytest.raises(TraceFormatError):
            trace.from_bytes(good[:size])


@pytest.mark.parametrize("trace", SOME, ids=lambda trace: type(trace).__name__)
@given(data=st.data())
@examples(100)
def test_damaged_bytes_are_refused_or_still_a_training(trace, data: st.DataObject) -> None:
    good = bytearray(trace.to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    with suppress(TraceFormatError):
        again = trace.from_bytes(bytes(good))
        assert again.state_at(len(again)).words


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("words", ["ab", "ab"]),
        ("counts", [0]),
        ("running_words", [1]),
        ("running_words", [-1]),
        ("running_words", ["a"]),
        ("stopped_because", "boredom"),
        ("settings", {"num_merges": 1, "choices": [], "progress": 3}),
        ("settings", []),
        ("spelling", {"unit": 3}),
    ],
)
def test_a_wrong_field_is_refused(name: str, value: object) -> None:
    told = json.loads(AB[8:])
    with pytest.raises(TraceFormatError):
        Trace.from_bytes(AB[:8] + json.dumps(told | {name: value}).encode())


@pytest.mark.parametrize(
    ("kind", "beginning"),
    [(Trace, b"BPETRAC1"), (WordPieceTrace, b"WPCTRAC1"), (UnigramTrace, b"UNITRAC1")],
)
def test_what_an_older_version_saved_says_so(kind: type, beginning: bytes) -> None:
    with pytest.raises(TraceFormatError, match="older version of this program saved it"):
        kind.from_bytes(beginning + b"anything")
