"""One parser a format reads the files that are encoded with and those that are inspected."""

import io
import json
from itertools import chain
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE as SubwordNmt
from tokenizers import Tokenizer

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms.bpe.tokenizer import Tokenizer as Ours
from bpe_core.errors import TokenIdError
from bpe_core.files.errors import ModelFileError
from bpe_core.files.exchange import read_model, read_tokenizer, write_model, write_tokenizer
from bpe_core.files.formats import open_file
from bpe_core.files.formats.json_parts import _NORMALIZERS, _PRE_TOKENIZERS, _WORD_ENDS
from bpe_core.files.formats.tokenizer_json import FLAGS
from bpe_core.files.patterns import OTHER_SPELLINGS, PATTERNS
from bpe_core.tokenizers.metrics import round_trip
from tests.bpe_core.files.formats.small_files import (
    GPT4,
    changed,
    minbpe_encode,
    refused,
)
from tests.examples import examples


@pytest.mark.parametrize(
    ("lines", "are_codes"),
    [
        ("#version: 0.1\nh u\nhu g\n", True),
        ("#version: 0.2\nh u\nhu g</w>\n", True),
        ("h u\n哈 哈\n", True),
        ("#version: 0.2\nh u\nĠ hu\n", False),
        ("h u\nhu g\n", False),
    ],
)
def test_lines_are_codes_or_gpt2s_merges_to_both_readers(lines: str, are_codes: bool) -> None:
    assert (read_model(lines.encode()).unit == "char") is are_codes
    assert (open_file(lines.encode()).kind == "subword-nmt") is are_codes


MERGES = ["108 111", "256 119", "32 257", "104 117", "259 103", "39 115", "13 10", "10 10"]
MODEL = "\n".join(["minbpe v1", GPT4, "1", "<|end|>  264", *MERGES, ""])
any_text = st.text(
    st.sampled_from("lowhugs'SſTVe \t\r\n\u2028\x85哈é1２.!")
    | st.characters(exclude_categories=("C",)),
    max_size=30,
)
texts = any_text | st.lists(
    st.sampled_from(["low", " ", "  ", "\n", "\r\n", "'s", "'LL", "123", "4567", "!", "\t", "é"])
).map("".join)


@pytest.mark.parametrize("pattern", OTHER_SPELLINGS)
@given(text=texts)
@examples(120)
def test_another_spelling_of_a_pattern_cuts_alike(pattern: str, text: str) -> None:
    ours = PATTERNS[OTHER_SPELLINGS[pattern]]
    assert regex.findall(pattern, text) == regex.findall(ours, text)


@given(text=texts)
@examples(100)
def test_its_own_pattern_is_read_and_written_as_ours(text: str) -> None:
    """The written file means the same to minbpe."""
    ours = read_tokenizer(MODEL.encode())
    again = write_model(ours.model, "minbpe").decode()
    assert ours.tokens(text) == minbpe_encode(MODEL, text) == minbpe_encode(again, text)
    assert ours.decode(ours.encode(text)) == text
    assert ours.special_ids == {"<|end|>": 264}


def written(**settings: Any) -> bytes:
    """A small tokenizer.json; no merge makes its last two tokens, which are bytes of ñ."""
    corpus = Corpus.from_text("low lower lowest hug hugs café aaaa É", **settings)
    file = write_tokenizer(train_bpe(corpus, num_merges=9), "tokenizer.json")
    for byte in ("<0xC3>", "<0xB1>"):
        file = changed(file, f"model.vocab.{byte}", len(json.loads(file)["model"]["vocab"]))
    return file


