"""minbpe's own files: its patterns, and the ways in which a file may have been saved."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.files.exchange import read_tokenizer, write_model
from bpe_core.files.patterns import OTHER_SPELLINGS, PATTERNS
from tests.bpe_core.files.formats import naive_minbpe
from tests.bpe_core.files.formats.small_files import GPT4
from tests.examples import examples

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


@pytest.mark.parametrize(
    "file",
    [
        MODEL.encode(),
        MODEL.encode("utf-8-sig"),
        MODEL.replace("\n", "\r\n").encode(),
        MODEL.replace("\n", "\r\n").encode("utf-8-sig"),
        MODEL.removesuffix("\n").encode(),
        MODEL.replace("\n", "\r\n").removesuffix("\r\n").encode("utf-16"),
    ],
)
@given(text=texts)
@examples(50)
def test_its_own_file_is_read_however_it_was_saved(file: bytes, text: str) -> None:
    """With a byte order mark, with Windows line endings, without the last line ending."""
    ours = read_tokenizer(file)
    assert ours.tokens(text) == naive_minbpe.encode(MODEL, text)
    assert ours.decode(ours.encode(text)) == text
    assert ours.special_ids == {"<|end|>": 264}


def test_its_own_pattern_is_written_as_ours() -> None:
    """The written file means the same to minbpe."""
    again = write_model(read_tokenizer(MODEL.encode()).model, "minbpe").decode()
    for text in ("low low's\n\n hugs", "123 4567\r\n\r\n  'LL"):
        assert naive_minbpe.encode(again, text) == naive_minbpe.encode(MODEL, text)
