"""The promises of every tokenizer of the core. A new one is found automatically."""

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import bpe_core
from bpe_core import (
    PRE_TOKENIZERS,
    CharacterTokenizer,
    Corpus,
    Tokenizer,
    WordTokenizer,
    train_bpe,
    train_unigram,
    train_wordpiece,
)
from bpe_core.algorithms.across_words.trace import LineTokenizer, WalledTokenizer
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.wordpiece.tokenizer import WordPieceTokenizer
from bpe_core.command_line.tokenizer_files import PeerTokenizer
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.errors import BpeError, TokenIdError
from bpe_core.files.exchange import LoadedTokenizer, model_of, read_tokenizer
from bpe_core.tokenizers import published_vocabularies
from bpe_core.tokenizers.plain_tokenizers import ByteFallbackTokenizer
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from sample_corpora import content
from tests.examples import any_text, examples, share, some_of

SPECIAL = ["<Ġ>"]


@dataclass(frozen=True)
class Member:
    """One kind of tokenizer: its class, how a corpus becomes one, and the corpus's settings."""

    name: str
    cls: type
    learn: Callable[[Corpus], Any]
    settings: dict[str, str]

    def make(self, text: str, pre_tokenizer: str) -> Any:
        return self.learn(Corpus.from_text(text, pre_tokenizer=pre_tokenizer, **self.settings))


def bpe(corpus: Corpus) -> Any:
    return train_bpe(corpus, num_merges=20, special_tokens=SPECIAL).tokenizer()


def falling_back(corpus: Corpus) -> Any:
    return ByteFallbackTokenizer(train_bpe(corpus, num_merges=20, special_tokens=SPECIAL))


def loaded(corpus: Corpus) -> Any:
    return LoadedTokenizer(model_of(train_bpe(corpus, num_merges=20, special_tokens=SPECIAL)))


def wordpiece(corpus: Corpus) -> Any:
    trace = train_wordpiece(corpus, num_merges=20, special_tokens=SPECIAL)
    return trace.tokenizer(max_units=None)


def unigram(corpus: Corpus) -> Any:
    size = len(corpus.base_vocabulary) + len(SPECIAL) + 5
    return train_unigram(corpus, vocab_size=size, special_tokens=SPECIAL).tokenizer()


def words(corpus: Corpus) -> Any:
    return WordTokenizer(corpus, special_tokens=SPECIAL)


def characters(corpus: Corpus) -> Any:
    return CharacterTokenizer(corpus, special_tokens=SPECIAL)


CHAR, BYTE = {"unit": "char"}, {"unit": "byte"}
MARKED = {"unit": "char", "end_of_word": "</w>"}
FAMILY = [
    Member("bpe-char", Tokenizer, bpe, CHAR),
    Member("bpe-byte", Tokenizer, bpe, BYTE),
    Member("bpe-marker", Tokenizer, bpe, MARKED),
    Member("bpe-byte-marker", Tokenizer, bpe, BYTE | {"end_of_word": "</w>"}),
    Member("fallback-char", ByteFallbackTokenizer, falling_back, CHAR),
    Member("fallback-byte", ByteFallbackTokenizer, falling_back, BYTE),
    Member("fallback-marker", ByteFallbackTokenizer, falling_back, MARKED),
    Member("loaded-char", LoadedTokenizer, loaded, CHAR),
    Member("loaded-byte", LoadedTokenizer, loaded, BYTE),
    Member("loaded-marker", LoadedTokenizer, loaded, MARKED),
    Member("wordpiece-char", WordPieceTokenizer, wordpiece, CHAR),
    Member("wordpiece-byte", WordPieceTokenizer, wordpiece, BYTE),
    Member("wordpiece-marker", WordPieceTokenizer, wordpiece, MARKED),
    Member("unigram-char", UnigramTokenizer, unigram, CHAR),
    Member("unigram-byte", UnigramTokenizer, unigram, BYTE),
    Member("unigram-marker", UnigramTokenizer, unigram, MARKED),
    Member("word-char", WordTokenizer, words, CHAR),
    Member("word-byte", WordTokenizer, words, BYTE),
    Member("character", CharacterTokenizer, characters, CHAR),
    Member("character-byte", CharacterTokenizer, characters, BYTE),
    Member("character-marker", CharacterTokenizer, characters, MARKED),
]
#: Published ranks are not learned here: test_published_vocabularies.py covers them. What merges
#: across words is covered by algorithms/across_words.
APART = {
    *(str, bytes, RankedTokenizer, PeerTokenizer, BaseTokenizer),
    *(LineTokenizer, WalledTokenizer),
}
#: Code that is wrong on purpose, to name a mistake, and take-home code, which has its own tests.
ELSEWHERE = ("bpe_core.diagnosis", "bpe_core.teaching_materials")
#: Those that know where words end, and so put a space between them if whitespace was dropped.
KNOWS_WORDS = {
    "bpe-marker", "bpe-byte-marker", "fallback-marker", "loaded-marker", "unigram-marker",
    "character-marker", "wordpiece-char", "wordpiece-byte", "wordpiece-marker",
    "word-char", "word-byte",
}  # fmt: skip
every_member = pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.name)
#: Texts to learn from need a word; these tokenizers write a space as `Ġ`, which would become one.
corpora = any_text.filter(str.strip)
pre_tokenizers = st.sampled_from(sorted(PRE_TOKENIZERS))
#: What each writes in place of a space in characters, if anything.
SPACE_SIGNS = {"gpt2": "Ġ", "gpt4": "Ġ", "metaspace": "▁"}


