"""A trace travels as bytes, and bytes that are none are refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.errors import TraceFormatError
from tests.bpe_core.strategies import any_text, markers, rules, units

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@given(any_text.filter(bool), units, markers, rules)
@settings(deadline=None)
def test_a_trace_comes_back_whole(text: str, unit: str, marker: str, rule: str) -> None:
    corpus = Corpus.from_text(
        text, unit=unit, end_of_word=marker, pre_tokenizer="gpt2", normalizer=["nfc"]
    )
    trace = train_bpe(corpus, tie_break=rule, special_tokens=["<s>", "\ud83d"])
    back = Trace.from_bytes(trace.to_bytes())
    assert back.corpus.words == corpus.words
    assert back.corpus.base_vocabulary == corpus.base_vocabulary
    assert back.corpus.running_words.tolist() == corpus.running_words.tolist()
    assert back.corpus.text_bytes == corpus.text_bytes
    assert back.corpus.normalizer == corpus.normalizer
    assert back.merges[:] == trace.merges[:]
    assert back.closed.tolist() == trace.closed.tolist()
    assert back.special_tokens == trace.special_tokens
    assert (back.tie_break, back.stopped_because) == (trace.tie_break, trace.stopped_because)
    assert back.tokenizer().encode(text) == trace.tokenizer().encode(text)
    assert back.views(0, len(back) + 1) == trace.views(0, len(trace) + 1)


@given(st.binary())
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(TraceFormatError):
        Trace.from_bytes(data)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_bytes_are_refused_or_still_a_trace(data: st.DataObject) -> None:
    """Whatever is read can be walked: nothing in it points outside."""
    good = bytearray(train_bpe(Corpus.from_counts(HUG), num_merges=3).to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        trace = Trace.from_bytes(bytes(good))
    except TraceFormatError:
        return
    assert len(trace.views(0, len(trace) + 1)) == len(trace) + 1
    assert trace.state_at(len(trace)).words


def test_bytes_cut_short_are_refused() -> None:
    good = train_bpe(Corpus.from_counts(HUG)).to_bytes()
    for size in range(len(good)):
        with pytest.raises(TraceFormatError):
            Trace.from_bytes(good[:size])


def test_merges_that_double_the_longest_token_are_refused_before_they_are_built() -> None:
    small = train_bpe(Corpus.from_counts({"aaaa": 1}))
    data = small.to_bytes()
    size = int.from_bytes(data[8:12], "little")
    header = json.loads(data[12 : 12 + size])
    text, lengths, counts, running, _, _, _ = _parts(data[12 + size :], header["parts"])
    merges = b"".join(i.to_bytes(4, "little") * 2 for i in range(60))
    merge_counts = (1).to_bytes(8, "little") * 60
    closed = bytes(16)
    parts = [text, lengths, counts, running, merges, merge_counts, closed]
    header["parts"] = [len(part) for part in parts]
    packed = json.dumps(header).encode()
    with pytest.raises(TraceFormatError, match="longer than every word"):
        Trace.from_bytes(data[:8] + len(packed).to_bytes(4, "little") + packed + b"".join(parts))


def _parts(data: bytes, sizes: list[int]) -> list[bytes]:
    parts = []
    for size in sizes:
        parts.append(data[:size])
        data = data[size:]
    return parts
