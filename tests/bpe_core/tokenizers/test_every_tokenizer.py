"""What every tokenizer of the core promises. A new one is found automatically, and must comply."""

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
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
from bpe_core.algorithms.across_words.tokenizer import AcrossTokenizer
from bpe_core.algorithms.unigram import UnigramTokenizer
from bpe_core.algorithms.wordpiece.tokenizer import WordPieceTokenizer
from bpe_core.command_line.tokenizer_files import AnyTokenizer, PeerTokenizer
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.errors import TokenIdError
from bpe_core.files.exchange import LoadedTokenizer, model_of, read_tokenizer
from bpe_core.tokenizers.byte_fallback import ByteFallbackTokenizer
from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from sample_corpora import content
from tests.bpe_core.strategies import any_text
from tests.examples import examples, some_of

SPECIAL = ["<pad>"]


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
    Member("unigram-char", UnigramTokenizer, unigram, CHAR),
    Member("unigram-byte", UnigramTokenizer, unigram, BYTE),
    Member("unigram-marker", UnigramTokenizer, unigram, MARKED),
    Member("word-char", WordTokenizer, words, CHAR),
    Member("word-byte", WordTokenizer, words, BYTE),
    Member("character", CharacterTokenizer, characters, CHAR),
    Member("character-byte", CharacterTokenizer, characters, BYTE),
    Member("character-marker", CharacterTokenizer, characters, MARKED),
]
#: Published ranks are not a vocabulary learned here: test_published.py covers them. What merges
#: across words is covered by algorithms/across_words.
APART = {str, bytes, RankedTokenizer, PeerTokenizer, AnyTokenizer, AcrossTokenizer, BaseTokenizer}
#: Code that is wrong on purpose, to name a mistake, and take-home code, which has its own tests.
ELSEWHERE = ("bpe_core.diagnosis", "bpe_core.teaching_materials")
#: Those that know where words end, and so put a space between them if whitespace was dropped.
KNOWS_WORDS = {
    "bpe-marker", "bpe-byte-marker", "fallback-marker", "loaded-marker", "unigram-marker",
    "character-marker", "wordpiece-char", "wordpiece-byte", "word-char", "word-byte",
}  # fmt: skip
SCRIPTS = content("scripts").split("\n\n")

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
@example("hug pug", "</w> <unk> <pad>", "whitespace")
@examples(30)
def test_a_text_comes_back_or_something_in_it_was_unknown(
    member: Member, corpus: str, text: str, pre_tokenizer: str
) -> None:
    """Nothing else is lost, apart from whitespace that the pre-tokenizer drops."""
    learned = member.make(corpus, pre_tokenizer)
    ids = learned.encode(text)
    if learned.unknown_id not in ids:
        expected = comes_back(member, text, pre_tokenizer)
        assert learned.decode(ids) == expected
        assert learned.decode_bytes(ids) == expected.encode("utf-8", "surrogatepass")
    else:
        assert learned.unknown in learned.decode(ids)


@every_member
@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "words"])
def test_every_script_comes_back_from_what_was_learned_on_it(
    member: Member, pre_tokenizer: str
) -> None:
    lost = []
    for text in some_of(SCRIPTS, f"{member.name} {pre_tokenizer}"):
        learned = member.make(text, pre_tokenizer)
        ids = learned.encode(text)
        decoded = learned.decode(ids)
        if learned.unknown_id in ids or decoded != comes_back(member, text, pre_tokenizer):
            lost.append((text, decoded))
    assert not lost


@every_member
@given(corpora, any_text, pre_tokenizers)
@examples(15)
def test_the_same_corpus_gives_the_same_tokens(
    member: Member, corpus: str, text: str, pre_tokenizer: str
) -> None:
    one, other = member.make(corpus, pre_tokenizer), member.make(corpus, pre_tokenizer)
    assert list(one.vocabulary) == list(other.vocabulary)
    assert one.encode(text) == other.encode(text) == one.encode(text)