def comes_back(member: Member, text: str, pre_tokenizer: str) -> str:
    """The text that decoding gives if every word or character is known."""
    if PRE_TOKENIZERS[pre_tokenizer].joiner == " ":
        joiner = " " if member.name in KNOWS_WORDS else ""
        return joiner.join(PRE_TOKENIZERS[pre_tokenizer].split(text))
    if member.settings["unit"] == "char" and pre_tokenizer in SPACE_SIGNS:
        text = text.replace(SPACE_SIGNS[pre_tokenizer], " ")
    return text.removeprefix(" ") if pre_tokenizer == "metaspace" else text


def test_nobody_is_missing_from_the_family() -> None:
    """Every class of the core that encodes and decodes is tested here."""
    found = set()
    for module in pkgutil.walk_packages(bpe_core.__path__, "bpe_core."):
        if module.name.endswith("__main__") or module.name.startswith(ELSEWHERE):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and hasattr(value, "encode") and hasattr(value, "decode"):
                found.add(value)
    assert found - APART == {member.cls for member in FAMILY}


@every_member
@given(corpora, any_text, pre_tokenizers)
@example("hug pug", "hugs bug 哈 \ud800", "gpt2")
@example("hug pug", "</w> <unk> <Ġ>", "whitespace")
@examples(30)
def test_a_text_comes_back_or_something_in_it_was_unknown(
    member: Member, corpus: str, text: str, pre_tokenizer: str
) -> None:
    """Nothing else is lost, apart from whitespace that the pre-tokenizer drops.

    The ids name the tokens, and the same corpus gives the same ids.
    """
    learned, again = (member.make(corpus, pre_tokenizer) for _ in range(2))
    assert list(again.vocabulary) == list(learned.vocabulary)
    assert again.encode(text) == learned.encode(text)
    check_comes_back(member, learned, text, pre_tokenizer)


def check_comes_back(member: Member, learned: Any, text: str, pre_tokenizer: str) -> None:
    """Check that a text comes back exactly, or that something unknown in it is reported."""
    ids = learned.encode(text)
    assert learned.tokens(text) == [learned.token(i) for i in ids]
    known = [i for i in ids if i < len(learned.vocabulary)]
    assert [learned.vocabulary[i] for i in known] == [learned.token(i) for i in known]
    assert set(ids) <= {*range(len(learned.vocabulary)), learned.unknown_id}
    if learned.unknown_id in ids:
        assert member.settings["unit"] == "char" or member.name in ("word-byte", "character-byte")
        assert learned.unknown in learned.decode(ids)
        return
    expected = comes_back(member, text, pre_tokenizer)
    assert learned.decode(ids) == expected
    assert learned.decode_bytes(ids) == expected.encode("utf-8", "surrogatepass")
    if isinstance(learned, BaseTokenizer):
        words = learned.encoded_words(text)
        matched = [i for word in words for i in learned.match_word(word.text)]
        assert learned.decode(matched) == expected
        joined = learned.rejoin(words)
        sign = SPACE_SIGNS.get(pre_tokenizer, " ") if learned.unit == "char" else " "
        assert joined.replace(sign, " ") == expected


RANKS = {bytes([byte]): byte for byte in range(256)}


def test_a_vocabulary_keeps_the_ids_of_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_vocabularies, "KEPT_WORDS", 5)
    kept = RankedTokenizer(RANKS, str.split)
    words = [f"word{n}" for n in range(20)]
    for word in words * 2:
        assert kept.encode(word) == list(word.encode())
        assert len(kept._encoded) <= 5
    with pytest.raises(TokenIdError):
        kept.token(256)


#: All of the family, learned, and those that a file or somebody's table gives.
MADE: dict[str, Any] = {
    **{member.name: member.make("hug pug hugs", "whitespace") for member in FAMILY},
    "codes": read_tokenizer(b"#version: 0.1\nh u\n"),
    "ranks": RankedTokenizer(RANKS, lambda text: [text]),
}
#: Those whose words have steps. A byte that falls back has no rule.
MERGING = ("bpe", "loaded", "wordpiece", "unigram")

WRONG_IDS = [True, 1.0, "1", None, -1, 10**9, 10**30, [1], np.True_]


