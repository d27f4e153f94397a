"""Tokens that never result from encoding their own text, with the reasons."""

from __future__ import annotations

import base64

import pytest
from tokenizers import Tokenizer

from bpe_core.files.formats import open_file
from bpe_core.files.formats.opened_json import HuggingFaceFile
from bpe_core.files.inspection.questions import answer
from bpe_core.files.inspection.search import unreachable, unreachable_token_view
from tests.bpe_core.files.formats.small_files import FILES, changed, opened, ranks


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


def test_a_token_through_which_the_cuts_go() -> None:
    """If the cuts give single characters, no longer token is ever made."""
    single = {
        "type": "Sequence",
        "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False},
            {
                "type": "ByteLevel",
                "add_prefix_space": False,
                "trim_offsets": True,
                "use_regex": False,
            },
        ],
    }
    found = _reasons(changed("byte-level", "pre_tokenizer", single))
    assert "hug" in found["cut"]
    assert set(found) == {"cut"}


def test_a_token_whose_text_is_normalized_away() -> None:
    """Lowercased texts have no capital letter."""
    found = _reasons(changed("byte-level", "normalizer", {"type": "Lowercase"}))
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set(found["normalized"])


def test_a_token_that_an_added_one_shadows() -> None:
    """An added token is found before anything else."""
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    library.add_tokens(["ug"])
    found = _reasons(library.to_str().encode())
    assert "hug" in found["added-token"]


def test_a_token_that_loses_to_earlier_merges() -> None:
    """The file has `ab` and `bc` before `abc`, which is made of `a` and `bc`."""
    merges = ["97 98", "98 99", "97 257"]
    data = "\n".join(["minbpe v1", "", "0", *merges, ""]).encode()
    assert _reasons(data) == {"merges": ["abc"]}


def test_a_token_that_no_merge_makes() -> None:
    """It is in the vocabulary, but not in any merge."""
    added = changed("byte-level", "model.vocab.zqzq", opened("byte-level").size)
    assert _reasons(added)["no-merge"] == ["zqzq"]


def test_the_byte_of_a_character_that_is_a_token() -> None:
    """<0x61> never occurs, for there is an a; <0xE5> does, for characters that are not tokens."""
    found = _reasons(FILES["sp-bpe-bytes"]())
    assert "<0x61>" in found["byte"]
    assert "<0xE5>" not in found["byte"]


def test_a_sign_never_continues_a_word_of_bert() -> None:
    """BERT cuts at every punctuation mark, so `##!` is unreachable, though `!` is a token."""
    lines = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hug", "##s", "!", "##!"]
    assert _reasons("\n".join(lines).encode()) == {"cut": ["##!"]}


@pytest.mark.parametrize("name", ["metaspace", "sp-bpe", "wordpiece", "suffixed", "codes"])
def test_a_token_inside_words_is_looked_for_inside_words(name: str) -> None:
    """The mark at the beginning of a lone text does not make any inner token unreachable."""
    found = _reasons(FILES[name]())
    inside = {"ug", "ing", "##ug", "hug"}
    assert not inside & {spelling for group in found.values() for spelling in group}


def test_bytes_that_no_utf8_has_are_parts_that_no_text_has() -> None:
    """C0, C1 and F5 to FF: thirteen of 256."""
    said = answer(open_file(FILES["tiktoken"]()), {"ask": "unreachable-ids"})
    assert said["parts"] == {"no-utf8": [0xC0, 0xC1, *range(0xF5, 0x100)]}
    assert said["tokens"] == {}


def test_a_part_of_a_character_that_is_never_merged() -> None:
    """E4 BD is made of its bytes; E5 A5 BD E4 is made only of E5 A5 and BD E4, and BD E4
    is not a token."""
    table = ranks() | {"好".encode() + b"\xe4": 271}
    data = b"".join(b"%b %d\n" % (base64.b64encode(t), rank) for t, rank in table.items())
    said = answer(open_file(data), {"ask": "unreachable-ids"})
    assert 262 not in said["parts"].get("merges", [])


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


def test_an_unreachable_token_is_shown_with_all_that_comes_out_instead() -> None:
    model = open_file(changed("byte-level", "normalizer", {"type": "Lowercase"}))
    for token in unreachable(model).tokens:
        shown = unreachable_token_view(model, token)["instead"]
        assert [each["id"] for each in shown] == [*token.instead]