@every_member
@given(corpora, any_text)
@examples(15)
def test_tokens_are_what_the_ids_name(member: Member, corpus: str, text: str) -> None:
    learned = member.make(corpus, "gpt2")
    ids = learned.encode(text)
    assert learned.tokens(text) == [learned.token(i) for i in ids]
    known = [i for i in ids if i < len(learned.vocabulary)]
    assert [learned.vocabulary[i] for i in known] == [learned.token(i) for i in known]
    assert set(ids) <= {*range(len(learned.vocabulary)), learned.unknown_id}


@every_member
@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "none", "whitespace"])
def test_the_empty_text_has_no_tokens(member: Member, pre_tokenizer: str) -> None:
    learned = member.make("hug pug", pre_tokenizer)
    assert learned.encode("") == learned.tokens("") == []
    assert learned.decode([]) == ""


@every_member
def test_special_tokens_have_the_first_ids_and_no_text_makes_them(member: Member) -> None:
    learned = member.make("hug <pad>", "whitespace")
    assert learned.decode([0]).strip() == "<pad>"
    assert 0 not in learned.encode("<pad> hug")


RANKS = {bytes([byte]): byte for byte in range(256)}
#: All of the family, learned, and those that a file or somebody's table gives.
MADE: dict[str, Any] = {
    **{member.name: member.make("hug pug hugs", "whitespace") for member in FAMILY},
    "codes": read_tokenizer(b"#version: 0.1\nh u\n"),
    "ranks": RankedTokenizer(RANKS, lambda text: [text]),
}
#: Those whose words have steps. A byte that falls back has no rule.
MERGING = ("bpe", "loaded", "wordpiece", "unigram")
each_made = pytest.mark.parametrize("name", MADE)


@each_made
@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, -1, 10**9, 10**30, [1], np.True_])
def test_a_token_id_is_a_whole_number_of_the_vocabulary(name: str, wrong: object) -> None:
    """Wrong ids are refused both among others and alone."""
    known = MADE[name].encode("hug")
    for ids in ([wrong], [*known, wrong, *known]):
        for decode in (MADE[name].decode, MADE[name].decode_bytes):
            with pytest.raises(TokenIdError):
                decode(ids)


@each_made
def test_ids_come_in_any_row(name: str) -> None:
    ids = MADE[name].encode("hug pug")
    for row in (tuple(ids), np.array(ids), iter(ids)):
        assert MADE[name].decode(row) == MADE[name].decode(ids)


@pytest.mark.parametrize("name", [n for n in MADE if n.startswith(MERGING)])
@pytest.mark.parametrize("word", ["hugs", "h", "bug", "zz", "hugz"])
def test_the_steps_of_a_word_end_with_its_tokens(name: str, word: str) -> None:
    """This also holds if no merge is applied; and every reading of a word is available."""
    tokenizer = MADE[name]
    steps = tokenizer.encoding_steps(word)
    assert list(steps[-1].ids) == tokenizer.encode_word(word)
    assert all(tokenizer.rule_of(i) >= 0 for step in steps for i in step.ids)
    matched = [tokenizer.token(i) for i in tokenizer.match_word(word)]
    assert tokenizer.longest_match(word) == matched


COPIES = [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))]  # noqa: S301


@every_member
@pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_a_tokenizer_can_be_copied(member: Member, copied: Callable[[Any], Any]) -> None:
    """Before it is used, and after; the copy encodes and decodes on its own."""
    tokenizer = member.make("hug pug hugs <pad>", "gpt2")
    fresh = copied(tokenizer)
    ids = tokenizer.encode("hugs bun")
    for each in (fresh, copied(tokenizer)):
        assert each.encode("hugs bun") == ids
        assert each.decode(ids) == tokenizer.decode(ids)
        if member.cls is not WordTokenizer:  # whose texts have none
            assert each.encode("hug<pad>", SPECIAL) == tokenizer.encode("hug<pad>", SPECIAL)