@pytest.mark.parametrize("name", MADE)
def test_ids_come_in_any_row_and_are_whole_numbers_of_the_vocabulary(name: str) -> None:
    """Wrong ids are refused both among others and alone."""
    made = MADE[name]
    assert made.encode("") == []
    assert made.decode([]) == ""
    assert made.decode_bytes([len(getattr(made, "vocabulary", RANKS)) - 1])
    ids = made.encode("hug pug")
    for row in (tuple(ids), np.array(ids), iter(ids)):
        assert made.decode(row) == made.decode(ids)
    for wrong in WRONG_IDS:
        with pytest.raises(TokenIdError):
            made.token(wrong)
    for decode, wrong in product((made.decode, made.decode_bytes), WRONG_IDS):
        for row in ([wrong], [*ids, wrong, *ids]):
            with pytest.raises(TokenIdError):
                decode(row)


@pytest.mark.parametrize("name", [n for n in MADE if n.startswith(MERGING)])
def test_the_steps_of_a_word_end_with_its_tokens(name: str) -> None:
    """This also holds if no merge is applied; and every reading of a word is available."""
    tokenizer = MADE[name]
    for word in ("hugs", "h", "bug", "zz", "hugz"):
        steps = tokenizer.encoding_steps(word)
        assert list(steps[-1].ids) == tokenizer.encode_word(word)
        assert all(tokenizer.rule_of(i) >= 0 for step in steps for i in step.ids)
        matched = [tokenizer.token(i) for i in tokenizer.match_word(word)]
        assert tokenizer.longest_match(word) == matched
    assert tokenizer.tokens("") == []


COPIES = [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))]  # noqa: S301


@every_member
def test_a_tokenizer_can_be_copied(member: Member) -> None:
    """Before it is used, and after; the copy encodes and decodes on its own.

    A special token has the first id, is text or bytes as the others are, and no text makes it
    unless it is asked for.
    """
    tokenizer = member.make("hug pug hugs <Ġ>", "gpt2")
    assert tokenizer.decode([0]).strip() == "<Ġ>"
    assert type(tokenizer.token(0)) is type(tokenizer.token(len(tokenizer.vocabulary) - 1))
    assert 0 not in tokenizer.encode("<Ġ> hug")
    fresh = [copied(tokenizer) for copied in COPIES]
    ids = tokenizer.encode("hugs bun")
    for each in (*fresh, *(copied(tokenizer) for copied in COPIES)):
        assert each.encode("hugs bun") == ids
        assert each.decode(ids) == tokenizer.decode(ids)
        if member.cls is not WordTokenizer:  # whose texts have none
            assert each.encode("hug<Ġ>", SPECIAL) == tokenizer.encode("hug<Ġ>", SPECIAL)


MEGABYTE = share(1_000_000)
RANDOM = "".join(Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=MEGABYTE // 5))

#: Each is tested in its own text. Unicode calls these assigned, unassigned, private, or not text.
EDGES = {
    "one character": "a",
    "NUL": "a\0b\0\0",
    "empty": "",
    "only spaces": " \n\t\u3000",
    "controls": "".join(map(chr, range(32))) + "\x7f\x80\x9f",
    "separators": "a\x1cb\x1dc\x1ed\x1fe",
    "line ends": "a\rb\nc\r\nd\x85e\u2028f\u2029g\vh\fi\n\r",
    "bidi": "\u202eabc\u202c \u2067שלום\u2069 \u200fعليكم\u200e",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe\u2060f\u00adg",
    "combining flood": "e" + "\u0301" * 5_000 + " a\u0300\u0301",
    "emoji": "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 🇦🇹🇨 ❤️ \u200d",
    "unassigned": "\u0378 \U000e0080 \ufdd0 \uffff \U0010ffff",
    "private": "\ue000\uf8ff\U000f0000\U0010fffd",
    "surrogates": "\ud83d \ude00\ud83d a\udfff",
    "spaces": " \u00a0\u3000\u2003\t \u1680",
    "signs of ours": "▁ </w> ##a <unk> [UNK] \ufffd ␣",
    "scripts": content("scripts"),
}


@every_member
@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "whitespace", "none"])
def test_texts_that_break_programs_come_back(member: Member, pre_tokenizer: str) -> None:
    """They survive a tokenizer learned from them, without unknowns, and one learned elsewhere."""
    other = member.make("hug pug", pre_tokenizer)
    for name, text in some_of([*EDGES.items()], f"{member.name} {pre_tokenizer}"):
        check_comes_back(member, other, text, pre_tokenizer)
        if not text.strip():
            with pytest.raises(BpeError, match="nothing to train on"):
                member.make(text, "whitespace")
            continue
        learned = member.make(text, pre_tokenizer)
        assert learned.unknown_id not in learned.encode(text), name
        check_comes_back(member, learned, text, pre_tokenizer)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bpe-char", "a" * MEGABYTE),
        ("bpe-byte", "abc哈é" * (MEGABYTE // 8)),
        *((name, "a" * (MEGABYTE // 5) + RANDOM) for name in ("wordpiece-char", "unigram-char")),
    ],
    ids=["one character", "no whitespace", "wordpiece", "unigram"],
)
def test_a_megabyte_in_one_word_is_learned_and_comes_back(name: str, text: str) -> None:
    """In a quick run, a tenth of one."""
    (member,) = (member for member in FAMILY if member.name == name)
    learned = member.make(text, "none")
    assert learned.decode(learned.encode(text)) == text
