"""Tokens as a learner sees them: bytes of characters, spaces, and one text three ways."""

import json
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import PRE_TOKENIZERS, Corpus, WordTokenizer, train_bpe
from bpe_core.algorithms.three_algorithms import train_side_by_side
from bpe_core.text.sentences import split_sentences
from pages.components.stepper.payload import walk_json
from pages.components.stepper.unigram_payload import unigram_walk_json
from pages.components.tokens.three_tokenizers import (
    MOST_POINTS,
    chip_of,
    encode_by_units,
    encode_by_words,
    growth_of,
    plain_of,
    ranked,
    tokens_of,
    unknown_words,
)
from pages.components.tokens.token_rows import Chip, TokenRow, row_data
from pages.lessons.side_by_side.three_walks import three_walks_of, word_of
from sample_corpora import content, load
from tests.examples import any_text, units
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_bytes.js"

BYTES = st.binary(max_size=12) | st.builds(
    bytes.__add__, st.binary(max_size=3), st.text(max_size=6).map(lambda text: text.encode())
)


def character_at(data: bytes, start: int) -> str:
    """The character whose bytes begin here, or "" if there is none. Tries every length."""
    for length in range(1, 5):
        try:
            found = data[start : start + length].decode()
        except UnicodeDecodeError:
            continue
        if len(found) == 1 and len(found.encode()) == length:
            return found
    return ""


def places(data: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) < len(data):
        char = character_at(data, len(found))
        of = len(char.encode())
        found += [{"char": char, "nth": n, "of": of} for n in range(1, max(of, 1) + 1)]
    return found


@given(BYTES)
def test_each_byte_knows_its_character_and_which_byte_of_it_it_is(
    browser: Script, data: bytes
) -> None:
    assert browser.ask(list(data)) == places(data)


TEXT = "to be or not to be, that is the question " * 3


def test_no_walk_shows_gpt2s_letter_for_a_space() -> None:
    corpus = Corpus.from_text(TEXT, pre_tokenizer="gpt2")
    assert "Ġthat" in corpus.words
    three = train_side_by_side(corpus, vocab_size=40)
    walks = [
        json.loads(walk_json(three.bpe, step=0)),
        json.loads(walk_json(three.wordpiece, step=0)),
        json.loads(unigram_walk_json(three.unigram, step=0)),
    ]
    assert all(any(" " in str(token) for token in walk["base"]) for walk in walks)
    others = [three_walks_of(three, step=0), word_of(three, " that")]
    assert "Ġ" not in json.dumps([*walks, *others], ensure_ascii=False)


def test_nor_does_a_chip_but_a_letter_of_another_text_stays() -> None:
    """Ġ is a letter of Maltese: Ġorġ is George."""
    for text, rule, shown in [("a b", "gpt2", " "), ("Ġorġ", "whitespace", "Ġ")]:
        corpus = Corpus.from_text(text, pre_tokenizer=rule)
        tokenizer = train_side_by_side(corpus, vocab_size=5).bpe.tokenizer(0)
        texts = {chip_of(tokenizer, i).token for i in range(len(tokenizer.vocabulary))}
        assert shown in texts
        assert ("Ġ" in texts) == (shown == "Ġ")


def texts_of(words: list[list[Chip]]) -> list[list[object]]:
    return [[chip.token for chip in word] for word in words]


def test_a_text_three_ways() -> None:
    """Learned on the families of the lesson: run and happy are known, their forms are not."""
    trace = train_bpe(Corpus.from_text("run run happy happy"), num_merges=6)
    plain = plain_of(trace, Corpus.from_text("run run happy happy", pre_tokenizer="words"))
    text = "running unhappy"
    by_words = encode_by_words(plain.words, text)
    assert texts_of(by_words.words) == [["<unk>"], ["<unk>"]]
    assert by_words.words[0][0].is_unknown
    characters = encode_by_units(plain.characters, text, 2)
    assert characters.figures.token_count == len("runningunhappy")
    bpe = encode_by_units(trace.tokenizer(), text, 2)
    assert texts_of(bpe.words) == [["run", "n", "<unk>", "n", "<unk>"], ["u", "n", "happy"]]
    assert (bpe.figures.token_count, bpe.figures.tokens_per_word) == (8, 4)
    assert bpe.figures.bytes_per_token == len(text) / 8
    assert bpe.figures.token_pairs == 64
    assert bpe.figures.embedding_parameters(64) == 64 * len(trace.vocabulary)


