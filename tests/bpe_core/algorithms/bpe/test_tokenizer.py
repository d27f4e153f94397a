"""Text to ids and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.bpe import tokenizer
from tests.examples import examples, markers, rules, units, word_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def hug_tokenizer(**settings: object) -> tokenizer.Tokenizer:
    return train_bpe(Corpus.from_counts(HUG), num_merges=3, **settings).tokenizer()


@given(word_counts, units, markers, rules, st.data())
@examples(100)
@pytest.mark.parametrize("short", [0, 100])
def test_words_of_the_corpus_get_the_tokens_they_had_in_training(
    short: int, counts: dict[str, int], unit: str, marker: str, rule: str, data: st.DataObject
) -> None:
    """Both the search for short words and the heap for long ones give these tokens."""
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, pre_tokenizer="none")
    trace = train_bpe(corpus, tie_break=rule, special_tokens=["<s>"])
    k = data.draw(st.integers(0, len(trace)))
    learned = trace.tokenizer(k)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer, "SHORT", short)
        encoded = [learned.encode(word) for word in counts]
    assert encoded == trace.state_at(k).word_ids(range(len(counts)))


def test_unknown_characters_get_the_id_after_the_vocabulary() -> None:
    learned = hug_tokenizer()
    assert learned.encode("hug?") == [9, 10]
    assert len(learned.vocabulary) == learned.unknown_id == 10
    assert learned.tokens("?!") == ["<unk>", "<unk>"]
    assert learned.decode([9, 10]) == "hug<unk>"


def test_unknown_characters_get_the_special_token_where_there_is_one() -> None:
    learned = hug_tokenizer(special_tokens=["<pad>", "<unk>"])
    assert learned.encode("?") == [1]


def test_a_marker_spelled_in_the_text_is_not_the_marker() -> None:
    corpus = Corpus.from_counts({"a</w>": 3}, end_of_word="</w>")
    learned = train_bpe(corpus).tokenizer()
    ids = learned.encode("a</w> a")
    assert ids[-1] == corpus.marker_id
    assert learned.decode(ids) == "a</w> a"


def test_bytes_that_are_no_utf8_are_kept_as_bytes_and_shown_as_marks() -> None:
    learned = train_bpe(Corpus.from_text("哈", unit="byte"), num_merges=0).tokenizer()
    assert learned.decode_bytes([0xE5, 0x93]) == b"\xe5\x93"
    assert learned.decode([0xE5, 0x93, 0x21, 0xFF]) == "\ufffd!\ufffd"
