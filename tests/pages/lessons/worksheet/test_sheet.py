"""A worksheet on paper: literal words, and no answer on the student's side."""

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from typing import Any

import pytest

from bpe_core import Corpus, train_bpe
from classroom import Hand
from classroom.hand import MOST_UNITS, MOST_WORDS, SHORT
from classroom.worksheet import Worksheet, dice_grid, make_revealing_worksheet, make_worksheet
from pages.lessons.worksheet import printing
from pages.lessons.worksheet.printing import CorpusWords, RevealingWords, build
from pages.lessons.worksheet.sheet import (
    HTML,
    MARKDOWN,
    dice_sheet,
    merge_sheet,
    student,
    teacher,
)
from pages.session.language import LANGUAGES, speaking
from sample_corpora import load
from tests.browser.tricky import TRICKY, as_written
from tests.classroom.test_questions import Recount
from tests.pages.whole_app.visitor import Visitor

sheet_html, sheet_markdown = (partial(merge_sheet, paper) for paper in (HTML, MARKDOWN))
dice_html, dice_markdown = (partial(dice_sheet, paper) for paper in (HTML, MARKDOWN))


def sheet_of(corpus: Corpus) -> Worksheet:
    return make_worksheet(Hand.of(corpus, 1), seed=1, merges=3)


def test_the_students_sheet_holds_no_answer() -> None:
    """Three merges by hand: u + g, u + n, h + ug."""
    sheet = sheet_of(load("hug"))
    for draw in (sheet_html, sheet_markdown):
        answers = re.findall(
            r"(?<![\w])(?:ug|un|hug|20|16|15)(?![\w])", draw(sheet, teacher(), source="")
        )
        assert {"ug", "un", "hug", "20", "16", "15"} == {*answers}
        assert not re.search(
            r"(?<![\w])(?:ug|un|20|16|15)(?![\w])", draw(sheet, student(), source="")
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("draw", [sheet_html, sheet_markdown])
def test_only_the_answers_say_where_mistakes_lead(language: str, draw: Callable[..., str]) -> None:
    """Unless the merge that reveals them is not on the sheet."""
    sheet = make_revealing_worksheet(seed=2, merges=2)
    assert sheet.item is not None
    assert sheet.item.step == 2
    with speaking(language):
        answers, tasks = (draw(sheet, pen, source="") for pen in (teacher(), student()))
        short = draw(make_revealing_worksheet(seed=2, merges=1), teacher(), source="")
    for each in sheet.item.believed:
        pair = f"{each.pair.left} + {each.pair.right} "
        assert pair in answers
        assert pair not in tasks + short


@pytest.mark.parametrize("draw", [sheet_html, sheet_markdown])
def test_all_ties_are_counted_not_only_the_pairs_that_are_written(draw: Callable[..., str]) -> None:
    """Six pairs occur once; four of them are in the table."""
    sheet = make_worksheet(Hand.of(Corpus.from_counts({"abcdefg": 1}), 1), seed=1, merges=1)
    read = re.sub("<.*?>", "", draw(sheet, teacher(), source=""))
    assert "pairs with the highest count: 6" in read


HOSTILE = Corpus.from_counts({"<b>x|`": 3, "![x](": 2, "a\u202eb": 2})


@pytest.mark.parametrize("corpus", [HOSTILE, Corpus.from_counts({"a": 1})])
def test_words_are_literal_on_paper(corpus: Corpus) -> None:
    """Also where there is nothing to merge; and nothing is fetched."""
    sheet = sheet_of(corpus)
    for html in (sheet_html(sheet, teacher(), source="<i>"), dice_html(sheet, source="<i>")):
        assert not re.search(r"<(b|i|script|link|img)\b|\u202e|http", html)
    for markdown in (sheet_markdown(sheet, teacher(), source=""), dice_markdown(sheet, source="")):
        assert not re.search(r"!\[x|<b>", re.sub(r"(`+).*?[^`]\1(?!`)", "", markdown))


def handfuls() -> list[list[str]]:
    """A sheet uses a handful of short words; if all are long, it uses their beginnings."""
    short = [word for word in TRICKY if 2 <= len(word) <= SHORT]
    long = list(dict.fromkeys(word[:MOST_UNITS] for word in TRICKY if len(word) > SHORT))
    return [
        words[i : i + MOST_WORDS]
        for words in (short, long)
        for i in range(0, len(words), MOST_WORDS)
    ]


@pytest.mark.parametrize("words", handfuls())
def test_every_tricky_word_is_on_a_worksheet_as_it_is(words: list[str]) -> None:
    corpus = Corpus.from_counts({word: len(words) - i for i, word in enumerate(words)})
    sheet = make_worksheet(Hand.of(corpus, 0), seed=0, merges=3)
    words_to_merge = sheet_html(sheet, student(), source="").split("<section")[1]
    cells = re.findall('<td class="tokens">(.*?)</td>', words_to_merge, re.DOTALL)
    assert [as_written(unescape(re.sub("<[^>]+>", "", cell))) for cell in cells] == words


@pytest.mark.parametrize("draw", [sheet_html, sheet_markdown])
def test_a_space_is_the_same_sign_as_in_the_lessons_and_explained(draw: Callable[..., str]) -> None:
    """GPT-2's letter for it is for files; and it is a letter of Maltese."""
    prose = Corpus.from_text("it is. it was. it is not. was it it.", pre_tokenizer="gpt2")
    assert "Ġis" in prose.words
    written = draw(sheet_of(prose), teacher(), source="")
    assert "Ġ" not in written
    plain = re.sub("<[^>]+>", "", written)
    assert "␣" in plain
    assert "␣ is a space." in plain
    maltese = draw(sheet_of(Corpus.from_counts({"Ġorġ": 2, "Ġa": 1})), teacher(), source="")
    assert "Ġ" in maltese
    assert "is a space." not in maltese


def test_the_numbers_of_the_dice_mean_one_token_each() -> None:
    """After u + g, u + n and h + ug: `ug` only ends words, and b, h, hug and p begin them."""
    sheet = sheet_of(load("hug"))
    grid = {row.before: row.ranges for row in dice_grid(sheet.steps[-1].words)}
    assert [(one.token, one.first, one.last) for one in grid[None]] == [
        *(("hug", 1, 42), ("p", 43, 89), ("b", 90, 100))
    ]
    assert [(one.token, one.first, one.last) for one in grid["ug"]] == [(None, 1, 100)]
    for ranges in grid.values():
        numbers = [n for one in ranges for n in range(one.first, one.last + 1)]
        assert numbers == list(range(1, 101))


SEEDS = [2, 3, 11]


@pytest.fixture
def words_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Corpus, str], CorpusWords]:
    """The words of a corpus whose training the server holds."""

    def words(corpus: Corpus, title: str) -> CorpusWords:
        held = {"held": train_bpe(corpus, num_merges=1)}
        monkeypatch.setattr("pages.lessons.worksheet.printing.merges_by_key", held.get)
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
    heading = {"en": r"Seed \d+\b", "zh": r"随机种子 \d+"}[language]
    keys = re.split(heading, key)[1:]
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


def test_a_training_that_is_no_longer_held_makes_no_file() -> None:
    with pytest.raises(LookupError):
        build(CorpusWords("gone", "<i>"), [1], 2, "en")
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
    monkeypatch.setattr(printing, "partial", lambda *call: asked.append(call) or bytes)
    Visitor("worksheet", corpus="hug", hand=4, lang="zh")
    ((_, words, seeds, merges, language),) = asked
    assert (words.title, len(seeds), merges, language) == ("hug、pug、pun", 30, 4, "zh")
