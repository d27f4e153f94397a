"""The questions of a quiz as a room asks them: plain text in every language, with their words.

The projector shows the teacher's language, and each phone its own.
"""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from classroom import Hand
from classroom.exchange import mixed
from pages.lessons.quiz.exports.items import sentence, value_parts
from pages.lessons.quiz.rounds import draw_quiz
from pages.session.language import HTML_LANG, current_language, speaking


def room_questions(hand: Hand, seed: int, about: str) -> list[dict[str, Any]]:
    """Prepare each question of `draw_quiz` for a class, as a teacher's tab sends it.

    >>> from sample_corpora import load
    >>> first = room_questions(Hand.of(load("hug"), 3), 3, "mistakes")[0]
    >>> first["step"], first["choices"], first["scene"]["words"][0]
    (1, ['a + a', 'a + n', 'n + l', 'l + a'], [['n', 'l', 'a', 'n', 'l', 'o'], 6])
    """
    languages = {}
    for code, lang in HTML_LANG.items():
        with speaking(code):
            languages[lang] = [_in_words(each) for each in draw_quiz(hand, seed, about)]
    shown = languages[HTML_LANG[current_language()]]
    return [
        {
            "step": place + 1,
            **shown[place],
            "languages": {lang: texts[place] for lang, texts in languages.items()},
            "scene": {
                name: question.get(name, "") for name in ("step", "words", "rules", "running")
            },
            "right": question["right"],
            "beliefs": [choice.get("belief", "") for choice in question["choices"]],
            "form": about,
            "seed": seed,
        }
        for place, question in enumerate(draw_quiz(hand, seed, about))
    ]


def _in_words(question: Mapping[str, Any]) -> dict[str, Any]:
    ask = mixed("p", *sentence(question["ask"], question["facts"]))
    choices = [mixed("p", *value_parts(choice["value"])) for choice in question["choices"]]
    return {"text": _text(ask), "choices": [_text(choice) for choice in choices]}


def _text(element: Element) -> str:
    return "".join(element.itertext())
