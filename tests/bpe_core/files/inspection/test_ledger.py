"""Every byte of a text is paid for once, and the published mistakes are named by their counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor, sentencepiece_model_pb2

from bpe_core.files.errors import WRONG_COUNTS
from bpe_core.files.formats import open_file
from bpe_core.files.inspection.ledger import (
    explain,
    ledger,
    paid_for,
    right_counts,
)
from bpe_core.files.model_file import ModelFile
from tests.bpe_core.files.formats.small_files import FILES, LINES, TEXTS, opened
from tests.examples import examples

#: Files that hold every byte of any text as it is.
EXACT = ["tiktoken", "tekken", "gpt2", "minbpe"]
TEXT = "f hug 学习 ꙮ hugging 👍 the pug @"


def check(model: ModelFile, text: str) -> None:
    """Bytes are paid for once, in the text's order, and the sums are those of the text."""
    paid, whole = paid_for(model, text), text.encode()
    assert [each.token_id for each in paid] == model.encode(text)
    places = [place for each in paid for place in (each.start, each.end)]
    assert places == sorted(places)
    found = ledger(model, [text])
    totals, mistakes = found["totals"], found["mistakes"]
    assert totals["raw"] == len(whole)
    assert totals["raw"] == totals["paid"] + totals["special"] + totals["left_out"]
    held = sum(len(each.content) for each in paid if each.kind not in ("special", "unknown"))
    known = totals["paid"] - totals["unknown"]
    assert held == known + totals["added"] - totals["shortened"]
    assert mistakes["dummy-prefix"]["counts"] == [held + totals["unknown"]]
    first = [each.size for each in paid[:1] if each.kind != "special"]
    assert mistakes["first-tokens"]["counts"] == [totals["paid"] - sum(first)]
    assert mistakes["special-tokens"]["counts"] == [totals["paid"] + totals["special"]]


@pytest.mark.parametrize("name", FILES)
def test_no_byte_is_paid_for_twice(name: str) -> None:
    for text in TEXTS:
        check(opened(name), text)


@pytest.mark.parametrize("name", EXACT)
@given(text=st.text(st.sampled_from("aé哈👍 \n\u0301h"), max_size=12))
@examples(40)
def test_where_nothing_is_changed_tokens_pay_for_what_they_hold(name: str, text: str) -> None:
    whole = text.encode()
    paid = paid_for(opened(name), text)
    assert [whole[each.start : each.end] for each in paid] == [each.content for each in paid]
    assert sum(each.size for each in paid) == len(whole)


def test_composed_letters_are_paid_for_with_their_marks() -> None:
    assert ledger(opened("byte-level"), ["cafe\u0301"])["totals"]["left_out"] == 0


def test_what_is_dropped_is_left_out_and_what_is_lowercased_is_not() -> None:
    found = ledger(opened("wordpiece"), ["Hug, HUG  "])
    assert found["texts"][0]["left_out"] == [(4, 5), (8, 10)]
    assert found["totals"]["added"] == found["totals"]["shortened"] == 0


def pieces(has_space: bool) -> tuple[ModelFile, SentencePieceProcessor]:
    """A small SentencePiece model with byte tokens; one in which no piece has ▁."""
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(FILES["sp-bpe-bytes"]())
    for piece in proto.pieces:
        if not has_space:
            piece.piece = piece.piece.replace("▁", "\ue000")
    written = proto.SerializeToString()
    return open_file(written), SentencePieceProcessor(model_proto=written)


def count(size: Callable[..., int], library: SentencePieceProcessor, text: str = TEXT) -> int:
    """A count over the ids as a training script makes it, without our tables."""
    return sum(size(library, i, place) for place, i in enumerate(library.encode(text)))


def right(library: SentencePieceProcessor, i: int, place: int) -> int:
    """As in openai/parameter-golf, `train_gpt.py`."""
    piece = library.id_to_piece(i)
    if library.is_byte(i):
        return 1
    return len(piece.removeprefix("▁").encode()) + (piece.startswith("▁") and place > 0)


def twice(library: SentencePieceProcessor, i: int, place: int) -> int:
    """As in its pull request 1632 and issue 1719."""
    has_space = library.id_to_piece(i).startswith("▁")
    return right(library, i, 1) + (has_space and place > 0)


def as_three(library: SentencePieceProcessor, i: int, place: int) -> int:
    """As in its pull request 1271."""
    return 3 if library.is_byte(i) else right(library, i, place)


