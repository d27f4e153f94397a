"""Texts that break programs survive every tokenizer, and so do thousands of byte strings."""

import pytest

from bpe_core.errors import BpeError
from sample_corpora import content
from tests.bpe_core.tokenizers.test_every_tokenizer import FAMILY, Member, comes_back
from tests.examples import share, some_of

MEGABYTE = share(1_000_000)

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
every_member = pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.name)


def assert_comes_back(member: Member, learned: object, text: str, pre_tokenizer: str) -> None:
    """Check that a text comes back exactly, or that something unknown in it is reported."""
    ids = learned.encode(text)  # type: ignore[attr-defined]
    decoded = learned.decode(ids)  # type: ignore[attr-defined]
    if learned.unknown_id in ids:  # type: ignore[attr-defined]
        assert member.settings["unit"] == "char" or member.name in ("word-byte", "character-byte")
        assert learned.unknown in decoded  # type: ignore[attr-defined]
    else:
        assert decoded == comes_back(member, text, pre_tokenizer)


@every_member
@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "whitespace", "none"])
def test_texts_that_break_programs_come_back(member: Member, pre_tokenizer: str) -> None:
    """They survive a tokenizer learned from them, without unknowns, and one learned elsewhere."""
    other = member.make("hug pug", pre_tokenizer)
    for name, text in some_of([*EDGES.items()], f"{member.name} {pre_tokenizer}"):
        assert_comes_back(member, other, text, pre_tokenizer)
        if not text.strip():
            with pytest.raises(BpeError, match="nothing to train on"):
                member.make(text, "whitespace")
            continue
        learned = member.make(text, pre_tokenizer)
        ids = learned.encode(text)
        assert learned.unknown_id not in ids, name
        assert learned.decode(ids) == comes_back(member, text, pre_tokenizer), name


@pytest.mark.parametrize(
    ("name", "text"),
    [("bpe-char", "a" * MEGABYTE), ("bpe-byte", "abc哈é" * (MEGABYTE // 8))],
    ids=["one character", "no whitespace"],
)
def test_a_megabyte_in_one_word_is_learned_and_comes_back(name: str, text: str) -> None:
    """In a quick run, a tenth of one."""
    (member,) = (member for member in FAMILY if member.name == name)
    learned = member.make(text, "none")
    assert learned.decode(learned.encode(text)) == text