def test_a_readers_words_and_those_of_the_training_are_kept_apart() -> None:
    """One lesson asks for the first, another for the second, of the same training."""
    trace = train_bpe(Corpus.from_text("a dog", pre_tokenizer="gpt2"), num_merges=1)
    readers = Corpus.from_text("a dog", pre_tokenizer="words")
    asked = [plain_of(trace, each).words.vocabulary for each in (trace.corpus, readers)]
    assert asked == [("a", "Ġdog"), ("a", "dog")]


def test_unknown_words_are_counted_in_their_order() -> None:
    words = WordTokenizer(Corpus.from_text("the dog", pre_tokenizer="words"))
    assert unknown_words(words, "The dogs, the dog, the dogs.") == {
        "The": 1, "dogs": 2, ",": 2, ".": 1,
    }  # fmt: skip


def test_a_word_is_spelled_as_it_occurs_inside_a_text() -> None:
    """With GPT-2's pattern, a space belongs to the word; Chinese has none."""
    corpus = Corpus.from_text("a dog a dog\n茶树\n茶树", pre_tokenizer="gpt2")
    learned = train_bpe(corpus).tokenizer()
    for written in ("dog", "Ġdog"):
        assert [chip.token for chip in tokens_of(learned, written)] == [" dog"]
    assert [chip.token for chip in tokens_of(learned, "茶树")] == ["茶树"]


def test_of_bytes_none_is_unknown() -> None:
    for unit, is_unknown in (("char", True), ("byte", False)):
        corpus = Corpus.from_text("hug", unit=unit)
        tokenizer = train_bpe(corpus, special_tokens=["<unk>"]).tokenizer()
        assert chip_of(tokenizer, tokenizer.unknown_id).is_unknown == is_unknown


@given(st.lists(st.integers(0, 50), min_size=1))
def test_ranks_fall_from_the_most_frequent(frequencies: list[int]) -> None:
    expected = sorted((n for n in frequencies if n), reverse=True)
    points = ranked(np.array(frequencies))
    assert all(expected[rank - 1] == frequency for rank, frequency in points)
    assert [rank for rank, _ in points[:1]] == ([1] if expected else [])
    assert not expected or points[-1][0] == len(expected)


def test_a_million_ranks_are_thinned() -> None:
    assert len(ranked(np.ones(1_000_000, np.int64))) <= MOST_POINTS


@pytest.mark.parametrize("name", ["english", "scripts"])
def test_growth_ends_with_all_that_the_text_has(name: str) -> None:
    """Here the text is counted in one go; the growth is counted part by part."""
    text = content(name)
    words = WordTokenizer(Corpus.from_text(text, pre_tokenizer="words"))
    trace = train_bpe(load(name), num_merges=40)
    different = set(words.words(text)), set(text), trace.frequencies_at(40).nonzero()[0]
    for growth, tokens in zip(growth_of(text, words, trace, 40), different, strict=True):
        assert len(growth) <= MOST_POINTS + 1
        assert growth[-1] == (len(words.words(text)), len(tokens))
        assert growth == sorted(growth)
        assert growth == sorted(growth, key=lambda point: point[1])


@given(any_text.filter(str.strip), st.sampled_from(["gpt2", "gpt4"]), units, st.data())
@example("。<b>茶", "gpt2", "char", None)
def test_growth_of_any_text_counts_the_tokens_of_the_words_that_have_ended(
    text: str, pre_tokenizer: str, unit: str, data: st.DataObject | None
) -> None:
    """These rules drop nothing, so the lengths of the words add up to each word's end."""
    trace = train_bpe(Corpus.from_text(text, pre_tokenizer=pre_tokenizer, unit=unit))
    step = data.draw(st.integers(0, len(trace))) if data else len(trace)
    *_plain, growth = growth_of(text, WordTokenizer(Corpus.from_text("a")), trace, step)
    sentences = split_sentences(text)
    if len(sentences) > MOST_POINTS:
        return
    learned = trace.tokenizer(step)
    words = PRE_TOKENIZERS[pre_tokenizer].split(text)
    ends = list(accumulate(map(len, words)))
    places = accumulate(map(len, sentences))
    for place, (_read, size) in zip(places, growth[1:], strict=True):
        ended = [word for word, end in zip(words, ends, strict=True) if end <= place]
        assert size == len({i for word in ended for i in learned.encode(word)})


@given(st.lists(st.lists(st.sampled_from(["a", b"\xe5", "<b>"]), max_size=4), max_size=4))
def test_a_row_says_each_chip_once_and_every_place(words: list[list[str | bytes]]) -> None:
    row = row_data(TokenRow("x", "", [[Chip(token) for token in word] for word in words]))
    spelled = [[row["chips"][i][0] for i in word] for word in row["words"]]
    plain = [[t if isinstance(t, str) else list(t) for t in word] for word in words]
    assert spelled == plain
    assert len(row["chips"]) == len({t for word in words for t in word})
