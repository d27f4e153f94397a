"""Two texts and their vocabularies, against counting by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, TrainingSpecification, train_bpe
from pages.lessons.two_languages.vocabularies import (
    SHARES,
    TEXTS,
    Parts,
    beginning,
    form_in,
    is_enough,
    joint_settings,
    measure,
    mixture_point,
    mixture_size,
    overlap_of,
    partner_of,
    parts_of,
    second_settings,
    splits_of,
    text_of,
    words_in_both,
)
from pages.session.link import OWN, Link
from pages.session.training_request import TrainingRequest
from sample_corpora import content
from tests.pages.whole_app.visitor import Visitor

ASKED = TrainingRequest(
    TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges=200), "news-en"
)


def learned(text: str, merges: int = 200):
    return train_bpe(Corpus.from_text(text, unit="byte", pre_tokenizer="gpt2"), num_merges=merges)


def test_the_joint_training_has_both_texts_and_both_numbers_of_merges() -> None:
    second = second_settings(ASKED, "news-de")
    joint = joint_settings(ASKED, second)
    assert joint.text == f"{content('news-en')}\n\n{content('news-de')}"
    assert [each.specification.num_merges for each in (second, joint)] == [200, 400]
    by_size = ASKED.but(num_merges=None, vocab_size=300)
    assert joint_settings(by_size, second).specification.vocab_size == 600
    keys = {each.key for each in (ASKED, second, joint, joint_settings(second, ASKED))}
    assert len(keys) == 4
    assert text_of(second) == content("news-de")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("corpus", [*TEXTS, "own"])
def test_every_text_has_a_partner_that_is_another_text(corpus: str, language: str) -> None:
    assert partner_of(corpus, language) in set(TEXTS) - {corpus}


def test_a_name_is_split_alike_only_by_the_joint_vocabulary() -> None:
    """The two news texts count different neighbours of the letters in Wilhelm."""
    texts = content("news-en"), content("news-de")
    traces = [learned(text) for text in texts] + [learned("\n\n".join(texts), 400)]
    splits = splits_of("Wilhelm", [trace.tokenizer() for trace in traces], texts)
    assert splits.differ
    assert len(splits.joint) == 1
    spelled = b"".join(chip.token for chip in splits.first)
    assert spelled == b"".join(chip.token for chip in splits.second) == b" Wilhelm"


def test_a_space_before_the_word_is_no_difference() -> None:
    """Chinese writes none; the joint vocabulary is shown with both forms."""
    texts = "about Anna, to Anna", "公司的Anna说，Anna来"
    traces = [learned(text) for text in (*texts, "\n".join(texts))]
    splits = splits_of("Anna", [trace.tokenizer() for trace in traces], texts)
    assert [chip.token for chip in splits.first] == [b" Anna"]
    assert [chip.token for chip in splits.second][-1] == b"Anna"[-len(splits.second[-1].token) :]
    assert len(splits.joint) == 2
    assert form_in(texts[0], "Anna", traces[0].tokenizer()) == " Anna"
    assert form_in(texts[1], "Anna", traces[1].tokenizer()) == "Anna"


def test_words_in_both_are_names_and_numbers_first() -> None:
    found = words_in_both(content("news-en"), content("news-de"))
    assert {"Lindner", "1350", "Rotterdam"} <= set(found)
    lower = [word.islower() for word in found]
    assert lower == sorted(lower)
    for word in found:
        assert word in content("news-en")
        assert word in content("news-de")


def test_overlap_counts_each_token_once() -> None:
    one, other = learned("abab abab xyxy"), learned("abab abab zwzw")
    first = {bytes(t) for t in one.vocabulary[256:]}
    second = {bytes(t) for t in other.vocabulary[256:]}
    overlap = overlap_of(one, other, shown=100)
    assert set(overlap.shared) == first & second
    assert overlap.both == len(first & second)
    assert (overlap.only_first, overlap.only_second) == (len(first - second), len(second - first))
    assert overlap.share == len(first & second) / len(first | second)


def test_a_text_is_measured_by_its_tokens_sentences_and_characters() -> None:
    measured = measure(learned("哈", 0).tokenizer(), "哈。哈。")
    assert (measured.tokens, measured.sentences, measured.characters) == (12, 2, 4)
    assert (measured.tokens_per_sentence, measured.tokens_per_character) == (6, 3)


@given(st.text(st.sampled_from("a. 哈。!\n")))
def test_what_is_measured_was_never_trained_on(text: str) -> None:
    parts = parts_of(text)
    assert parts.training + parts.held_out == text


@given(st.text(), st.integers(0, 100))
def test_a_beginning_has_whole_characters(text: str, size: int) -> None:
    found = beginning(text, size)
    assert text.startswith(found)
    assert len(found.encode()) <= size
    assert len(text[: len(found) + 1].encode()) > size or found == text


def test_a_vocabulary_that_never_saw_a_script_spells_it_byte_by_byte() -> None:
    """Three tokens a Chinese character at 0 %, and fewer with each share; English pays for it."""
    parts = parts_of(content("english")), parts_of(content("chinese"))
    points = [mixture_point(*parts, share, ASKED) for share in SHARES]
    assert points[0].second == pytest.approx(3, abs=0.15)
    assert points[0].second > points[2].second > points[-1].second
    assert points[0].first < points[-1].first
    assert mixture_size(*parts) <= 8_000


def test_short_texts_have_no_mixture() -> None:
    assert not is_enough([parts_of("One."), parts_of("One. Two.")])
    assert is_enough([Parts("One.", " Two.")])


def test_a_blank_text_is_asked_for_once() -> None:
    visitor = Visitor("languages", **Link(corpus=OWN, text=" \n").to_params())
    assert (len(visitor.app.info), len(visitor.app.error)) == (1, 0)


def test_the_vocabulary_for_both_is_also_measured_with_as_many_merges_as_each_alone() -> None:
    """By hand: 200 merges each and 400 for both; the base vocabularies differ."""
    sizes = Visitor("languages", lang="en").rows("vocabulary size")[0]
    english, german, both, fewer = map(int, sizes)
    assert both - fewer == 200
    assert max(english, german) <= fewer < both