SMALL = [
    written(),
    written(end_of_word="_"),
    written(pre_tokenizer="none", end_of_word="_"),
    written(pre_tokenizer="metaspace"),
    written(unit="byte", pre_tokenizer="gpt2"),
]
MARKS = [
    {"type": "Replace", "pattern": {"Regex": end}, "content": "_"} for end in _WORD_ENDS.values()
]
STEPS = st.sampled_from(MARKS) | st.sampled_from([*chain(*_NORMALIZERS.values())])
ADDED = dict.fromkeys(FLAGS, False) | {"content": "hugs"}
#: Other values that each place of the file may have.
OTHERS: dict[str, st.SearchStrategy[object]] = {
    "normalizer": st.lists(STEPS, max_size=4).map(
        lambda steps: {"type": "Sequence", "normalizers": steps}
    ),
    "pre_tokenizer": st.sampled_from([{"type": "WhitespaceSplit"}, *_PRE_TOKENIZERS.values()]),
    "added_tokens": st.integers(0, 40).map(lambda token_id: ADDED | {"id": token_id}),
    "model.dropout": st.sampled_from([None, 0.5]),
    "model.unk_token": st.sampled_from([None, "<unk>", "a"]),
    "model.end_of_word_suffix": st.sampled_from([None, "", "_", "s"]),
    "model.continuing_subword_prefix": st.sampled_from([None, "", "##"]),
    **{f"model.{name}": st.booleans() for name in ("fuse_unk", "byte_fallback", "ignore_merges")},
}
OTHER = st.one_of([st.tuples(st.just(place), value) for place, value in OTHERS.items()])


@given(st.sampled_from(SMALL), st.lists(OTHER, max_size=3))
@examples(2_000)
def test_what_is_read_of_a_tokenizer_json_is_what_the_library_reads(
    file: bytes, others: list[tuple[str, object]]
) -> None:
    """Whatever else it says: what ours cannot do is refused."""
    for place, value in others:
        file = changed(file, place, value)
    try:
        ours = read_tokenizer(file)
    except ModelFileError:
        return
    peer = Tokenizer.from_str(file.decode())
    for text in ("low lower  hugs", "É ñ aaaa", "x <0xC3>"):
        assert ours.encode(text, ours.special_ids) == peer.encode(text).ids


def test_without_an_unknown_token_nothing_is_fused() -> None:
    """And a special token may be a single character."""
    trace = train_bpe(Corpus.from_counts({"hug": 2}), special_tokens=["哈"])
    said = json.loads(write_tokenizer(trace, "tokenizer.json"))
    said["model"]["fuse_unk"], said["model"]["unk_token"] = True, None
    assert read_model(json.dumps(said).encode()).special_tokens == ("哈",)


NEWER = "#version: 0.2\nl o\nlo w</w>\nw e\nlo we\nlowe r</w>\n哈 哈</w>\n"
OLDER = "#version: 0.1\nl o\nlo w\nlow </w>\nw e\n哈 哈\n"
NO_MARKER = "#version: 0.1\nl o\nlo w\nw e\n"
#: Without whitespace and their separators: those are treated separately.
any_word = st.text(
    st.sampled_from("lowerst哈嘻é👍🏽<>/#Ġ▁") | st.characters(exclude_categories=("Z", "C")),
    min_size=1,
    max_size=8,
)


def segments(peer: SubwordNmt, word: str) -> list[str]:
    parts: list[str] = peer.process_line(word).split(" ")
    return [*(part.removesuffix("@@") for part in parts[:-1]), parts[-1]]


def shown(ours: Ours, word: str) -> list[str]:
    """The tokens without the marker, which the library does not show."""
    marker = ours.end_of_word
    tokens = [str(token) for token in ours.tokens(word)]
    if marker:
        tokens[-1] = tokens[-1].removesuffix(marker)
    return [token for token in tokens if token]


