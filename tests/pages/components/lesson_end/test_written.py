"""Nobody passes the quiz by its looks: the right answer has each rank by length about as often."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from classroom import Hand
from pages.components.lesson_end import written_questions
from pages.lessons.quiz import ABOUT, SEEN, TRAINING
from pages.lessons.quiz.rounds import SIZE, draw_quiz
from pages.session.language import LANGUAGES, speaking
from sample_corpora import CATALOGUE, load
from tests.examples import share
from tests.pages.whole_app.visitor import Visitor


def shares_of_ranks(questions: Sequence[Sequence[float]]) -> list[float]:
    """How often the right choice, which comes first, is the shortest, the second shortest, ….

    One that is as long as others counts in parts for each rank that it may have.

    >>> shares_of_ranks([[1, 2, 3, 4], [4, 1, 2, 4]])
    [0.5, 0.0, 0.25, 0.25]
    """
    shares = [0.0] * 4
    for right, *wrong in questions:
        shorter, equal = sum(n < right for n in wrong), sum(n == right for n in wrong)
        for rank in range(shorter, shorter + equal + 1):
            shares[rank] += 1 / (equal + 1) / len(questions)
    return shares


def size(value: Any) -> float:
    """How large a number is, or how long anything else is in what the browser shows."""
    if isinstance(value, int | float):
        return value
    ((_, shown),) = value.items()
    return sum(map(len, shown))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rank_by_length_is_right_about_as_often_in_written_questions(language: str) -> None:
    lengths = [[len(text) for text, _ in q.choices] for q in written_questions(language)]
    shares = shares_of_ranks(lengths)
    assert all(0.15 <= share <= 0.35 for share in shares), shares


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rank_by_size_is_right_about_as_often_in_whole_quizzes(language: str) -> None:
    """Written and computed questions together, where there are four choices.

    Those on common mistakes do not depend on the corpus, and take longest to draw.
    """
    sizes = []
    for seed, corpus in enumerate(CATALOGUE):
        hand = Hand.of(load(corpus), seed)
        for about in ABOUT if seed < max(4, share(len(CATALOGUE))) else (TRAINING, SEEN):
            with speaking(language):
                questions = draw_quiz(hand, seed, about)
                assert len(questions) == SIZE
                for question in questions:
                    values = [size(choice["value"]) for choice in question["choices"]]
                    values.insert(0, values.pop(question["right"]))
                    sizes += [values] if len(values) == 4 else []
    shares = shares_of_ranks(sizes)
    assert len(sizes) > 360
    assert all(0.15 <= share <= 0.35 for share in shares), shares


def asked(visitor: Visitor) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = json.loads(visitor.component("ask_again").json)["questions"]
    return questions


def test_the_questions_that_a_browser_names_are_asked_in_its_language() -> None:
    visitor = Visitor("course", lang="zh")
    assert asked(visitor) == []
    visitor.tell("ask_again", names=["ties", "word_counts"])
    by_name = {each.name: each for each in written_questions("zh")}
    assert [(each["name"], each["lesson"]) for each in asked(visitor)] == [
        ("ties", "train"),
        ("word_counts", "train"),
    ]
    for each in asked(visitor):
        question = by_name[each["name"]]
        assert each["ask"] == question.ask
        assert each["choices"][each["right"]] == list(question.choices[0])


def test_names_that_are_no_questions_are_not_asked() -> None:
    visitor = Visitor("course")
    for names in ("ties", None, ["no such", 3, {}], ["ties"] * 9):
        visitor.tell("ask_again", names=names)
        assert len(asked(visitor)) <= 3
        assert all(each["name"] == "ties" for each in asked(visitor))
