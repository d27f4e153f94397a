"""The quiz: its words in both languages, its rounds, and what a class hands in."""

import json
import re
from collections import Counter
from itertools import product
from random import Random
from urllib.parse import parse_qsl, urlsplit

import pytest

from classroom import KINDS, SEEN_KINDS, Hand, draw_items, draw_questions
from classroom.hand import NotHereError
from classroom.results import MOST_LINES, Checked, Result
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.lesson_end import written_questions
from pages.components.rooms.sent_ballots import ballot_of_question
from pages.lessons.quiz import ABOUT, LESSON
from pages.lessons.quiz.exports import room_questions
from pages.lessons.quiz.hand_in import new_course, results_table, teachers_key
from pages.lessons.quiz.rounds import SIZE, Bank, draw_quiz
from pages.session.language import HTML_LANG, LANGUAGES, speaking
from sample_corpora import CATALOGUE, load
from tests.bpe_core.oracles import count_pairs
from tests.classroom.test_questions import hand_of
from tests.examples import share, some_of
from tests.pages.messages import placeholders
from tests.pages.test_locale import english_words
from tests.pages.whole_app.visitor import Visitor


def test_every_kind_has_its_words() -> None:
    assert [*LESSON.sentences("questions")] == [*KINDS, *SEEN_KINDS]


def test_every_belief_has_its_words_and_none_is_left_over() -> None:
    """If a wrong choice has a belief behind it, the result says where the belief fails."""
    found: set[str] = set()
    for corpus in CATALOGUE:
        for seed in range(max(1, share(6))):
            hand = Hand.of(load(corpus), seed)
            for question in draw_questions(hand, seed=seed, size=30, kinds=SEEN_KINDS):
                found |= {*question.beliefs} - {""}
    for language in LANGUAGES:
        with speaking(language):
            assert found == LESSON.sentences("beliefs").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_quiz_on_mistakes_every_wrong_choice_has_one_behind_it(language: str) -> None:
    """The right pair is the most frequent one in the words shown, counted again here."""
    with speaking(language):
        questions = draw_quiz(draw_items(5, 1)[0].hand, 5, "mistakes")
    assert len(questions) == SIZE
    for question in questions:
        counts = Counter(count_pairs(*zip(*question["words"], strict=True)))
        (right, most), (_, second) = counts.most_common(2)
        assert most > second
        assert question["choices"][question["right"]] == {"value": {"pair": [*right]}}
        wrong = [choice for choice in question["choices"] if "why" in choice]
        assert len(wrong) == len(question["choices"]) - 1 == 3
        for choice in wrong:
            left, right_token = choice["value"]["pair"]
            assert choice["why"].count(f"{left} + {right_token} ") >= 2
            assert str(counts[left, right_token]) in choice["why"]
            assert "{" not in choice["why"]
        beliefs = {choice["belief"] for choice in wrong}
        assert len(beliefs) == 3
        assert beliefs <= {*BELIEF_TEXTS}
        words = Counter(question["running"].split())
        shown = {"".join(tokens): times for tokens, times in question["words"]}
        assert words == shown


ALL_KINDS = KINDS | SEEN_KINDS


def test_sentences_name_only_what_the_question_holds() -> None:
    """A place in braces that nothing fills would stay on the page."""
    for kind, corpus in product(ALL_KINDS, some_of([*CATALOGUE], "sentences")):
        try:
            question = ALL_KINDS[kind](hand_of(corpus), Random(1))
        except NotHereError:
            continue
        asked, reason = LESSON.sentences("questions")[kind]
        assert placeholders(asked) <= question.facts.keys()
        assert placeholders(reason) <= question.facts.keys() | {"answer"}


def test_written_questions_are_whole_in_every_language() -> None:
    """At least twenty; each with one right choice, three wrong ones, and a reason for each."""
    english, chinese = (written_questions(language) for language in LANGUAGES)
    assert len(english) >= 20
    assert [q.name for q in english] == [q.name for q in chinese]
    for question in (*english, *chinese):
        assert len({text for text, _ in question.choices}) == 4
        assert all(text and why for text, why in question.choices)


def test_no_english_is_left_in_chinese_questions() -> None:
    for question in written_questions("zh"):
        for text in (question.ask, *(part for choice in question.choices for part in choice)):
            assert not english_words(re.sub("“[^”]*”", "", text)), question.name


def test_a_link_says_what_the_questions_are_about() -> None:
    """Older links, which don't say it, still ask about the training, and show their answers."""
    asked = {about: draw_quiz(Hand.of(load("hug"), 5), 5, about) for about in ("training", "sees")}
    for about, params in (("training", {}), ("sees", {"about": "sees"})):
        visitor = Visitor("quiz", corpus="hug", seed=5, answers="01", **params)
        sent = json.loads(visitor.component("quiz").json)
        assert [q["ask"] for q in sent["questions"]] == [q["ask"] for q in asked[about]]
        visitor.tell("quiz", answers=["of other questions", "32"])  # on its way when these came
        assert json.loads(visitor.component("quiz").json)["answers"] == sent["answers"] == "01"
        assert "answers" not in visitor.address
        ten = "0123-12301"
        for given in (ten, f"{ten}0", "4", "\u0661"):  # of which only the first are answers
            visitor.tell("quiz", answers=[sent["name"], given])
            assert json.loads(visitor.component("quiz").json)["answers"] == ten


