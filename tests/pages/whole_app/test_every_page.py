"""The page of every lesson, in the link's language or else the browser's: words, folds, footer."""

import json
import re

import pytest
from streamlit.testing.v1.element_tree import Element

from bpe_core import __version__
from pages.frame_parts import WHATS_NEW
from pages.lessons import LESSONS
from pages.session.language import gettext, speaking
from tests.pages.whole_app.visitor import Visitor

#: Streamlit's names of texts, and of the parts of any lesson's head.
PROSE = ("markdown", "caption", "header", "subheader")
HEAD = ("choose_corpus", "setting_num_merges", "settings_button", "choose_language", "idea")
MOST_WORDS = 90


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_english_lesson_says_at_most_90_words_before_its_first_control(lesson: str) -> None:
    words = 0
    drawn = Visitor(lesson, lang="en").app.main
    for element in (each for each in drawn if isinstance(each, Element)):
        name = str(element.key or getattr(element.proto, "id", ""))
        if element.type in PROSE:
            words += len(str(element.value).split())
        elif not (element.type in ("title", "empty") or name.endswith((*HEAD, "page_language"))):
            break
    assert 0 < words <= MOST_WORDS or lesson == "terms"  # a list, without a control


#: A lesson's address, and its headings by the ids that such links name.
KEPT = {
    "compare": ["how-large-should-a-vocabulary-be"],
    "encode": ["bpe-dropout-other-segmentations-of-the-same-word"],
    "languages": ["how-much-of-the-second-language-is-enough"],
    "side_by_side": ["the-tokens-they-share-at-step-0"],
    "across": ["tokens-with-a-word-boundary-inside", "encode-some-text"],
    "picky": ["encode-some-text"],
}


@pytest.mark.parametrize("lesson", KEPT)
def test_a_heading_that_links_name_is_in_a_fold_of_its_name(lesson: str) -> None:
    """A fold is opened by the heading in it. Streamlit makes a heading's id of its words."""
    folds = Visitor(lesson, lang="en").app.expander
    names = {
        re.sub("[^a-z0-9]+", "-", heading.value.lower()).strip("-")
        for fold in folds
        for heading in fold.header
        if heading.value == fold.label
    }
    assert set(KEPT[lesson]) <= names


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_last_line_is_the_version_and_what_is_new_in_it(language: str) -> None:
    text = Visitor("terms", lang=language).text
    assert f" {__version__} · " in text
    with speaking(language):
        for news in WHATS_NEW:
            assert gettext(news).replace("'", "&#x27;") in text


def test_a_frame_in_another_page_has_no_such_line() -> None:
    assert __version__ not in Visitor("train", corpus="low", is_embedded=True).text


def test_a_page_that_is_drawn_again_says_so_to_its_notices() -> None:
    """Streamlit sends nothing to a component whose data is the same."""
    visitor = Visitor("terms")
    before = visitor.component("page_notices").json
    visitor.run()
    assert visitor.component("page_notices").json != before


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
