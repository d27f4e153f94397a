"""Compare three trainings side by side with each alone, naive encoders, and counts by hand."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms.three_algorithms import (
    SideBySide,
    hold_out,
    plain_texts,
    train_side_by_side,
    usual_size,
)
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.errors import VocabularyTooSmallError
from bpe_core.worker.handover import pack, unpack
from tests.examples import examples

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
word_counts = st.dictionaries(
    st.text("ab哈#", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=40
)


def trained(counts: dict[str, int], extra: int = 6, least: int = 1) -> SideBySide:
    corpus = Corpus.from_counts(counts)
    size = usual_size(corpus, 1, extra)
    return train_side_by_side(corpus, vocab_size=size, min_frequency=least)


def tokenizers_at(three: SideBySide, step: int) -> list[BaseTokenizer]:
    bpe, wordpiece, rounds = three.steps_at(step)
    return [
        three.bpe.tokenizer(bpe, unknown=DEFAULT_UNKNOWN),
        three.wordpiece.tokenizer(wordpiece),
        three.unigram.tokenizer(rounds, unknown=DEFAULT_UNKNOWN),
    ]


@given(word_counts)
def test_every_tenth_word_is_held_out_and_none_of_the_three_has_it(counts: dict[str, int]) -> None:
    three = trained(counts)
    words = list(counts)
    expected = words[9::10] if len(words) >= 20 else []
    assert three.held_out == {word: counts[word] for word in expected}
    for trace in (three.bpe, three.wordpiece, three.unigram):
        kept = dict(zip(trace.corpus.words, trace.corpus.counts.tolist(), strict=True))
        assert kept == {w: n for w, n in counts.items() if w not in three.held_out}


def test_of_many_words_only_handy_ones_are_held_out() -> None:
    """A thousand of up to 200 characters."""
    counts = {f"{'a' * 192}{i:08b}" if i % 20 < 10 else f"{'a' * 201}{i}": 1 for i in range(99)}
    _, few = hold_out(Corpus.from_counts(counts))
    assert [word[192:] for word in few] == [f"{i:08b}" for i in (9, 29, 49, 69, 89)]
    _, most = hold_out(Corpus.from_counts({str(i): 1 for i in range(10_050)}))
    assert [*most] == [str(i) for i in range(9, 10_000, 10)]


@given(word_counts, st.sampled_from([1, 2, 999]))
def test_each_is_what_it_is_alone(counts: dict[str, int], least: int) -> None:
    """At each step, sizes and tokens are those of the three traces; a round begins at its step."""
    three = trained(counts, least=least)
    corpus, _ = hold_out(Corpus.from_counts(counts))
    size = usual_size(Corpus.from_counts(counts), 1, 6)
    traces = (three.bpe, three.wordpiece, three.unigram)
    for trace, train in zip(traces, (train_bpe, train_wordpiece, train_unigram), strict=True):
        rules = {} if train is train_unigram else {"min_frequency": least}
        alone = train(corpus, vocab_size=size, special_tokens=["[UNK]"], **rules)
        assert trace.vocabulary == alone.vocabulary
    assert three.steps_at(len(three)) == tuple(map(len, traces))
    for step in range(len(three) + 1):
        steps = list(zip(traces, three.steps_at(step), strict=True))
        assert three.sizes_at(step) == tuple(len(trace.vocabulary_at(k)) for trace, k in steps)
        words = [trace.state_at(k).words for trace, k in steps]
        tokens = tuple(sum(n * len(word) for word, n in each) for each in words)
        assert three.token_counts_at(step) == tokens
    for number in range(len(three.unigram) + 1 if len(three) else 0):
        step = three.step_of_round(number)
        assert three.steps_at(step)[2] >= number
        assert step == 0 or three.steps_at(step - 1)[2] < number


@given(word_counts, st.text("ab哈#x", min_size=1, max_size=8))
@examples(50)
def test_a_words_history_is_what_each_tokenizer_says_at_every_step(
    counts: dict[str, int], word: str
) -> None:
    three = trained(counts)
    histories = three.histories(word)
    for step in range(len(three) + 1):
        said = [[tokens for since, tokens in each if since <= step][-1] for each in histories]
        for tokens, tokenizer in zip(said, tokenizers_at(three, step), strict=True):
            assert tokens == [tokenizer.token(i) for i in tokenizer.encode_word(word)]


@given(word_counts)
@example({"aab": 1, "a": 4, "ab": 4})  # only WordPiece has a third merge
def test_where_they_part_is_the_first_merge_that_differs(counts: dict[str, int]) -> None:
    """Read naively from the two lists of merges: the merged texts, WordPiece's without ##."""
    three = trained(counts)

    def texts(trace) -> list[tuple[str, str]]:
        inner = getattr(trace, "inner", None)
        vocabulary = trace.vocabulary[trace.first_base_id :]
        plain = [
            token[2:] if inner is not None and inner[i] else token
            for i, token in enumerate(vocabulary)
        ]
        return [(plain[a], plain[b]) for a, b, _ in trace.base_merges.tolist()]

    one, other = texts(three.bpe), texts(three.wordpiece)
    expected = None
    for step in range(1, max(len(one), len(other)) + 1):
        if one[step - 1 : step] != other[step - 1 : step]:
            expected = step
            break
    assert three.parting == expected