@pytest.mark.parametrize("about", ABOUT)
def test_a_question_reaches_every_phone_in_its_language(about: str) -> None:
    """Each choice is there, and unlike the others; the projector says the teacher's language.

    The right choice stands in the same place in each, so answers in a link keep their meaning.
    """
    corpora = ("hug",) if about == "mistakes" else ("hug", "scripts")  # it makes its own words
    for corpus, seed in product(corpora, range(1, 21)):
        bank = Bank(load(corpus), "first-seen", about=about)
        right = set()
        for language, lang in HTML_LANG.items():
            with speaking(language):
                questions = draw_quiz(bank.hand(seed), seed, about)
                asked = room_questions(bank.hand(seed), seed, about)
            right.add(tuple((q["right"], q["step"], len(q["choices"])) for q in questions))
            for question, sent in zip(questions, json.loads(json.dumps(asked)), strict=True):
                shown = ballot_of_question(sent).shown
                assert shown["languages"][lang]["text"] == shown["text"] != ""
                assert len(shown["choices"]) == len(question["choices"])
                values = [choice["value"] for choice in question["choices"]]
                assert isinstance(values[0], str | dict) or values == sorted(values)
                words = [(row["tokens"], row["count"]) for row in shown["scene"]["words"]]
                assert words == [(tokens, count) for tokens, count in question["words"]]
                for texts in (shown, *shown["languages"].values()):
                    assert len({*texts["choices"]}) == len(texts["choices"])
                    assert not {"", "undefined", "null"} & {*texts["choices"]}
                    assert not re.search(r"[{}]|undefined", texts["text"])
        assert len(right) == 1


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
    maker = Visitor("quiz", **QUIZ, lang="en", answers="01")
    maker.press("Make links for a class")
    link, own = (link_in(maker, key) for key in ("students_link", "teachers_link"))
    course = link["course"]
    assert own == link | {"course": f"{course}.{teachers_key(course)}"}
    assert link["seed"] == QUIZ["seed"]
    student = Visitor("quiz", **link, answers="0123-12301")
    ann, bob = code_from(student, "Ann <b>"), code_from(student, "Bob")
    assert ann.endswith(" Ann <b>")
    assert not student.app.main.number_input  # the link says which questions
    student.follow(student.address | {"answers": "1123-12301"})
    assert not student.app.code  # until another one is made
    teacher = Visitor("quiz", **own)
    assert teacher.address == link  # a projector shows it, and links are made from it
    assert checked(teacher, ann, bob, ann.replace("Ann", "Eve"), "7/10") == [
        "genuine",
        "genuine",
        "altered after it was made",
        "not a code",
    ]
    _, label, _, when, _ = rows_of(teacher.text)[0]
    assert (label, when[:2]) == ("Ann &lt;b&gt;", "20")  # of this century
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
    other.follow(other.address | {"course": course})  # where that teacher is a student
    assert "result_codes" not in [area.key for area in other.app.text_area]
    another_seed = Visitor(
        "quiz", corpus="low", seed="6", course=f"{course}.{teachers_key(course)}"
    )
    assert checked(another_seed, ann) == ["genuine, but for other questions"]


@pytest.mark.parametrize("key", ["", ".", ".aaaa", ".key of another"])
def test_a_student_sees_no_check(key: str) -> None:
    course = new_course()
    other = "." + teachers_key(new_course()) if "another" in key else key
    student = Visitor("quiz", **QUIZ, course=course + other)
    assert not [area for area in student.app.text_area if area.key == "result_codes"]
    assert teachers_key(course) not in student.text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_link_asks_again_in_a_parallel_form(lang: str) -> None:
    """It leads from one form to the next, and nothing else of the teacher's page goes along."""
    teacher = Visitor("quiz", corpus="low", about="mistakes", seed="1", lang=lang, view="present")
    link = link_in(teacher, "ask_again_link")
    assert link.pop("message")
    assert link.pop("corpus", "") != "low"
    assert link == {"lang": lang, "about": "mistakes", "seed": "3"}
    assert link_in(Visitor("quiz", **link), "ask_again_link")["seed"] == "4"


def test_in_a_course_its_students_hand_in_again_and_are_not_offered_the_link() -> None:
    course, mistakes = new_course(), {"about": "mistakes", "seed": "1"}
    teacher = Visitor("quiz", **mistakes, course=f"{course}.{teachers_key(course)}")
    link = link_in(teacher, "ask_again_link")
    assert link["course"] == course
    student = Visitor("quiz", **link)
    assert any(button.label == "Make the code" for button in student.app.button)
    assert not student.has("ask_again_link")


def link_in(visitor: Visitor, key: str) -> dict[str, str]:
    """The parameters of the link that a teacher is offered."""
    value = json.loads(visitor.component(key).json)["value"]
    return dict(parse_qsl(urlsplit(value).query))


def test_labels_are_literal() -> None:
    result = Result(1, b"abc", "-" * 10, 0, 0, "<img src=x>\u202e")
    table = results_table({1: Checked("genuine", result)})
    assert "1970-01-01 00:00" in table
    assert "<img" not in table
    assert "\u202e" not in table
