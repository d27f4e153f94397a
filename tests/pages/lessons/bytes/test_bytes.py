"""The lesson "Bytes": its rulers, its bases, another encoding, and bytes that arrive one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from bpe_core import PRE_TOKENIZERS, Corpus, train_bpe
from pages.lessons.bytes.bases import Base, bases_of, figures_of
from pages.lessons.bytes.rulers import (
    MOST_BYTES,
    rulers_of,
    spelled_by_gpt2,
    tokens_of,
)
from tests.examples import examples

texts = st.text(st.sampled_from("ab é\u0301哈👩\u200d🇨\n\u200b")) | st.text()
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)


@pytest.mark.parametrize(
    ("text", "clusters", "points", "size"),
    [
        ("e\u0301", 1, 2, 3),
        ("哈哈", 2, 2, 6),
        ("👩\u200d👩\u200d👧", 1, 5, 18),
        ("🇨🇳🇫🇷", 2, 4, 16),
        ("\r\n", 1, 2, 2),
        ("한", 1, 1, 3),
        ("", 0, 0, 0),
    ],
)
def test_the_length_depends_on_the_ruler(text: str, clusters: int, points: int, size: int) -> None:
    """Counted by hand."""
    assert rulers_of(text, None)["totals"] == [clusters, points, size, None]


@given(st.text(max_size=700))
def test_rulers_line_up(text: str) -> None:
    """Each ruler covers the drawn bytes without a gap, and each mark holds its own bytes."""
    drawn = rulers_of(text, None)
    data = bytes(drawn["bytes"])
    assert len(data) <= MOST_BYTES
    assert drawn["is_cut"] == (len(data) < len(text.encode("utf-8", "surrogatepass")))
    for ruler in ("clusters", "points"):
        place = 0
        for what, start, end in drawn[ruler]:
            assert start == place
            assert what.encode("utf-8", "surrogatepass").startswith(data[start:end])
            place = end
        assert place == len(data)


@given(texts, texts.filter(bool), st.sampled_from(["gpt2", "gpt4", "none"]), st.sampled_from("_ "))
@examples(150)
def test_tokens_are_under_their_bytes(text: str, corpus: str, rule: str, marker: str) -> None:
    """With or without a marker: where the cut keeps everything, every byte has its token."""
    made = Corpus.from_text(corpus, unit="byte", pre_tokenizer=rule, end_of_word=marker.strip())
    learned = train_bpe(made, num_merges=20).tokenizer()
    data, place = text.encode("utf-8", "surrogatepass"), 0
    for token_id, start, end, merged in tokens_of(text, learned):
        assert start == place < end
        assert bytes(learned.token(token_id)).startswith(data[start:end])
        assert merged == (learned.rule_of(token_id) > 0)
        place = end
    assert place == len(data)


@given(texts.filter(str.strip), st.sampled_from(sorted(PRE_TOKENIZERS)))
@examples(100)
def test_only_white_space_has_no_token(text: str, rule: str) -> None:
    learned = train_bpe(Corpus.from_text("ab ab", unit="byte", pre_tokenizer=rule)).tokenizer()
    data = text.encode("utf-8", "surrogatepass")
    covered = {i for _, start, end, _ in tokens_of(text, learned) for i in range(start, end)}
    rest = bytes(byte for i, byte in enumerate(data) if i not in covered)
    assert not rest.decode("utf-8", "surrogatepass").strip()


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_gpt2_writes_a_text_as_hugging_face_does(text: str) -> None:
    assert spelled_by_gpt2(text) == "".join(w for w, _ in BYTES.pre_tokenize_str(text))


#: The characters h, u, g, p, s in 22 bytes of words.
WORDS = {"hug": 4, "pug": 2, "hugs": 1}


def three(text: str) -> list[Base]:
    made = (Corpus.from_counts(WORDS, unit=unit) for unit in ("char", "byte"))
    return bases_of([train_bpe(corpus, num_merges=2) for corpus in made], text)


def test_the_figures() -> None:
    """22 bytes in the corpus; ug, hug: hug 4, p ug 2 x 2, hug s 2. hug哈 has six bytes."""
    characters, in_bytes, fallback = map(figures_of, three("hug哈"))
    assert characters == [5, "–", 7, 10, "2.20", 1, "6 7"]
    assert in_bytes == [256, "1.50", 258, 10, "2.20", 0, "257 229 147 136"]
    assert fallback == [261, "1.50", 263, 10, "2.20", 0, "262 229 147 136"]


@pytest.mark.parametrize("text", ["", " "])
def test_a_text_without_tokens(text: str) -> None:
    for base in three(text):
        assert base.back.ids == []
        assert (figures_of(base)[1], figures_of(base)[-1]) == ("–", "–")


def test_byte_fallback_comes_back_as_bytes_do() -> None:
    """Whitespace between words is dropped by all three; nothing else is lost by the last two."""
    for text in ("hug 哈 \u0301", "👍🏽", "\ud800"):
        decoded = [base.back.decoded for base in three(text)]
        assert decoded[1] == decoded[2]
