"""The bigram model, and what unread text takes by it, by fractions counted anew."""

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import inf, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments import unread_text
from bpe_core.experiments.bigram_model import BORDER, BigramModel, bits_at_every_step
from bpe_core.experiments.unread_text import (
    SPECIFICATION,
    NoTenthsError,
    UnreadText,
    UnreadTextJob,
    bits_by_size,
    costs_of,
)
from bpe_core.text.sentences import tenths
from bpe_core.worker.job import Report
from tests.bpe_core.oracles import naive_bpe
from tests.examples import examples, markers, units, word_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
#: Texts in which a pair may overlap itself, or there is hardly anything to count.
DEGENERATE = [{"a": 1}, {"aaaa": 3}, {"hug": 7}, {"a</w>": 2, "a": 1}, {"哈哈哈": 2, "哈": 5}]


def probability(words: Sequence[tuple[Sequence, int]], asked: Sequence) -> Fraction:
    """The product of count(a b) / count(a), counted anew for each factor."""
    product = Fraction(1)
    for before, after in pairwise(["^", *asked, "$"]):
        follows = [
            (b, times)
            for word, times in words
            for a, b in pairwise(["^", *word, "$"])
            if a == before
        ]
        total = sum(times for _, times in follows)
        if not total:
            return Fraction(0)
        product *= Fraction(sum(times for b, times in follows if b == after), total)
    return product


def naive_bits(words: Sequence[tuple[Sequence, int]]) -> float:
    chances = [(probability(words, word), times) for word, times in words]
    return sum(-log2(p) * times if p else inf for p, times in chances)


@given(word_counts, st.text("abé", max_size=4))
@examples(200)
def test_probabilities_are_those_counted_anew(counts: dict[str, int], asked: str) -> None:
    words = list(counts.items())
    model = BigramModel(words)
    for word in (*counts, asked):
        assert model.probability(word) == probability(words, word)
    assert model.bits == pytest.approx(naive_bits(words), rel=1e-9, abs=1e-9)


@given(word_counts, units, markers, st.integers(0, 60))
@examples(40)
def test_every_row_sums_to_one(counts: dict[str, int], unit: str, marker: str, others: int) -> None:
    """At every step, as counted and smoothed, also after a token that was never read."""
    trace = train_bpe(Corpus.from_counts(counts, unit=unit, end_of_word=marker), num_merges=6)
    for step in range(len(trace) + 1):
        state = trace.state_at(step)
        ids = state.word_ids(range(len(counts)))
        model = BigramModel(zip(ids, counts.values(), strict=True))
        tokens = [BORDER, *range(max(map(max, ids)) + 1 + others)]
        for before in {*model.rows, len(tokens)}:
            assert sum(model.smoothed(before, after, len(tokens)) for after in tokens) == 1
            following = [model.factors([before, after])[1] for after in tokens[1:]]
            at_the_end = model.factors([before])[1]
            assert sum(following) + at_the_end == (1 if before in model.rows else 0)


@pytest.mark.parametrize(
    ("before", "after", "score"),
    [
        ("u", "g", 0.5333804309431297),
        ("u", "b", 0.001412928293889085),
        ("u", "x", 0.0),
        (BORDER, "h", 0.3923593185338152),
        ("g", "s", 0.23032336790726052),
        ("g", BORDER, 0.7037827943868212),
        ("g", "h", 0.009151921903599756),
    ],
)
def test_smoothing_is_nltks_but_for_the_share_of_a_token(
    before: str | None, after: str | None, score: float
) -> None:
    """NLTK 3.10.4 gives these scores: its `WittenBellInterpolated` has P(b) = count(b) / N."""
    model = BigramModel(HUG.items())
    row, of_all = model.rows[before], model.after_any
    weight = Fraction(len(row), row.total() + len(row))
    theirs = Fraction(of_all[after], of_all.total())
    ours = model.smoothed("never read", after, 8)
    found = model.smoothed(before, after, 8) - weight * (ours - theirs)
    assert float(found) == pytest.approx(score, rel=1e-12)


