"""The quiz words every question in both languages, and the written ones are complete."""

import json
import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from classroom import KINDS, SEEN_KINDS, Hand, draw_items, draw_questions
from classroom.hand import NotHereError
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.lesson_end import written_questions
from pages.components.rooms.sent_ballots import ballot_of_question
from pages.lessons.quiz import ABOUT, LESSON
from pages.lessons.quiz.exports import room_questions
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


def test_the_seed_that_the_teachers_page_names_can_be_entered() -> None:
    visitor = Visitor("quiz", about="mistakes")
    before = json.loads(visitor.component("quiz").json)["questions"]
    (seed,) = (field for field in visitor.app.main.number_input if field.label == "Seed")
    seed.set_value(3)
    visitor.run()
    assert visitor.address["seed"] == "3"
    after = json.loads(visitor.component("quiz").json)["questions"]
    assert before != after == draw_quiz(Hand.of(load("hug"), 3), 3, "mistakes")


def test_words_that_reveal_mistakes_can_be_predicted_in_the_walk() -> None:
    visitor = Visitor("quiz", about="mistakes", seed="3")
    assert visitor.address == {"about": "mistakes", "seed": "3", "lang": "en"}
    visitor.press("Predict the merges of such words")
    assert visitor.address["view"] == "predict"
    words, counts = visitor.walk["words"], visitor.walk["word_counts"]
    assert len(words) == len(counts) == 5


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
