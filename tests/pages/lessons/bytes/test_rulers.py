"""The lesson "Bytes": rulers that line up, and GPT-2's alphabet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from bpe_core import PRE_TOKENIZERS, Corpus, train_bpe
from bpe_core.text.characters import graphemes_of
from pages.lessons.bytes.rulers.payload import (
    MOST_BYTES,
    alphabet_of,
    characters_of,
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


def test_the_alphabet_by_hand() -> None:
    """Space is the 33rd of the 68 bytes that do not print; å is written as å; Ī is 256 + 42."""
    alphabet = alphabet_of("a 哈a")
    assert (alphabet["characters"][0x20], alphabet["moved"][0x20]) == ("Ġ", 32)
    assert (alphabet["characters"][0xE5], alphabet["moved"][0xE5]) == ("å", -1)
    assert (alphabet["characters"][0x88], alphabet["moved"][0x88]) == (chr(298), 42)
    assert sum(place >= 0 for place in alphabet["moved"]) == 68
    assert len(set(alphabet["characters"])) == 256
    assert (alphabet["used"][ord("a")], alphabet["used"][0xE5], sum(alphabet["used"])) == (2, 1, 6)


def test_characters_are_listed_once_with_their_bytes() -> None:
    assert characters_of("哈哈a") == [
        {"text": "哈", "points": ["U+54C8"], "bytes": [0xE5, 0x93, 0x88], "more": 0},
        {"text": "a", "points": ["U+0061"], "bytes": [0x61], "more": 0},
    ]
    flood = characters_of("a" + "\u0301" * 100)[0]
    assert (len(flood["bytes"]), flood["more"]) == (32, 169)


@given(texts)
def test_clusters_are_the_whole_text(text: str) -> None:
    assert "".join(graphemes_of(text)) == text
