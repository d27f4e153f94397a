"""The lesson "Two languages": vocabularies, the recipes, and the extension."""

from collections import OrderedDict
from dataclasses import replace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, TrainingSpecification, train_bpe
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, read_gpt2_pairs
from pages.lessons.two_languages import panels
from pages.lessons.two_languages.recipe import (
    COPIES,
    MERGES,
    explained,
    inequality,
    secret_of,
)
from pages.lessons.two_languages.vocabularies import (
    SHARES,
    TEXTS,
    Parts,
    beginning,
    is_enough,
    joint_settings,
    measure,
    mixture_point,
    mixture_size,
    partner_of,
    parts_of,
    second_settings,
    splits_of,
    text_of,
)
from pages.session.training_request import TrainingRequest
from sample_corpora import content
from tests.examples import some_of
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


def test_a_text_is_measured_by_its_tokens_sentences_and_bytes() -> None:
    """By hand: 12 bytes in two sentences, and three in one."""
    by_byte = learned("哈", 0).tokenizer()
    assert [measure(by_byte, text) for text in ("哈。哈。", "哈")] == [(6, 1), (3, 1)]


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
    english, chinese = zip(*points, strict=True)
    assert chinese[0] == pytest.approx(3, abs=0.15)
    assert chinese[0] > chinese[2] > chinese[-1]
    assert english[0] < english[-1]
    assert mixture_size(*parts) <= 8_000
    assert mixture_point(*parts, 100, ASKED.but(num_merges=0))[0] == 1


def test_a_mixture_is_normalized_as_the_settings_say() -> None:
    """In lower case, the same text in capitals costs as much."""
    parts = parts_of(content("english")), parts_of(content("chinese"))
    loud = tuple(Parts(part.training, part.held_out.upper()) for part in parts)
    lower = replace(ASKED, specification=replace(ASKED.specification, normalizer=("lowercase",)))
    for asked, is_same in ((lower, True), (ASKED, False)):
        first, other = (mixture_point(*each, 0, asked)[0] for each in (parts, loud))
        assert (first == other) is is_same


def test_the_newest_points_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "_points", OrderedDict({("before", 0): (1.0, 1.0)}))
    monkeypatch.setattr(panels, "MOST_POINTS", 2)
    monkeypatch.setattr(panels, "mixture_point", lambda *_: (0.0, 0.0))
    for _ in range(2):
        panels._work_out.__wrapped__("now", (), Mock())  # type: ignore[attr-defined]
    assert [*panels._points] == [("now", share) for share in SHARES[:2]]


def test_short_texts_have_no_mixture() -> None:
    assert not is_enough([parts_of("One."), parts_of("One. Two.")])
    assert is_enough([Parts("One.", " Two.")])


def test_every_mixture_has_both_texts() -> None:
    assert all(5 <= secret_of(seed) <= COPIES - 5 for seed in range(1, 300))


def gpt2_pairs() -> list[tuple[bytes, bytes]]:
    path = PUBLISHED["GPT-2"].path
    assert path
    return read_gpt2_pairs(path.read_bytes())[:MERGES]


def test_the_inequalities_of_two_merges_by_hand() -> None:
    """In he ×2 and an; in an ×2 and in. Once he is one token, an has the rival in."""
    found = explained([(b"h", b"e"), (b"a", b"n")], ("he he an", "an an in"))
    first, second = found.merges
    # Pairs: he, ␣h, ␣a, an; an, ␣a, ␣i, in. Then ␣he instead of ␣h and he.
    assert (first.counts, second.counts) == ((2, 0), (1, 2))
    assert (first.rivals, second.rivals) == (5, 4)
    assert found.total == 9
    assert first.met[0] == 5  # he ×2, and every other pair once at most
    assert first.met[10] == 1  # only ␣h does not occur in the second text, as he
    assert second.met == (4,) * 11


def test_an_inequality_is_solved() -> None:
    """Two more stand in its docstring."""
    assert inequality((1, 2), (3, 1)).endswith(": s ≥ 2/3")
    assert inequality((2, 2), (2, 1)).endswith(": every s")
    assert inequality((0, 1), (0, 2)).endswith(": s ≤ 0")


def test_english_explains_the_merges_of_gpt2_better_than_chinese() -> None:
    failed = explained(gpt2_pairs(), (str(content("news-en")), str(content("news-zh")))).failed
    assert failed == sorted(failed)
    assert failed[-1] > 10 * failed[0]


@pytest.mark.parametrize("second", some_of(TEXTS, "mixtures")[:2])
def test_no_mixture_with_a_sample_explains_all(second: str) -> None:
    found = explained(gpt2_pairs(), (str(content("english")), str(content(second))))
    assert min(found.failed) > 0


@pytest.mark.parametrize("texts", [("a", "b"), ("aaaa", "aa"), ("哈", "a"), ("t t", "t")])
def test_next_to_no_text_ends_well(texts: tuple[str, str]) -> None:
    found = explained(gpt2_pairs(), texts)
    assert len(found.failed) == 11
    assert max(found.failed) <= found.total


def test_a_table_of_words_leads_to_a_text() -> None:
    visitor = Visitor("languages", corpus="hug")
    visitor.press("Use a news article")
    assert visitor.address == {"lang": "en"}
