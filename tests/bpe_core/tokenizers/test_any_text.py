"""Texts that break programs survive every tokenizer, and so do thousands of byte strings."""

import random

import pytest

from bpe_core.errors import BpeError
from bpe_core.text.reading import NotTextError, read_text, replace_surrogates
from sample_corpora import content
from tests.bpe_core.tokenizers.test_every_tokenizer import FAMILY, Member, comes_back
from tests.examples import share, some_of

BYTE_STRINGS = share(10_000)
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
_POOLS = [
    "ab",
    "aeiou nt,.'\n",
    "".join(EDGES.values()),
    "哈嘻的是，。",
    "".join(map(chr, range(0x110000)))[:: 0x110000 // 3000],
    "\ud800\udbff\udc00\udfffa",
]

every_member = pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.name)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A different seed for each run; the report of a failure says which."""
    chosen = random.randrange(10**9)
    request.node.add_report_section("setup", "seed", str(chosen))
    return chosen


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


def test_thousands_of_byte_strings_come_back(seed: int) -> None:
    """Each survives as single-byte tokens; as a file it is read if it is text, else an error."""
    thinking = random.Random(seed)
    members = [member for member in FAMILY if member.settings == {"unit": "byte"}]
    tokenizers = [m.make("hug", "none") for m in members if m.name in ("bpe-byte", "unigram-byte")]
    first = {id(t): {t.vocabulary[i]: i for i in range(1, 257)} for t in tokenizers}
    refused = read = 0
    for number in range(BYTE_STRINGS):
        data = _bytes(thinking)
        learned = tokenizers[number % len(tokenizers)]
        ids = [first[id(learned)][bytes([byte])] for byte in data]
        assert learned.decode_bytes(ids) == data
        try:
            text = read_text(data)
        except NotTextError as error:
            refused += 1
            assert 0 <= error.fields["position"] < len(data)  # type: ignore[operator]
            continue
        read += 1
        assert data.endswith(text.encode("utf-8", "surrogatepass")) or data[:1] in b"\xfe\xff"
    assert read + refused == BYTE_STRINGS
    assert min(read, refused) > BYTE_STRINGS // 10


def _bytes(thinking: random.Random) -> bytes:
    """Random bytes, or UTF-8 or UTF-16 that is complete, cut off or altered."""
    if thinking.random() < 0.3:
        return thinking.randbytes(thinking.randrange(20))
    text = "".join(thinking.choices(thinking.choice(_POOLS), k=thinking.randrange(12)))
    text, _ = replace_surrogates(text)
    data = bytearray(text.encode(thinking.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"])))
    if data and thinking.random() < 0.4:
        data[thinking.randrange(len(data))] = thinking.randrange(256)
    return bytes(data[: len(data) - (thinking.random() < 0.2)])


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