@pytest.mark.parametrize("text", [TEXT, "ꙮ𓀀 unheard of", "T 哈", "哈"])
def test_a_space_put_before_a_text_pays_for_nothing(text: str) -> None:
    """Where ▁ is a token of its own, the bytes behind it are those of the tokens behind it."""
    model, library = pieces(True)
    sizes = [right(library, i, place) for place, i in enumerate(library.encode(text))]
    assert [each.size for each in paid_for(model, text)] == sizes


def through_str(library: SentencePieceProcessor, i: int, place: int) -> int:
    decoded = str(library.decode([i]))
    return len(decoded.encode()) if library.is_byte(i) else right(library, i, place)


def spelled(library: SentencePieceProcessor, i: int, _place: int) -> int:
    return len(library.id_to_piece(i).encode())


def spaces(library: SentencePieceProcessor, i: int) -> int:
    return int(library.id_to_piece(i).count("▁"))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("space-twice", twice),
        ("space-twice", lambda lib, i, place: right(lib, i, place) + spaces(lib, i)),
        ("space-twice", lambda lib, i, place: right(lib, i, place) + spaces(lib, i) * (place > 0)),
        ("space-twice", lambda lib, i, place: right(lib, i, 1) + spaces(lib, i)),
        ("space-as-three", lambda lib, i, place: 1 if lib.is_byte(i) else spelled(lib, i, place)),
        ("space-as-three", lambda lib, i, place: right(lib, i, place) + 2 * spaces(lib, i)),
        ("byte-tokens-as-three", as_three),
        ("byte-tokens-as-three", through_str),
        (
            "byte-tokens-as-spelled",
            lambda lib, i, place: (spelled if lib.is_byte(i) else right)(lib, i, place),
        ),
        ("as-spelled", spelled),
        ("no-spaces", lambda lib, i, place: right(lib, i, 0)),
        ("dummy-prefix", lambda lib, i, place: right(lib, i, 1)),
        ("first-tokens", lambda lib, i, place: right(lib, i, place) * (place > 0)),
        ("characters", lambda lib, i, place: 0 if place else len(TEXT)),
        ("tokens", lambda lib, i, place: 1),
    ],
)
def test_a_known_mistake_is_named(name: str, size: Callable[..., int]) -> None:
    """Of a script that asks the library for the pieces of each id."""
    model, library = pieces(True)
    found = ledger(model, [TEXT])
    assert name in explain(count(size, library), found["totals"], found["mistakes"])


def test_a_space_in_three_byte_tokens_is_one_byte() -> None:
    """As in its issue 897: the vocabulary has no ▁, so the three bytes of ▁ are tokens."""
    model, library = pieces(False)
    found = ledger(model, [TEXT])
    assert found["totals"]["paid"] == len(TEXT.encode())
    wrong = count(right, library)
    assert wrong == len(TEXT.encode()) + 2 * TEXT.count(" ") + 3  # one ▁ is put before the text
    assert "space-in-byte-tokens" in explain(wrong, found["totals"], found["mistakes"])


def test_parts_of_characters_that_went_through_text_are_named() -> None:
    """As in karpathy/nanochat before its commit 2ce972a: `len(decode([id]).encode())`."""
    model = opened("tiktoken")
    contents = [model.table.contents[model.table.row(i)] for i in model.encode(TEXT)]
    wrong = sum(len(content.decode("utf-8", "replace").encode()) for content in contents)
    found = ledger(model, [TEXT])
    assert wrong > found["totals"]["raw"]
    assert "through-str" in explain(wrong, found["totals"], found["mistakes"])


CAPITAL = "\ue001"


def marked(text: str) -> str:
    """Capitals as small letters with a mark before each, as in the contest's CaseOps."""
    return "".join(CAPITAL + c.lower() if c.isupper() else c for c in text)


def test_marks_that_were_put_into_the_text_are_no_bytes_of_it() -> None:
    """As in openai/parameter-golf, pull request 2138: pieces of the marked text were measured."""
    model, library = pieces(True)
    raw = "The Hug, THE pug"
    wrong = count(right, library, marked(raw))
    found = ledger(model, [marked(raw)])
    totals = found["totals"]
    assert right_counts(totals) == (len(raw), len(raw))
    assert wrong == totals["raw"] == len(raw) + len(CAPITAL.encode()) * 5
    assert explain(wrong, totals, found["mistakes"]) == ["private-use"]
    assert explain(len(raw), totals, found["mistakes"]) == []
    assert round(0.979556 * 164_594_398 / 151_074_309, 4) == 1.0672  # as the lesson says


def test_every_mistake_is_counted() -> None:
    assert ledger(opened("sp-bpe-bytes"), LINES)["mistakes"].keys() == WRONG_COUNTS.keys()
