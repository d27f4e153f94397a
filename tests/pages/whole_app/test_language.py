"""A visitor gets the link's language, else the browser's; both say everything."""

import json
import re

import pytest

from pages.lessons import LESSONS
from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize(
    ("locale", "params", "language"),
    [("zh-CN", {}, "zh"), ("en-GB", {"lang": "zh"}, "zh"), ("zh-CN", {"lang": "xx"}, "zh")],
)
def test_the_language_is_the_links_then_the_browsers(
    locale: str, params: dict[str, str], language: str
) -> None:
    """The address says it, so that a copied link opens as it looked."""
    visitor = Visitor(locale=locale, **params)
    assert visitor.address["lang"] == language
    names = {"en": "Corpus", "zh": "语料"}
    spoken = json.loads(visitor.component("page_language").json)["lang"]
    assert spoken == {"en": "en", "zh": "zh-Hans"}[language]
    assert visitor.app.selectbox[0].label == names[language]


def test_the_switch_changes_the_language_and_nothing_else() -> None:
    visitor = Visitor("wordpiece", corpus="low", step=3)
    before = visitor.walk
    visitor.app.button_group(key="choose_language").select("zh")
    visitor.run()
    assert visitor.address == {"lang": "zh", "corpus": "low", "step": "3"}
    assert visitor.app.selectbox[0].label == "语料"
    changed = {name for name, value in visitor.walk.items() if before.get(name) != value}
    assert changed == {"lang", "text", "translations", "classroom"}  # where corpora have titles


def test_a_corpus_that_nobody_chose_follows_the_language() -> None:
    """From its start, in both directions; the next test shows that a chosen one stays."""
    visitor = Visitor(lang="en")
    visitor.step(2)
    for language, corpus in (("zh", "tea"), ("en", "hug")):
        visitor.app.button_group(key="choose_language").select(language)
        visitor.run()
        assert visitor.app.selectbox[0].value == corpus
        assert visitor.walk["step"] == 0
        assert visitor.address == {"lang": language}


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_opens_at_its_own_address_and_is_drawn_in_the_other_language(
    lesson: str,
) -> None:
    """With the frame around it, on the link's corpus, and without an error."""
    visitor = Visitor(lesson, corpus="low")
    in_english = visitor.text
    opened_in(visitor, "en")
    visitor.app.button_group(key="choose_language").select("zh")
    visitor.run()
    opened_in(visitor, "zh")
    assert count_chinese(visitor.text) > count_chinese(in_english) + 20


def opened_in(visitor: Visitor, language: str) -> None:
    assert visitor.app.title[0].value
    assert visitor.address == {"lang": language, "corpus": "low"}
    assert not visitor.app.error
    assert not visitor.app.warning


def count_chinese(text: str) -> int:
    return len(re.findall(r"[\u4e00-\u9fff]", text))