def test_inner_tokens_are_read_without_their_prefix() -> None:
    """A ## of the word itself stays: all texts are parts of the word."""
    three = trained({"##a": 5, "a": 2})
    texts = plain_texts(three.wordpiece, len(three.wordpiece))
    assert "##a" in texts
    assert all(str(text) in "##a" for text in texts)
    bpe, wordpiece, unigram = three.texts_at(0)
    assert bpe == wordpiece == {"#", "a"} <= unigram


many_words = st.dictionaries(
    st.text("ab哈#é", min_size=1, max_size=6), st.integers(1, 9), min_size=20, max_size=60
)


@given(many_words)
@example(dict.fromkeys(["bi", *"acegikm", "bo", "baé", *"bdfhjloqr", "cab"], 2))
@examples(30)
def test_words_held_out_are_cut_at_each_step_as_its_tokenizers_cut_them(
    counts: dict[str, int],
) -> None:
    """Counted word by word here; a worker gives the same.

    In the example é occurs nowhere else, and b only at the start of other words.
    """
    three = trained(counts)
    back = unpack(b"".join(pack(three)))
    assert isinstance(back, SideBySide)
    assert all("history" in vars(each) for each in (back.bpe, back.wordpiece, back.unigram))
    for step in range(len(three) + 1):
        for tokenizer, cut in zip(tokenizers_at(three, step), three.cuts_at(step), strict=True):
            unknown, said = tokenizer.unknown_id, three.held_out.items()
            rows = [(tokenizer.encode_word(word), n) for word, n in said]
            assert cut.tokens == sum(n * len(ids) for ids, n in rows)
            assert cut.unknown_tokens == sum(n * ids.count(unknown) for ids, n in rows)
            assert cut.unknown_words == sum(n for ids, n in rows if unknown in ids)
            assert cut.words == sum(n for _, n in said)
            assert cut.text_bytes == sum(n * len(word.encode()) for word, n in said)
        assert back.cuts_at(step) == three.cuts_at(step)


def test_the_size_must_hold_what_wordpiece_begins_with() -> None:
    corpus = Corpus.from_counts(HUG)
    with pytest.raises(VocabularyTooSmallError) as raised:
        train_side_by_side(corpus, vocab_size=7)
    assert raised.value.fields["smallest"] == 8


def test_progress_is_told_of_all_three_together() -> None:
    told: list[tuple[int, int | None]] = []
    train_side_by_side(
        Corpus.from_counts(HUG), vocab_size=10, progress=lambda *call: told.append(call)
    )
    assert [total for _, total in told] == [300] * len(told)
    assert sorted(done for done, _ in told) == [done for done, _ in told]
    assert [done for done, _ in (*told[:2], told[-1])] == [100, 200, 300]