@pytest.mark.parametrize("codes", [NEWER, OLDER, NO_MARKER, OLDER.replace("\n", "\r\n")])
@given(words=st.lists(any_word, max_size=4))
@examples(50)
def test_what_no_merge_has_met_stays_as_it_is(codes: str, words: list[str]) -> None:
    """This is as in subword-nmt. Every id is restored, the same one for the same character."""
    peer, ours = SubwordNmt(io.StringIO(codes)), read_tokenizer(codes.encode())
    for word in words:
        assert shown(ours, word) == segments(peer, word)
        ids = ours.encode(word)
        assert [ours.token(i) for i in ids] == ours.tokens(word)
        assert ours.decode(ids) == word
        assert ours.unknown_characters(word) == []
        assert ours.encoding_steps(word)[-1].ids == tuple(ours.encode_word(word))
        assert "".join(map(str, ours.longest_match(word))) == "".join(map(str, ours.tokens(word)))
    text = " ".join(words)
    assert not ours.end_of_word or ours.decode(ours.encode(text)) == text
    assert ours.encode("☃") == ours.encode("☃")
    assert round_trip(ours, "☃ low").causes == (() if ours.end_of_word else ("white-space",))


def test_merges_of_bytes_with_a_marker_are_no_codes() -> None:
    """CLIP's: the parts of 😂 are no characters. The letters of French or Latvian stay codes."""
    with refused("clip"):
        read_model("#version: 0.2\nt h\nð Ł\nðŁ ĺ\nðŁĺ Ĥ</w>\n".encode())
    assert read_model("#version: 0.1\nÃ ©\n".encode()).unit == "char"
    for letters in ("f ü\nfü r</w>", "r é</w>", "ģ i\nģi r</w>", "Ã ©\né r</w>"):
        assert read_model(f"#version: 0.2\n{letters}\n".encode()).unit == "char"


def test_without_an_unknown_token_a_character_is_left_out() -> None:
    """Its neighbours become adjacent, as in the library tokenizers."""
    trace = train_bpe(Corpus.from_text("low lower lowest"), num_merges=4)
    said = json.loads(write_tokenizer(trace, "tokenizer.json"))
    said["model"]["unk_token"] = None
    del said["model"]["vocab"]["<unk>"]
    file = json.dumps(said)
    peer, ours = Tokenizer.from_str(file), read_tokenizer(file.encode())
    for text in ("lzow", "zz", "low 哈", "zlow"):
        assert peer.encode(text).ids == ours.encode(text)
    assert ours.unknown_characters("lzow") == ["z"]
    assert round_trip(ours, "lzow").causes == ("unknown",)
    with pytest.raises(TokenIdError):
        ours.token(ours.unknown_id)
    assert json.loads(write_model(ours.model, "tokenizer.json"))["model"] == said["model"]


HUGS = {"hug": 10, "pug": 5, "hugs": 5}


def test_wordpiece_knows_which_characters_it_does_not_know() -> None:
    """Counted by hand: h and p begin words; u, g and s continue them."""
    tokenizer = train_wordpiece(Corpus.from_counts(HUGS)).tokenizer()
    assert tokenizer.unknown_characters("hugs pug hug") == []
    assert tokenizer.unknown_characters("mug hub ug") == ["m", "b", "u"]
    found = round_trip(tokenizer, "hugs bug")
    assert (found.decoded, found.causes, found.unknown) == (b"hugs [UNK]", ("unknown",), ("b",))
    assert round_trip(tokenizer, "hugs  pug").causes == ("white-space",)
    too_long = round_trip(tokenizer, "p" + "u" * 100)
    assert (too_long.causes, too_long.unknown) == (("unknown",), ())


def test_the_unknown_token_of_unigram_has_its_own_name() -> None:
    """Unless the text that was learned from has it: then it is told from that text."""
    for text, name in (("hug pug hugs", "<unk>"), ("hug <unk> hugs", "\ue000<unk>")):
        trace = train_unigram(Corpus.from_text(text), vocab_size=12)
        model = json.loads(write_tokenizer(trace, "tokenizer.json"))["model"]
        assert model["vocab"][model["unk_id"]][0] == name
        peer = Tokenizer.from_str(write_tokenizer(trace, "tokenizer.json").decode())
        assert peer.encode("hux").ids == trace.tokenizer().encode("hux")
        assert peer.decode(peer.encode("hux").ids, skip_special_tokens=False) == "hu<unk>"
