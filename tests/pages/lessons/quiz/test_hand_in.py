"""A class hands in: links, codes and the check, through the whole app."""

import json
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from classroom.results import MOST_LINES, Checked, Result
from pages.lessons.quiz.hand_in import new_course, results_table, teachers_key
from tests.pages.whole_app.visitor import Visitor

QUIZ = {"corpus": "low", "seed": "5"}


def code_from(visitor: Visitor, label: str) -> str:
    """Make a code as a student does."""
    (field,) = (each for each in visitor.app.text_input if "label" in each.label)
    field.set_value(label)
    visitor.run()
    (button,) = (each for each in visitor.app.button if each.label == "Make the code")
    button.click()
    visitor.run()
    (code,) = visitor.app.code
    return str(code.value)


def checked(visitor: Visitor, *codes: str) -> list[str]:
    """Check a column of codes on the teacher's page; return the last cell of each row."""
    visitor.app.text_area(key="result_codes").set_value("\n".join(codes))
    visitor.run()
    return [row[-1] for row in rows_of(visitor.text)]


def rows_of(html: str) -> list[list[str]]:
    table = html[html.index('<table class="results"') :]
    rows = re.findall(r'<tr class="\w+">(.*?)</tr>', table, re.DOTALL)
    return [re.findall(r"<bdi>(.*?)</bdi>", row) for row in rows]


def test_a_class_hands_in_and_its_teacher_checks() -> None:
    course = new_course()
    student = Visitor("quiz", **QUIZ, course=course, answers="0123-12301")
    ann, bob = code_from(student, "Ann <b>"), code_from(student, "Bob")
    assert ann.endswith(" Ann <b>")
    assert not student.app.main.number_input  # the link says which questions
    teacher = Visitor("quiz", **QUIZ, course=f"{course}.{teachers_key(course)}")
    assert checked(teacher, ann, bob, ann.replace("Ann", "Eve"), "7/10") == [
        "genuine",
        "genuine",
        "altered after it was made",
        "not a code",
    ]
    assert rows_of(teacher.text)[0][1] == "Ann &lt;b&gt;"
    counts = "genuine: 2 · altered after it was made: 1 · not a code: 1"
    assert counts in [caption.value for caption in teacher.app.caption]
    for lines, refusals in ((MOST_LINES, []), (MOST_LINES + 1, ["At most 1,000 codes at a time."])):
        teacher.app.text_area(key="result_codes").set_value("\n" * (lines - 1) + "x")
        teacher.run()
        assert [info.value for info in teacher.app.info] == refusals
    assert checked(teacher, ann, "", ann)[0].startswith("copied")
    assert [row[0] for row in rows_of(teacher.text)] == ["1", "3"]
    elsewhere = new_course()
    other = Visitor("quiz", **QUIZ, course=f"{elsewhere}.{teachers_key(elsewhere)}")
    assert checked(other, ann) == ["not made for this class"]
    another_seed = Visitor(
        "quiz", corpus="low", seed="6", course=f"{course}.{teachers_key(course)}"
    )
    assert checked(another_seed, ann) == ["genuine, but for other questions"]


def test_the_teachers_key_leaves_the_address() -> None:
    """A projector shows the address, and the page's own links are made from it."""
    course = new_course()
    teacher = Visitor("quiz", **QUIZ, course=f"{course}.{teachers_key(course)}")
    assert teacher.address["course"] == course


@pytest.mark.parametrize("key", ["", ".", ".aaaa", ".key of another"])
def test_a_student_sees_no_check(key: str) -> None:
    course = new_course()
    other = "." + teachers_key(new_course()) if "another" in key else key
    student = Visitor("quiz", **QUIZ, course=course + other)
    assert not [area for area in student.app.text_area if area.key == "result_codes"]
    assert teachers_key(course) not in student.text


def test_nothing_is_handed_in_before_something_is_answered() -> None:
    student = Visitor("quiz", **QUIZ, course=new_course())
    (button,) = (each for each in student.app.button if each.label == "Make the code")
    assert button.disabled


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_link_asks_again_in_a_parallel_form(lang: str) -> None:
    """It leads from one form to the next, and nothing else of the teacher's page goes along."""
    teacher = Visitor("quiz", corpus="low", about="mistakes", seed="1", lang=lang, view="present")
    link = link_to_ask_again(teacher)
    assert link.pop("message")
    assert link.pop("corpus", "") != "low"
    assert link == {"lang": lang, "about": "mistakes", "seed": "3"}
    assert link_to_ask_again(Visitor("quiz", **link))["seed"] == "4"


def test_in_a_course_its_students_hand_in_again_and_are_not_offered_the_link() -> None:
    course, mistakes = new_course(), {"about": "mistakes", "seed": "1"}
    teacher = Visitor("quiz", **mistakes, course=f"{course}.{teachers_key(course)}")
    link = link_to_ask_again(teacher)
    assert link["course"] == course
    student = Visitor("quiz", **link)
    assert any(button.label == "Make the code" for button in student.app.button)
    assert not student.has("ask_again_link")


def link_to_ask_again(visitor: Visitor) -> dict[str, str]:
    """The parameters of the link that a teacher is offered."""
    value = json.loads(visitor.component("ask_again_link").json)["value"]
    return dict(parse_qsl(urlsplit(value).query))


def test_labels_are_literal() -> None:
    result = Result(1, b"abc", "-" * 10, 0, 0, "<img src=x>\u202e")
    table = results_table({1: Checked("genuine", result)})
    assert "<img" not in table
    assert "\u202e" not in table
