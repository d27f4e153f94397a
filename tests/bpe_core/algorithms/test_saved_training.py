"""A training travels as bytes, and bytes that are not one are refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.errors import TraceFormatError
from bpe_core.text.running_text import RunningText
from tests.bpe_core.packed import packed
from tests.examples import any_text, examples, markers, rules, units

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
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


@given(any_text.filter(bool), units, markers, rules)
def test_a_trace_comes_back_whole(text: str, unit: str, marker: str, rule: str) -> None:
    corpus = Corpus.from_text(
        text, unit=unit, end_of_word=marker, pre_tokenizer="gpt2", normalizer=["nfc"]
    )
    trace = train_bpe(corpus, tie_break=rule, special_tokens=["<s>", "\ud83d"])
    assert packed(Trace.from_bytes(trace.to_bytes())) == packed(trace)
    others = {"tie_break": rule, "prefix": "_", "special_tokens": ["x"], "min_frequency": 2}
    pieces = train_wordpiece(corpus, num_merges=8, **others)
    assert packed(WordPieceTrace.from_bytes(pieces.to_bytes())) == packed(pieces)


@given(any_text.filter(bool), units, markers)
@examples(40)
def test_rounds_come_back_whole(text: str, unit: str, marker: str) -> None:
    corpus = Corpus.from_text(text, unit=unit, end_of_word=marker)
    size = len(corpus.base_vocabulary) + 3
    settings = {"seed_size": 20, "sub_iterations": 1, "shrinking_factor": 0.5}
    trace = train_unigram(corpus, vocab_size=size, special_tokens=["x"], **settings)
    assert packed(UnigramTrace.from_bytes(trace.to_bytes())) == packed(trace)


@given(any_text.filter(bool), units)
@examples(40)
def test_merges_across_words_come_back_whole(text: str, unit: str) -> None:
    lines = RunningText.read(text, unit=unit)
    for trace in (train_superbpe(lines, switch=2, num_merges=6), train_boundless(lines)):
        assert packed(AcrossTrace.from_bytes(trace.to_bytes())) == packed(trace)


def test_a_training_that_ended_before_its_time_ends_there_again() -> None:
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=9, time_limit=1e-9)
    again = UnigramTrace.from_bytes(trace.to_bytes())
    assert (again.stopped_because, len(again)) == ("time_limit", 0)
    merges = train_bpe(Corpus.from_counts(HUG), min_frequency=12)
    assert merges.stopped_because == "min_frequency"
    assert Trace.from_bytes(merges.to_bytes()).stopped_because == "min_frequency"


@given(st.binary())
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


def test_a_deeply_nested_file_is_refused() -> None:
    with pytest.raises(TraceFormatError):
        Trace.from_bytes(b"BPETRAC2" + b"[" * 100_000)


@pytest.mark.parametrize(
    ("kind", "beginning"),
    [(Trace, b"BPETRAC1"), (WordPieceTrace, b"WPCTRAC1"), (UnigramTrace, b"UNITRAC1")],
)
def test_what_an_older_version_saved_says_so(kind: type, beginning: bytes) -> None:
    with pytest.raises(TraceFormatError, match="older version of this program saved it"):
        kind.from_bytes(beginning + b"anything")
