"""Bits per byte of text that was not read: against fractions, word for word."""

from itertools import pairwise
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import train_bpe
from bpe_core.experiments.bigram_model import BORDER, BigramModel
from bpe_core.experiments.unread_text import SPECIFICATION, NoTenthsError, bits_by_size, costs_of
from bpe_core.text.sentences import tenths
from tests.examples import examples

texts = st.text("ab 哈\n\ud800é", min_size=1, max_size=40)


@given(texts.filter(str.strip), texts)
@examples(150)
def test_each_size_takes_what_the_smoothed_factors_take(read: str, unread: str) -> None:
    trace = train_bpe(SPECIFICATION.corpus_of(read))
    words = SPECIFICATION.words_of(unread)
    size = len(unread.encode("utf-8", "surrogatepass"))
    steps = list(range(0, len(trace) + 1, 2))
    for cost in costs_of(trace, words, size, steps):
        model, tokenizer = (
            BigramModel(trace.state_at(cost.merges).words),
            trace.tokenizer(cost.merges),
        )
        bits, tokens, unseen = 0.0, 0, 0
        for word, times in words.items():
            cut = [tokenizer.token(i) for i in tokenizer.encode_word(word)]
            tokens += times * len(cut)
            for before, after in pairwise((BORDER, *cut, BORDER)):
                bits -= times * log2(model.smoothed(before, after, 257 + cost.merges))
                unseen += times * (not model.rows.get(before, {}).get(after))
        assert cost.vocabulary_size == 256 + cost.merges
        assert cost.bits == pytest.approx(bits, rel=1e-9)
        assert (cost.tokens, cost.unseen, cost.bytes) == (tokens, unseen, size)


def test_each_tenth_is_left_out_once() -> None:
    text = "".join(f" It is {n}.\nSo it is {n * n}!" for n in range(40))
    parts = tenths(text)
    assert len(parts) == 10
    assert sorted("".join(unread for _, unread in parts)) == sorted(text)
    for rest, unread in parts:
        assert sorted(rest + unread) == sorted(text)
    told: list[tuple[int, int]] = []
    sizes = bits_by_size(text, sizes=4, progress=lambda done, total: told.append((done, total)))
    assert told == [(n, 20) for n in range(20)]
    for size in sizes:
        assert size.whole.bytes == len(text)
        assert size.whole.bits == pytest.approx(sum(cost.bits for cost in size.tenths))
        assert {cost.merges for cost in size.tenths} == {size.whole.merges}
        assert size.spread[0] <= size.whole.per_byte <= size.spread[1]


@pytest.mark.parametrize("text", ["", "a", "aaaa", "x" * 5_000_000, "\n" * 50, "a</w> b"])
def test_a_text_without_tenths_is_refused(text: str) -> None:
    with pytest.raises(NoTenthsError):
        bits_by_size(text)


@pytest.mark.parametrize("line", ["a\n", "哈哈哈哈\n", "</w> <s>\n", "\x00\ufeff\n"])
def test_what_is_the_same_again_and_again_is_soon_known(line: str) -> None:
    sizes = bits_by_size(line * 60)
    assert sizes[-1].whole.per_byte <= sizes[0].whole.per_byte
    assert sizes[-1].whole.unseen <= 1  # the first line follows no line end
