"""Tokens that never result from encoding their own text, with the reasons."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from tokenizers import Tokenizer

from bpe_core.files.formats import open_file
from bpe_core.files.formats.opened_json import HuggingFaceFile
from bpe_core.files.inspection.questions import answer
from tests.bpe_core.files.formats.small_files import FILES, changed, opened


def _reasons(data: bytes) -> dict[str, list[str]]:
    """The spellings of all unreachable tokens, by reason."""
    file = open_file(data)
    groups = answer(file, {"ask": "unreachable-ids"})["tokens"]
    table = file.table
    return {reason: [table.spellings[table.row(i)] for i in ids] for reason, ids in groups.items()}


@pytest.mark.parametrize("name", ["byte-level", "wordlevel"])
def test_exactly_those_are_listed_whose_text_becomes_something_else(name: str) -> None:
    """The library itself confirms it, token by token, if no mark represents a space."""
    data = FILES[name]()
    library = Tokenizer.from_str(data.decode())
    special = set(library.get_added_tokens_decoder())
    expected = set()
    for token_id in range(library.get_vocab_size()):
        text = library.decode([token_id], skip_special_tokens=False)
        whole = "\ufffd" not in text and token_id not in special
        if whole and library.encode(text, add_special_tokens=False).ids != [token_id]:
            expected.add(token_id)
    groups = answer(open_file(data), {"ask": "unreachable-ids"})["tokens"]
    assert {i for ids in groups.values() for i in ids} == expected


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _with_added(token: str) -> bytes:
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    library.add_tokens([token])
    return str(library.to_str()).encode()


LETTERS = {
    "type": "Split",
    "pattern": {"Regex": "."},
    "behavior": "Isolated",
    "invert": False,
}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
SINGLE = {"type": "Sequence", "pretokenizers": [LETTERS, BYTES]}
LOWER = {"type": "Lowercase"}
BERT = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hug", "##s", "!", "##!")
#: A file, a reason, and the tokens that have it, some of them or all.
UNREACHABLE: dict[str, tuple[Callable[[], bytes], str, set[str]]] = {
    "the cuts go through it": (
        lambda: changed("byte-level", "pre_tokenizer", SINGLE),
        *("cut", {"hug"}),
    ),
    "its text is normalized away": (
        lambda: changed("byte-level", "normalizer", LOWER),
        *("normalized", {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"}),
    ),
    "an added one is found first": (lambda: _with_added("ug"), "added-token", {"hug"}),
    "earlier merges win: ab and bc come before abc, made of a and bc": (
        lambda: _lines("minbpe v1", "", "0", "97 98", "98 99", "97 257"),
        *("merges", {"abc"}),
    ),
    "no merge makes it": (
        lambda: changed("byte-level", "model.vocab.zqzq", opened("byte-level").size),
        *("no-merge", {"zqzq"}),
    ),
    "its text has what the file does not list": (
        lambda: _lines("#version: 0.1", "</w> b"),
        *("merges", {"</w>b"}),
    ),
    "another has its text, and comes out": (FILES["minbpe"], "same-text", {"the"}),
    "words are cut off from spaces": (
        lambda: changed("wordlevel", "model.vocab. hug", opened("wordlevel").size),
        *("cut", {" hug"}),
    ),
    "it is the byte of a character that is a token": (FILES["sp-bpe-bytes"], "byte", {"<0x61>"}),
    "BERT cuts at every punctuation mark": (lambda: _lines(*BERT), "cut", {"##!"}),
}


@pytest.mark.parametrize("why", UNREACHABLE)
def test_a_token_that_is_not_reached_has_its_reason(why: str) -> None:
    make, reason, tokens = UNREACHABLE[why]
    found = _reasons(make())
    assert tokens <= {*found[reason]}
    assert "<0xE5>" not in found[reason]  # it does occur, for characters that are not tokens
    if reason not in ("added-token", "byte"):  # there, other tokens have other reasons
        assert found.keys() == {reason}


@pytest.mark.parametrize("name", "metaspace sp-bpe wordpiece suffixed bytes-suffixed codes".split())
def test_a_token_inside_words_is_looked_for_inside_words(name: str) -> None:
    """The mark at the beginning of a lone text does not make any inner token unreachable."""
    found = _reasons(FILES[name]())
    inside = {"ug", "ing", "##ug", "hug"}
    assert not inside & {spelling for group in found.values() for spelling in group}


def test_parts_that_no_text_has_have_their_reason() -> None:
    """C0, C1 and F5 to FF are in no UTF-8: thirteen of 256. Of E4 BD and 好 E4, only the first is
    made of its own bytes, as BD E4 is not a token."""
    data = FILES["tiktoken"]() + b"%b 271\n" % base64.b64encode("好".encode() + b"\xe4")
    said = answer(open_file(data), {"ask": "unreachable-ids"})
    assert said["parts"] == {"no-utf8": [0xC0, 0xC1, *range(0xF5, 0x100)]}
    assert said["tokens"] == {}


def test_a_word_that_is_a_token_needs_no_merge() -> None:
    """As in tiktoken, which looks for the whole word first: no other token is a part of qzx."""
    said = answer(open_file(FILES["tiktoken"]() + b"cXp4 271\n"), {"ask": "replay", "text": "qzx"})
    assert [step["ids"] for step in said["steps"]] == [[271]]


def _chinese_bert(words: int) -> bytes:
    """Characters that begin a word and, in vain, such that continue one, beside two that do."""
    characters = [chr(0x4E00 + i) for i in range(words)]
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "c", "##a", "##bc"]
    tokens += [*characters, *(f"##{character}" for character in characters)]
    return "".join(f"{token}\n" for token in tokens).encode()


def test_what_berts_cuts_always_cut_off_is_not_tried_beside_each_neighbour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Chinese vocabulary has tens of thousands of such tokens, and 120 neighbours to try."""
    data = _chinese_bert(50)
    asked: list[str] = []
    pieces = HuggingFaceFile.pieces
    monkeypatch.setattr(
        HuggingFaceFile, "pieces", lambda file, text: asked.append(text) or pieces(file, text)
    )
    quick = _reasons(data)
    assert len(quick["cut"]) == 50
    assert not [text for text in asked if "\u4e00" in text]
    monkeypatch.setattr(HuggingFaceFile, "cuts_alike", False)
    assert _reasons(data) == quick
    assert [text for text in asked if "\u4e00" in text]
