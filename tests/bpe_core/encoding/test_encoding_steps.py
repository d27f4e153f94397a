"""Text to ids and back, one word step by step, and the other ways to encode it."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe, train_wordpiece
from bpe_core.algorithms.bpe import tokenizer
from bpe_core.algorithms.bpe.tokenizer import WAYS, Tokenizer
from bpe_core.encoding.encoding_steps import cut_at_special_tokens
from bpe_core.tokenizers.metrics import round_trip
from tests.bpe_core.diagnosis.broken_trainers import leftmost
from tests.bpe_core.oracles import merge_pair
from tests.examples import any_text, examples, markers, rules, units, word_counts, words

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def hug_tokenizer(**settings: object) -> Tokenizer:
    return train_bpe(Corpus.from_counts(HUG), num_merges=3, **settings).tokenizer()


def naive_encoding(ids: list[int], merges: Sequence[Sequence[int]]) -> list[int]:
    """Encode as tutorials do: go through all merges in order, and apply each wherever it fits."""
    for left, right, new in merges:
        ids = merge_pair(ids, (left, right), new)
    return ids


@given(st.text("ab<|-]^.", max_size=30), st.sets(st.text("ab<|-]^.", min_size=1, max_size=4)))
@examples(200)
def test_special_tokens_are_found_from_the_left_the_longest_first(
    text: str, special: set[str]
) -> None:
    """They are found as by a pattern of all of them, and nothing of the text is lost."""
    ids = {token: i for i, token in enumerate(sorted(special))}
    parts = list(cut_at_special_tokens(text, ids))
    longest_first = "|".join(map(re.escape, sorted(special, key=len, reverse=True)))
    naive = re.split(f"({longest_first})", text) if special else [text]
    assert parts == [(part, ids.get(part)) for part in naive if part or not special]


@given(word_counts, words, units, markers, rules, st.integers(0, 30))
@examples(150)
def test_the_steps_end_where_all_merges_in_their_order_end(
    counts: dict[str, int], word: str, unit: str, marker: str, rule: str, num_merges: int
) -> None:
    """Each step applies a later rule than the one before."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, pre_tokenizer="none")
    trace = train_bpe(corpus, num_merges=num_merges, tie_break=rule, special_tokens=["<s>"])
    learned = trace.tokenizer()
    steps = learned.encoding_steps(word)
    assert list(steps[-1].ids) == naive_encoding(list(steps[0].ids), trace.merge_ids.tolist())
    assert list(steps[-1].ids) == learned.encode(word)
    applied = [learned.rule_of(step.token_id) for step in steps[:-1] if step.token_id is not None]
    assert applied == sorted(set(applied))
    assert steps[-1].token_id is None


def test_only_merges_have_a_rule() -> None:
    learned = hug_tokenizer(special_tokens=["<s>"])
    assert [learned.rule_of(i) for i in range(-1, 13)] == [0] * 9 + [1, 2, 3, 0, 0]


@given(any_text, st.lists(st.sampled_from(["<s>", "a", "哈"]), unique=True), units, markers)
def test_the_words_of_a_text_hold_its_ids(
    text: str, special: list[str], unit: str, marker: str
) -> None:
    corpus = Corpus.from_text("<s> ab 哈", unit=unit, end_of_word=marker)
    learned = train_bpe(corpus, special_tokens=["<s>", "a", "哈"]).tokenizer()
    encoded = learned.encoded_words(text + "<s>a", special)
    assert [i for word in encoded for i in word.ids] == learned.encode(text + "<s>a", special)
    assert [w.text for w in encoded if w.is_special].count("<s>") == (
        (text + "<s>a").count("<s>") if "<s>" in special else 0
    )


@given(word_counts, words, units, markers, st.integers(0, 30))
@example({"a" * 100: 1}, "a" * 100, "char", "", 30)
def test_longest_match_takes_the_longest_token_at_each_place(
    counts: dict[str, int], word: str, unit: str, marker: str, num_merges: int
) -> None:
    """Checked by trying every token of the vocabulary, each spelled by its own merges."""
    read = {"pre_tokenizer": "none", "normalizer": ["lowercase"]}
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, **read)
    trace = train_bpe(corpus, num_merges=num_merges)
    learned = trace.tokenizer()
    spelled = {(i,): i for i in range(len(corpus.base_vocabulary))}
    by_id = {i: units for units, i in spelled.items()}
    for left, right, new in trace.merge_ids.tolist():
        by_id[new] = by_id[left] + by_id[right]
        spelled[by_id[new]] = new
    rest = learned.encoding_steps(word)[0].ids
    expected = []
    while rest:
        fitting = [units for units in spelled if rest[: len(units)] == units]
        longest = max(fitting, key=len, default=rest[:1])
        expected.append(spelled.get(longest, learned.unknown_id))
        rest = rest[len(longest) :]
    assert learned.match_word(word) == expected
    assert learned.longest_match(word.upper()) == list(map(learned.token, expected))


