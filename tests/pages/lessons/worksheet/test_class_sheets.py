"""A file for a class: a sheet for each seed, none with answers, and one answer key for all."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from bpe_core import Corpus, train_bpe
from classroom import Hand
from classroom.worksheet import make_revealing_worksheet, make_worksheet
from pages.lessons.worksheet import class_sheets
from pages.lessons.worksheet.class_sheets import build
from pages.lessons.worksheet.sheet_words import CorpusWords, RevealingWords
from pages.session.language import LANGUAGES
from sample_corpora import load
from tests.classroom.test_questions import Recount
from tests.pages.whole_app.visitor import Visitor

SEEDS = [2, 3, 11]


@pytest.fixture
def words_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Corpus, str], CorpusWords]:
    """The words of a corpus whose training the server holds."""

    def words(corpus: Corpus, title: str) -> CorpusWords:
        held = {"held": train_bpe(corpus, num_merges=1)}
        monkeypatch.setattr("pages.lessons.worksheet.sheet_words.merges_by_key", held.get)
        return CorpusWords("held", title)

    return words


def papers_of(file: bytes) -> list[str]:
    """The text of each sheet of a file, with chips between brackets."""
    _, *papers = re.split("<article[^>]*>", file.decode())
    with_chips = (re.sub("<bdi>(.*?)</bdi>", r"[\1]", paper) for paper in papers)
    in_words = (re.sub("</(?!span)[^>]*>", " ", paper) for paper in with_chips)
    return [unescape(re.sub("<[^>]*>", "", paper)) for paper in in_words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_seed_has_its_sheet_and_its_answers(
    language: str, words_of: Callable[[Corpus, str], CorpusWords]
) -> None:
    """The answers are recounted without any of the worksheet's code; a space is written ␣."""

    def chip(text: object) -> str:
        return f"[{text}]".replace(" ", "␣")

    corpus = load("english")
    file = build(words_of(corpus, "English"), SEEDS, 3, language)
    *sheets, key = papers_of(file)
    assert len(sheets) == len(SEEDS)
    keys = re.split(r"Seed \d+|随机种子 \d+", key)[1:]
    assert len(keys) == len(SEEDS)
    for seed, sheet, answers in zip(SEEDS, sheets, keys, strict=True):
        hand = Hand.of(corpus, seed)
        asked = [word for word, _ in make_worksheet(hand, seed=seed, merges=3).new_words]
        recount = Recount(hand)
        assert str(seed) in sheet.split("·")[1]
        assert all(chip(word[0]) in sheet for word in recount.words)
        for k in (1, 2, 3):
            left, right = recount.merged(k).left, recount.merged(k).right
            merge = f"{chip(left)} + {chip(right)} → {chip(recount.made(k))}"
            assert merge in answers
            cut = "".join(chip(token) for word in recount.cut(k) for token in word)
            assert cut in answers.split(merge)[1].replace("] [", "][")
            assert sheet.count(chip(recount.made(k))) == asked.count(str(recount.made(k)))


def test_words_are_literal_and_nothing_is_fetched(
    words_of: Callable[[Corpus, str], CorpusWords],
) -> None:
    corpus = Corpus.from_counts({"<b>x": 3, "<b>y": 2, "a\u202eb": 2})
    file = build(words_of(corpus, "<i>"), [1], 2, "en")
    assert not re.search(r"<(b|i|script|link|img)\b", file.decode())
    assert "\u202e" not in file.decode()
    assert b"http" not in file


def test_a_training_that_is_no_longer_held_makes_no_file() -> None:
    with pytest.raises(LookupError):
        build(CorpusWords("gone", "hug"), [1], 2, "en")
    assert not CorpusWords("gone", "hug").are_few


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_says_where_mistakes_lead(language: str) -> None:
    """Three mistakes a sheet, each with its pair; the sheets themselves say nothing of them."""
    *sheets, key = papers_of(build(RevealingWords(), SEEDS, 3, language))
    for seed in SEEDS:
        item = make_revealing_worksheet(seed=seed, merges=3).item
        assert item is not None
        for each in item.believed:
            assert f"{each.pair.left} + {each.pair.right} " in key
    assert not any(" + " in sheet for sheet in sheets)


def test_the_sheets_have_as_many_merges_as_the_one_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(class_sheets, "partial", lambda *call: asked.append(call) or bytes)
    Visitor("worksheet", corpus="hug", hand=4, lang="zh")
    ((_, words, seeds, merges, language),) = asked
    assert (words.title, len(seeds), merges, language) == ("hug、pug、pun", 30, 4, "zh")
