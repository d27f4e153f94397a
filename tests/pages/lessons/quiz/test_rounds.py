"""The quiz says every question in both languages, and the written ones are whole."""

import re
from functools import cache
from random import Random

import pytest

from classroom import KINDS, Hand
from classroom.hand import NotHereError
from pages.lessons.quiz import rounds as quiz
from pages.lessons.quiz.rounds import SIZE, draw_quiz
from pages.lessons.quiz.rounds.text import QUESTIONS, REASONS
from pages.lessons.quiz.rounds.written import written_questions
from pages.session.language import LANGUAGES
from sample_corpora import CATALOGUE, load
from tests.pages.messages import placeholders
from tests.pages.test_locale import english_words


def test_every_kind_has_its_words() -> None:
    assert QUESTIONS.keys() == REASONS.keys() == KINDS.keys()


@cache
def hand_of(corpus: str) -> Hand:
    """The words of a sample that are asked about: the same for every kind of question."""
    return Hand.of(load(corpus), 1)


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_name_only_what_the_question_holds(kind: str) -> None:
    """A place in braces that nothing fills would stay on the page."""
    for corpus in CATALOGUE:
        try:
            question = KINDS[kind](hand_of(corpus), Random(1))
        except NotHereError:
            continue
        assert placeholders(QUESTIONS[kind]) <= question.facts.keys()
        assert placeholders(REASONS[kind]) <= question.facts.keys() | {"answer"}


def test_written_questions_are_whole_in_every_language() -> None:
    """At least twenty; each with one right choice, three wrong ones, and a reason for each."""
    english, chinese = (written_questions(language) for language in LANGUAGES)
    assert len(english) >= 20
    assert [q.name for q in english] == [q.name for q in chinese]
    for question in (*english, *chinese):
        assert len({text for text, _ in question.choices}) == 4
        assert all(text and why for text, why in question.choices)


@pytest.mark.parametrize("question", written_questions("zh"), ids=lambda q: q.name)
def test_no_english_is_left_in_chinese_questions(question: quiz.WrittenQuestion) -> None:
    texts = [question.ask, *(part for choice in question.choices for part in choice)]
    for text in texts:
        assert not english_words(re.sub("“[^”]*”", "", text))


@pytest.mark.parametrize("corpus", CATALOGUE)
def test_a_quiz_has_ten_questions(corpus: str) -> None:
    for seed in (1, 2):
        questions = draw_quiz(Hand.of(load(corpus), seed), seed)
        assert len(questions) == SIZE
        assert all(0 <= q["right"] < len(q["choices"]) for q in questions)


def test_the_same_link_asks_the_same_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The right choice is at the same place, so that answers in a link keep their meaning."""
    asked = {}
    for language in LANGUAGES:
        monkeypatch.setattr(quiz, "current_language", lambda language=language: language)
        questions = draw_quiz(Hand.of(load("low"), 3), 3)
        asked[language] = [(q["right"], q["step"], len(q["choices"])) for q in questions]
    assert asked["en"] == asked["zh"]


def test_numbers_stand_in_order() -> None:
    for seed in range(8):
        for question in draw_quiz(Hand.of(load("hug"), seed), seed):
            values = [choice["value"] for choice in question["choices"]]
            if all(isinstance(value, int | float) for value in values):
                assert values == sorted(values)
