"""The three bases in the lesson "Bytes". Expected values are by hand."""

import pytest

from bpe_core import Corpus, train_bpe
from pages.lessons.bytes.bases import Base, bases_of, figures_of, remark_of

#: The characters h, u, g, p, s in 22 bytes of words.
WORDS = {"hug": 4, "pug": 2, "hugs": 1}


def three(text: str) -> list[Base]:
    made = (Corpus.from_counts(WORDS, unit=unit) for unit in ("char", "byte"))
    return bases_of([train_bpe(corpus, num_merges=2) for corpus in made], text)


def test_the_same_text_three_times() -> None:
    """With characters 哈 is one unknown token; as bytes it takes three, with and without merges."""
    assert [remark_of(base) for base in three("hug哈")] == [
        "2 tokens, 1 of them unknown",
        "4 tokens",
        "4 tokens, 3 of them bytes",
    ]


def test_the_figures() -> None:
    """22 bytes in the corpus; ug, hug: hug 4, p ug 2 x 2, hug s 2. hug哈 has six bytes."""
    characters, in_bytes, fallback = map(figures_of, three("hug哈"))
    assert characters == ["5", "–", "7", "10", "2.2", "1", "6 7"]
    assert in_bytes == ["256", "1.5", "258", "10", "2.2", "0", "257 229 147 136"]
    assert fallback == ["261", "1.5", "263", "10", "2.2", "0", "262 229 147 136"]


@pytest.mark.parametrize("text", ["", " "])
def test_a_text_without_tokens(text: str) -> None:
    for base in three(text):
        assert base.back.ids == []
        assert (figures_of(base)[1], figures_of(base)[-1]) == ("–", "–")


def test_a_long_text_lists_its_first_ids() -> None:
    assert figures_of(three("g" * 30)[0])[-1].endswith("and 14 more")


def test_byte_fallback_comes_back_as_bytes_do() -> None:
    """Whitespace between words is dropped by all three; nothing else is lost by the last two."""
    for text in ("hug 哈 \u0301", "👍🏽", "\ud800"):
        decoded = [base.back.decoded for base in three(text)]
        assert decoded[1] == decoded[2]
