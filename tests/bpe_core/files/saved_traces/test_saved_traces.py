"""A trace travels as bytes, and bytes that are not a trace are refused."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms.unigram import UnigramTrace
from bpe_core.algorithms.wordpiece import WordPieceTrace
from bpe_core.errors import TraceFormatError
from tests.bpe_core.strategies import any_text, markers, rules, units
from tests.examples import examples

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
#: "ab", counted twice, with a special token "<s>", written by hand in the documented layout.
ABOUT_AB = (
    '"unit": "char", "alphabet": "value", "normalizer": [], "pre_tokenizer": "whitespace", '
    '"text_bytes": 4'
)
AB = b"<s>ab" + struct.pack("<3q", 0, 3, 2) + struct.pack("<q", 2)  # no running text
AB_HEADER = (
    f'{{{ABOUT_AB}, "special_tokens": 1, "tie_break": "first-seen", '
    '"stopped_because": "nothing_left", "chosen_steps": [], "parts": [5, 24, 8, 0, 8, 8, 8]}'
).encode()
AB_MERGES = struct.pack("<2i", 0, 1) + struct.pack("<q", 2) + struct.pack("<2i", 1, 0)
AB_BYTES = b"BPETRAC1" + struct.pack("<I", len(AB_HEADER)) + AB_HEADER + AB + AB_MERGES


def test_a_kept_trace_has_the_documented_bytes() -> None:
    """A newer version can read what an older one kept."""
    trace = train_bpe(Corpus.from_counts({"ab": 2}), special_tokens=["<s>"])
    assert trace.to_bytes() == AB_BYTES
    assert Trace.from_bytes(AB_BYTES).merges[:] == trace.merges[:]


def test_a_kept_wordpiece_trace_is_its_prefix_and_the_merges() -> None:
    """Of its base tokens `##b` and `a`, the second is the left part of the merge."""
    trace = train_wordpiece(Corpus.from_counts({"ab": 2}), special_tokens=["<s>"])
    data = AB_BYTES.replace(struct.pack("<2iq", 0, 1, 2), struct.pack("<2iq", 1, 0, 2))
    assert trace.to_bytes() == b"WPCTRAC1" + struct.pack("<I", 2) + b"##" + data
    assert WordPieceTrace.from_bytes(trace.to_bytes()).merges[:] == trace.merges[:]


def test_a_kept_unigram_trace_has_the_documented_bytes() -> None:
    """Its tokens a, b and ab first occur at 0, 1 and 0; each state keeps two floats per token."""
    trace = train_unigram(
        Corpus.from_counts({"ab": 2}), vocab_size=4, special_tokens=["<s>"], sub_iterations=1
    )
    (state,) = trace.snapshots
    floats = [*state.log_probabilities.tolist(), *state.costs.tolist()]
    header = (
        f'{{{ABOUT_AB}, "candidates": 1, "special_tokens": 1, "stopped_because": "vocab_size", '
        f'"states": [[3, {state.loss}, 2, 1]], "parts": [5, 24, 8, 0, 72, 12, 48]}}'
    ).encode()
    seed = struct.pack("<9q", 0, 1, 0, 1, 1, 2, 2, 2, 2)
    states = struct.pack("<3i", 0, 1, 2) + struct.pack("<6d", *floats)
    data = b"UNITRAC1" + struct.pack("<I", len(header)) + header + AB + seed + states
    assert trace.to_bytes() == data
    assert UnigramTrace.from_bytes(data).history == trace.history


@given(any_text.filter(bool), units, markers, rules)
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
@examples(300)
def test_damaged_bytes_are_refused_or_still_a_trace(data: st.DataObject) -> None:
    """Any trace that is read can be walked: nothing in it points outside."""
    good = bytearray(train_bpe(Corpus.from_counts(HUG), num_merges=3).to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        trace = Trace.from_bytes(bytes(good))
    except TraceFormatError:
        return
    assert len(trace.views(0, len(trace) + 1)) == len(trace) + 1
    assert trace.state_at(len(trace)).words


def test_a_deeply_nested_header_is_refused() -> None:
    header = b"[" * 100_000
    with pytest.raises(TraceFormatError):
        Trace.from_bytes(b"BPETRAC1" + struct.pack("<I", len(header)) + header)


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