@given(any_text, any_text.filter(str.strip), units, markers, st.booleans())
@examples(120)
@pytest.mark.parametrize("pre_tokenizer", ["whitespace", "gpt2", "none", "metaspace"])
@pytest.mark.parametrize("train", [train_bpe, train_wordpiece])
def test_a_text_that_does_not_come_back_has_a_cause(
    train: Any,
    pre_tokenizer: str,
    text: str,
    corpus_text: str,
    unit: str,
    marker: str,
    special: bool,
) -> None:
    """A text that comes back has no cause."""
    corpus = Corpus.from_text(
        corpus_text + "Ġ", unit=unit, end_of_word=marker, pre_tokenizer=pre_tokenizer
    )
    learned = train(corpus, num_merges=9, special_tokens=["a", "<unk>"]).tokenizer()
    found = round_trip(learned, text, ["a", "<unk>"] if special else [])
    assert found.is_equal == (not found.causes)
    assert found.is_equal == (found.given == found.decoded)
    if not found.is_equal:
        assert ("unknown" in found.causes) == (learned.unknown_id in found.ids)
    if (place := found.first_difference) is not None:
        assert found.given[:place] == found.decoded[:place]
        assert found.given[place : place + 1] != found.decoded[place : place + 1]


@pytest.mark.parametrize(
    ("text", "marker", "pre_tokenizer", "causes"),
    [
        ("hug pug", "</w>", "whitespace", ()),
        ("hug pug", "", "whitespace", ("white-space",)),
        ("hug  pug", "</w>", "whitespace", ("white-space",)),
        ("hug  pug", "", "gpt2", ()),
        ("hug Ġpug", "", "gpt2", ("space-sign",)),
        ("hug!", "</w>", "whitespace", ("unknown",)),
        ("Hug", "</w>", "none", ("unknown",)),
        ("hug!<s> pug", "", "gpt2", ("unknown",)),
    ],
)
def test_the_cause_is_the_right_one(
    text: str, marker: str, pre_tokenizer: str, causes: tuple[str, ...]
) -> None:
    corpus = Corpus.from_text("hug  pug Ġ", end_of_word=marker, pre_tokenizer=pre_tokenizer)
    learned = train_bpe(corpus, special_tokens=["<s> "]).tokenizer()
    assert round_trip(learned, text, ["<s> "]).causes == causes


def test_what_normalization_changed_is_a_cause() -> None:
    """A sign for a space in the text is no cause if normalization leaves none."""
    corpus = Corpus.from_text("hug", normalizer=["lowercase"], unit="byte", pre_tokenizer="gpt2")
    found = round_trip(train_bpe(corpus).tokenizer(), "a Hug")
    assert (found.decoded, found.causes, found.first_difference) == (
        b"a hug",
        ("normalization",),
        2,
    )
    corpus = Corpus.from_text("hug ġ", normalizer=["lowercase"], pre_tokenizer="gpt2")
    found = round_trip(train_bpe(corpus).tokenizer(), "Ġ hug")
    assert (found.decoded, found.causes) == ("ġ hug".encode(), ("normalization",))
    learned = train_bpe(corpus, special_tokens=["<S>"]).tokenizer()
    found = round_trip(learned, "<S>x", ["<S>"])
    assert (found.causes, found.unknown) == (("unknown",), ("x",))


letters = st.text("abc", min_size=1, max_size=9)
abc_counts = st.dictionaries(letters, st.integers(1, 9), min_size=1, max_size=8)


def cut(tokenizer: Tokenizer, word: str) -> dict[str, list[str]]:
    return {
        way: [str(tokenizer.token(i)) for i in tokenizer.encode_word_by(way, word)] for way in WAYS
    }


@given(abc_counts, letters, st.integers(0, 20))
@example({"bc": 5}, "abc", 2)  # what is merged fits the token before it
@examples(200)
def test_the_ways_are_what_they_say(counts: dict[str, int], word: str, merges: int) -> None:
    """Carried out on texts: whole tokens as strings, and rules as pairs of strings."""
    trace = train_bpe(Corpus.from_counts({**counts, "abc": 1}), num_merges=merges)
    found = cut(trace.tokenizer(), word)
    assert found["loop"] == found["rank"] == trace.tokenizer().tokens(word)
    pairs = {(merge.left, merge.right) for merge in trace.merges}
    vocabulary = {str(token) for token in trace.tokenizer().vocabulary}
    assert found["leftmost"] == leftmost(list(word), pairs)
    assert found["anywhere"] == naive_anywhere(word, vocabulary)
    assert found["match"] == trace.tokenizer().longest_match(word)


def naive_anywhere(word: str, vocabulary: set[str]) -> list[str]:
    for size in range(len(word), 0, -1):
        for at in range(len(word) - size + 1):
            if word[at : at + size] in vocabulary:
                left, right = word[:at], word[at + size :]
                return [
                    *naive_anywhere(left, vocabulary),
                    word[at : at + size],
                    *naive_anywhere(right, vocabulary),
                ]
    return []


def test_unknown_characters_and_markers_stay_in_their_place() -> None:
    learned = train_bpe(Corpus.from_counts({"ab": 3}, end_of_word="</w>")).tokenizer()
    expected = ["<unk>", "ab</w>"]
    assert all(cut(learned, "茶ab")[way] == expected for way in WAYS)


@given(word_counts, units, markers, rules, st.data())
@examples(100)
@pytest.mark.parametrize("short", [0, 100])
def test_words_of_the_corpus_get_the_tokens_they_had_in_training(
    short: int, counts: dict[str, int], unit: str, marker: str, rule: str, data: st.DataObject
) -> None:
    """Both the search for short words and the heap for long ones give these tokens."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, pre_tokenizer="none")
    trace = train_bpe(corpus, tie_break=rule, special_tokens=["<s>"])
    k = data.draw(st.integers(0, len(trace)))
    learned = trace.tokenizer(k)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer, "SHORT", short)
        encoded = [learned.encode(word) for word in counts]
    assert encoded == trace.state_at(k).word_ids(range(len(counts)))
