"""The word- and character-based tokenizers, against counting and looking up by hand."""

from collections import Counter
from fractions import Fraction
from math import isnan, log

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFace
from tokenizers import decoders, models

from bpe_core import PRE_TOKENIZERS, CharacterTokenizer, Corpus, WordTokenizer, train_bpe
from bpe_core.errors import OrderError, SpecialTokenError
from bpe_core.tokenizers.metrics import (
    compression_ratio,
    fertility,
    out_of_vocabulary_rate,
    renyi_efficiency,
)
from bpe_core.tokenizers.plain_tokenizers import ByteFallbackTokenizer
from tests.bpe_core.oracles import between_white_space
from tests.examples import any_text, examples, markers, units, word_counts

spaced_texts = st.lists(any_text, min_size=1, max_size=9).map(" ".join).filter(str.strip)


@given(spaced_texts, any_text, units)
def test_words_are_looked_up_one_by_one(corpus: str, text: str, unit: str) -> None:
    """The most frequent first; equally frequent ones in order of first occurrence.

    The text of a special token is a word as any other.
    """
    ranked = [word for word, _ in Counter(between_white_space(corpus)).most_common()]
    learned = WordTokenizer(Corpus.from_text(corpus, unit=unit), special_tokens=["<s>"])
    assert list(learned.vocabulary) == ["<s>", *ranked]
    words = between_white_space(f"{text} <s>")
    expected = [1 + (ranked.index(word) if word in ranked else len(ranked)) for word in words]
    assert learned.encode(f"{text} <s>") == expected


@given(spaced_texts, any_text, units, markers)
def test_characters_are_looked_up_one_by_one(
    corpus: str, text: str, unit: str, marker: str
) -> None:
    known = set("".join(between_white_space(corpus)))
    read = Corpus.from_text(corpus, unit=unit, end_of_word=marker)
    learned = CharacterTokenizer(read, unknown="?")
    end = [marker] if marker else []
    expected = [
        token
        for word in between_white_space(text)
        for token in [*(c if c in known else "?" for c in word), *end]
    ]
    assert learned.tokens(text) == expected


@pytest.mark.parametrize("make", [WordTokenizer, CharacterTokenizer])
def test_a_special_token_given_twice_is_an_error(make: type) -> None:
    with pytest.raises(SpecialTokenError):
        make(Corpus.from_text("a"), special_tokens=["<s>", "<s>"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don’t pay $7,481.50!", ["Don’t", "pay", "$", "7,481.50", "!"]),
        ("我外婆家在山里，", ["我", "外婆家", "在", "山里", "，"]),
        ("naïve cafe\u0301 हिन्दी", ["naïve", "cafe\u0301", "हिन्दी"]),
        ("👩\u200d👧 👍🏽?!", ["👩\u200d👧", "👍🏽", "?", "!"]),
        ("iPhone手机 2026年", ["iPhone", "手机", "2026", "年"]),
    ],
)
def test_words_are_those_of_a_reader(text: str, words: list[str]) -> None:
    """The expected words are cut by hand."""
    assert PRE_TOKENIZERS["words"].split(text) == words


#: Words that Rust's strings can hold; some of their characters are in no corpus of ours.
words = st.text(st.sampled_from("ab哈嘻é👍🏽क्אבxyz京\0")) | st.text()


def hugging_face(ours: ByteFallbackTokenizer, merges: list[tuple[str, str]]) -> HuggingFace:
    ids = {token: i for i, token in enumerate(ours.vocabulary)}
    model = models.BPE(ids, merges, byte_fallback=True)
    made = HuggingFace(model)
    made.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    return made


@given(word_counts, words)
@examples(200)
def test_the_ids_are_those_of_hugging_face(corpus: dict[str, int], word: str) -> None:
    """The same vocabulary and merges; there, a token is known by its text, which must be unique."""
    assume(not any("\ud800" <= c <= "\udfff" for c in "".join(corpus)))
    trace = train_bpe(Corpus.from_counts(corpus), num_merges=15)
    ours = ByteFallbackTokenizer(trace)
    assume(len(set(ours.vocabulary)) == len(ours.vocabulary))
    peer = hugging_face(ours, [(merge.left, merge.right) for merge in trace.merges])
    ids = ours.encode_word(word)
    assert ids == peer.encode(word).ids
    assert ours.decode(ids) == peer.decode(ids) == word


@given(word_counts, any_text, markers, st.sampled_from(sorted(PRE_TOKENIZERS)))
@examples(150)
def test_known_characters_stay_and_each_other_one_costs_its_bytes(
    corpus: dict[str, int], text: str, marker: str, rule: str
) -> None:
    made = Corpus.from_counts(corpus, end_of_word=marker, pre_tokenizer=rule)
    trace = train_bpe(made, num_merges=10)
    plain, ours = trace.tokenizer(), ByteFallbackTokenizer(trace)
    sign = PRE_TOKENIZERS[rule].space
    expected: list[int] = []
    for word in plain.encoded_words(text):
        place = 0
        for i in word.ids:
            if i == plain.unknown_id:
                character = " " if word.text[place] == sign else word.text[place]
                expected += character.encode("utf-8", "surrogatepass")
                place += 1
            else:
                expected.append(256 + i)
                place += len(plain.token(i))
    assert ours.encode(text) == expected
    assert ours.unknown_characters(text) == []


some_counts = st.lists(st.integers(1, 1000), min_size=2, max_size=30)
orders = st.floats(0.1, 8)


def test_an_empty_text_has_no_ratio() -> None:
    assert isnan(compression_ratio(0, 0))
    assert isnan(fertility(0, 0))
    assert out_of_vocabulary_rate([], {"hug"}) == 0


@given(st.lists(st.sampled_from("abcdef")), st.sets(st.sampled_from("abcdef")))
def test_the_out_of_vocabulary_rate_counts_running_words(
    words: list[str], vocabulary: set[str]
) -> None:
    counted = Counter(words)
    unknown = sum(counted[word] for word in counted if word not in vocabulary)
    expected = Fraction(unknown, len(words)) if words else 0
    assert out_of_vocabulary_rate(words, vocabulary) == pytest.approx(float(expected))


@given(some_counts, orders)
@example([2, 1, 1], 1)
def test_efficiency_follows_the_definition(counts: list[int], order: float) -> None:
    """H(p) = ln(sum of p ** order) / (1 - order), for order 1 Shannon's entropy, over ln n."""
    shares = [n / sum(counts) for n in counts]
    if order == 1:
        entropy = -sum(p * log(p) for p in shares)
    else:
        entropy = log(sum(p**order for p in shares)) / (1 - order)
    expected = pytest.approx(entropy / log(len(counts)), rel=1e-5)
    assert renyi_efficiency([0, *counts], order) == expected


def test_one_token_wastes_nothing_and_none_has_no_efficiency() -> None:
    assert renyi_efficiency([7]) == 1
    assert isnan(renyi_efficiency([]))


@pytest.mark.parametrize("order", [0, -1, float("nan")])
def test_an_order_that_is_not_above_zero_is_an_error(order: float) -> None:
    with pytest.raises(OrderError):
        renyi_efficiency([1, 2], order)
