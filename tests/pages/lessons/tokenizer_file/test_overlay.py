"""Tokens laid over their text, and a paragraph's cost in each language."""

import base64
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.files.inspection import OpenFile
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, RANKED
from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons.tokenizer_file.overlay.spans import place_encoded, place_ranked, place_trained
from tests.bpe_core.strategies import any_text, markers, units
from tests.examples import examples


@cache
def loaded(name: str) -> RankedTokenizer:
    return RANKED[name].load()


@pytest.mark.parametrize("name", RANKED)
@given(text=any_text)
def test_published_tokens_lie_side_by_side_over_the_whole_text(name: str, text: str) -> None:
    """Each covers its own bytes if normalization left the text unchanged."""
    placed = place_ranked(loaded(name), text)
    data = encode_utf8(text)
    borders = [0, *(token.end for token in placed)]
    assert [token.start for token in placed] == borders[:-1]
    assert borders[-1] == len(data)
    if normalize(text, loaded(name).normalizer) == text:
        covered = [data[token.start : token.end] for token in placed]
        assert covered == [loaded(name).token(token.token_id) for token in placed]


@given(any_text, units, markers, st.sampled_from(["whitespace", "gpt2", "gpt4", "bert", "none"]))
@examples(200)
def test_trained_tokens_cover_everything_but_white_space(
    text: str, unit: str, marker: str, pre_tokenizer: str
) -> None:
    """They follow the order of the text; with bytes, a token's bytes are those that it covers."""
    assume("Ġ" not in text)
    corpus = Corpus.from_text(
        "ab 哈 abc", unit=unit, end_of_word=marker, pre_tokenizer=pre_tokenizer
    )
    trained = train_bpe(corpus).tokenizer()
    placed, data = place_trained(trained, text), encode_utf8(text)
    assert [token.token_id for token in placed] == trained.encode(text)
    places = [place for token in placed for place in (token.start, token.end)]
    assert places == sorted(places)
    covered = b"".join(data[token.start : token.end] for token in placed)
    left = covered.decode("utf-8", "surrogatepass")
    assert "".join(left.split()) == "".join(text.split())
    if unit == "byte" and not marker:
        assert all(data[t.start : t.end] == trained.token(t.token_id) for t in placed)


def test_a_character_that_was_normalized_is_covered_whole() -> None:
    """Qwen composes e and its accent into é, which has two bytes; the text has three."""
    placed = place_ranked(loaded("Qwen"), "cafe\u0301!")
    assert [(token.start, token.end) for token in placed][-1] == (6, 7)
    assert placed[-2].end == 6


def test_a_paragraph_is_counted_in_each_language() -> None:
    """English: 'A child is learning to read. …' is cheapest in GPT-2, which read little else."""
    assert len(paragraphs()) == len(language_names()) == 14
    counts = [len(loaded("GPT-2").encode(paragraph)) for paragraph in paragraphs()]
    assert min(counts) == counts[0]


#: Bytes that are each a token, two parts of 哈 joined, and a character with its space.
BYTES = "".join(
    f"{base64.b64encode(token).decode()} {rank}\n"
    for rank, token in enumerate(
        [*(bytes([b]) for b in range(256)), b"\xe5\x93", b" h", b"\xcc\x81"]
    )
).encode()


@pytest.fixture(scope="module")
def opened() -> Iterator[OpenFile]:
    with OpenFile([BYTES], pattern=r" ?\p{L}+|[^\p{L}]") as file:
        yield file


@given(text=any_text)
@examples(100)
def test_tokens_of_a_file_lie_over_their_own_bytes(text: str, opened: OpenFile) -> None:
    """This holds although the file's process gives positions in characters."""
    assume(not any("\ud800" <= character <= "\udfff" for character in text))
    encoded = opened.ask({"ask": "encode", "text": text})
    placed, data = place_encoded(encoded, text), encode_utf8(text)
    assert [token.token_id for token in placed] == encoded["ids"]
    own = [bytes.fromhex(encoded["tokens"][str(token.token_id)]["bytes"]) for token in placed]
    assert [data[token.start : token.end] for token in placed] == own
    assert not any(token.label for token in placed)


def test_a_token_that_reads_otherwise_says_so() -> None:
    """BERT reads Hello as hello, and has no token for 𓀀: both cover the text's own bytes."""
    path = PUBLISHED["BERT"].path
    assert path is not None
    with OpenFile([path.read_bytes()]) as file:
        placed = place_encoded(file.ask({"ask": "encode", "text": "Hello 𓀀"}), "Hello 𓀀")
    assert [(t.start, t.end, t.label) for t in placed] == [(0, 5, "hello"), (6, 10, "[UNK]")]