@given(st.one_of(word_counts, st.sampled_from(DEGENERATE)), units, markers)
@examples(300)
def test_no_merge_makes_it_worse_on_what_was_read(
    counts: dict[str, int], unit: str, marker: str
) -> None:
    trace = train_bpe(Corpus.from_counts(counts, unit=unit, end_of_word=marker))
    bits = bits_at_every_step(trace)
    for before, after in pairwise(bits):
        assert after <= before + 1e-9 * max(1, bits[0])


@given(st.one_of(word_counts, st.sampled_from(DEGENERATE)), units)
@examples(60)
def test_bits_at_every_step_are_those_counted_anew(counts: dict[str, int], unit: str) -> None:
    trace = train_bpe(Corpus.from_counts(counts, unit=unit), num_merges=8)
    run = naive_bpe(counts, unit=unit, num_merges=8)
    bits = bits_at_every_step(trace)
    assert len(bits) == len(run.steps)
    for step, found in zip(run.steps, bits, strict=True):
        words = list(zip(step.words, run.word_counts, strict=True))
        assert found == pytest.approx(naive_bits(words), rel=1e-9, abs=1e-9)


def test_nothing_was_read() -> None:
    model = BigramModel([])
    assert model.bits == 0
    assert model.probability("a") == 0
    assert model.smoothed("a", "b", 4) == Fraction(1, 4)


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
    told: list[tuple[int, int]] = []
    sizes = bits_by_size(text, sizes=4, progress=lambda done, total: told.append((done, total)))
    assert told == [(n, 20) for n in range(20)]
    assert [size.whole.merges for size in bits_by_size(text, sizes=4, most_merges=9)] == [0, 8, 9]
    lengths = {len(train_bpe(SPECIFICATION.corpus_of(read))) for read, _ in parts}
    assert len(lengths) > 1
    assert sizes[-1].whole.merges == min(lengths)
    for size in sizes:
        assert size.whole.bytes == len(text)
        assert size.whole.bits == pytest.approx(sum(cost.bits for cost in size.tenths))
        assert {cost.merges for cost in size.tenths} == {size.whole.merges}
        assert size.spread[0] <= size.whole.per_byte <= size.spread[1]


def test_a_worker_tells_the_sizes_and_what_was_never_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The unseen are looked up after a few merges, in what the first nine tenths have counted."""
    monkeypatch.setattr(unread_text, "MERGES_OF_UNSEEN", 5)
    text = "".join(
        f" It is {chr(0x54C8 + n)}{n // 5}{n % 5}{n % 5}.\nSo it is {n % 7}!" for n in range(40)
    )
    (answer,) = UnreadTextJob().answer(text, Report(BytesIO()))
    told = UnreadText.from_json(answer)
    assert told.sizes == bits_by_size(text)
    read, unread = tenths(text)[0]
    trace = train_bpe(SPECIFICATION.corpus_of(read), num_merges=5)
    words = SPECIFICATION.words_of(unread)
    assert [told.first] == costs_of(trace, words, len(unread.encode()), [5])
    model = BigramModel(trace.state_at(5).words)
    assert 0 < len({(each.before, each.after) for each in told.unseen}) == len(told.unseen) <= 5
    for each in told.unseen:
        before, after = each.before.encode() or BORDER, each.after.encode()
        assert not model.rows[before][after]
        assert (each.count, each.different) == (
            model.rows[before].total(),
            len(model.rows[before]),
        )
        assert each.smoothed == float(model.smoothed(before, after, 262))
        assert each.share == float(model.smoothed("never read", after, 262))


@pytest.mark.parametrize("text", ["", "a", "aaaa", "x" * 50_000, "\n" * 50, "a</w> b"])
def test_a_text_without_tenths_is_refused(text: str) -> None:
    with pytest.raises(NoTenthsError):
        bits_by_size(text)
