"""Tokens laid over their text, and what a paragraph costs in each language."""

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from pages.lessons.in_the_wild.overlay.costs import language_names, paragraphs, token_counts
from pages.lessons.in_the_wild.overlay.spans import place_ranked, place_trained
from tests.bpe_core.strategies import any_text, markers, units
from tests.examples import examples


@cache
def loaded(name: str) -> RankedTokenizer:
    return PUBLISHED[name].load()


@pytest.mark.parametrize("name", PUBLISHED)
@given(text=any_text)
def test_published_tokens_lie_side_by_side_over_the_whole_text(name: str, text: str) -> None:
    """And each covers its own bytes, where normalization left the text as it was."""
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
    """In the order of the text; with bytes each token's bytes are those that it covers."""
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
    """Qwen composes e and its accent to é, which has two bytes; the text has three."""
    placed = place_ranked(loaded("Qwen"), "cafe\u0301!")
    assert [(token.start, token.end) for token in placed][-1] == (6, 7)
    assert placed[-2].end == 6


def test_a_paragraph_is_counted_in_each_language() -> None:
    """English: 'A child is learning to read. …' is cheapest in GPT-2, which read little else."""
    assert len(paragraphs()) == len(language_names()) == 14
    counts = token_counts("GPT-2", loaded("GPT-2"))
    assert counts == [len(loaded("GPT-2").encode(paragraph)) for paragraph in paragraphs()]
    assert min(counts) == counts[0]
