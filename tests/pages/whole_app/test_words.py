"""A lesson says little before the learner can do something."""

import pytest
from streamlit.testing.v1.element_tree import Element

from pages.lessons import LESSONS
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
