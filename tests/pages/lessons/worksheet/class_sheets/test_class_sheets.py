"""A file for a class: a sheet for each seed, none with answers, and one answer key for all."""

import re
from html.parser import HTMLParser

import pytest

from bpe_core import Corpus
from classroom import Hand
from classroom.worksheet import make_worksheet
from pages.lessons.worksheet.class_sheets.box import build
from pages.session.language import LANGUAGES
from sample_corpora import load
from tests.classroom.test_questions import Recount

SEEDS = [2, 3, 11]


class Papers(HTMLParser):
    """The text of each sheet of a file, with chips between brackets."""

    def __init__(self, file: bytes) -> None:
        super().__init__()
        self.papers: list[str] = []
        self.tags: set[str] = set()
        self.feed(file.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag == "article":
            self.papers.append("")
        self._add("[" if tag == "bdi" else "")

    def handle_endtag(self, tag: str) -> None:
        self._add("]" if tag == "bdi" else " ")

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, text: str) -> None:
        if self.papers:
            self.papers[-1] += text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_seed_has_its_sheet_and_its_answers(language: str) -> None:
    """The answers are recounted without any of the worksheet's code."""
    corpus = load("english")
    file = build(corpus, SEEDS, "English", "first-seen", 3, language)
    *sheets, key = Papers(file).papers
    assert len(sheets) == len(SEEDS)
    keys = re.split(r"Seed \d+|随机种子 \d+", key)[1:]
    assert len(keys) == len(SEEDS)
    for seed, sheet, answers in zip(SEEDS, sheets, keys, strict=True):
        hand = Hand.of(corpus, seed)
        asked = [word for word, _ in make_worksheet(hand, seed=seed, merges=3).new_words]
        recount = Recount(hand)
        assert str(seed) in sheet.split("·")[1]
        assert all(f"[{word[0]}]" in sheet for word in recount.words)
        for k in (1, 2, 3):
            left, right = recount.merged(k).left, recount.merged(k).right
            merge = f"[{left}] + [{right}] → [{recount.made(k)}]"
            assert merge in answers
            line = answers.split(merge)[1]
            tied = list(recount.pairs(k - 1).values()).count(max(recount.pairs(k - 1).values()))
            numbers = [max(recount.pairs(k - 1).values()), tied, recount.total(k)]
            assert [int(n) for n in re.findall(r"\d+", line.replace(",", ""))[:3]] == numbers
            cut = "".join(f"[{token}]" for word in recount.cut(k) for token in word)
            assert cut in line.replace("] [", "][")
            assert sheet.count(f"[{recount.made(k)}]") == asked.count(str(recount.made(k)))


def test_words_are_literal_and_nothing_is_fetched() -> None:
    corpus = Corpus.from_counts({"<b>x": 3, "<b>y": 2, "a\u202eb": 2})
    file = build(corpus, [1], "<i>", "first-seen", 2, "en")
    assert not {"b", "i", "script", "link", "img"} & Papers(file).tags
    assert "\u202e" not in file.decode()
    assert b"http" not in file
