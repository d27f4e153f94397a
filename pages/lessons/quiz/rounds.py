"""A quiz of ten: its questions, and a Components v2 component that asks them and marks the answers.

Python sends the questions once, and gets the answers once the learner pauses. The choices of a
generated question are tokens and numbers, which the browser shows literally.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple

import streamlit as st

from bpe_core import Corpus
from bpe_core.text.corpus import plain_token
from classroom import KINDS, SEEN_KINDS, Hand, Item, Pair, Question, draw_items, draw_questions
from classroom.values import Value
from pages.components.component import STEPPER, component
from pages.components.lesson_end import WrittenQuestion, written_questions
from pages.components.rooms import about_corpus
from pages.components.stepper.beliefs import mistake_behind
from pages.components.tokens.question_values import value_data
from pages.lessons.quiz import ABOUT, LESSON, MISTAKES, PREDICTED, SEEN, TRAINING
from pages.session import state
from pages.session.language import _, current_language, gettext
from pages.session.session_state import component_value
from pages.session.view_options import PREDICT, PRESENT

SIZE = 10
#: The sign for a missing answer.
OPEN = "-"
#: How many questions are written by hand; more if the words do not give enough others.
WRITTEN = 4
#: Stop after this many seeds in a row without a new question: five words give only a few.
_PATIENCE = 20

_component = component(
    "lessons/quiz/quiz.js",
    STEPPER,
    "components/stepper/classroom.css",
    "lessons/quiz/quiz.css",
    "components/rooms/teacher/room.css",
)


def quiz(
    questions: Sequence[dict[str, Any]],
    *,
    in_room: Sequence[dict[str, Any]],
    key: str,
    name: str,
    answers: str,
    at_once: bool,
    on_answers: Callable[[str], None],
    on_again: Callable[[], None],
) -> None:
    """Ask `questions`, which a room asks as `in_room`. `name` identifies the quiz.

    `answers` has a character for each question: the index of the chosen answer, or "-" for none.
    With `at_once`, each answer is marked when it is given; otherwise all of them at the end.
    `on_answers` is called with `answers` when they change, and `on_again` when the learner wants
    other questions.
    """

    def report() -> None:
        """Keep the answers; those to other questions may come once these are asked."""
        match component_value(key, "answers"):
            case [to, str(given)] if to == name and len(given) <= SIZE:
                if set(given) <= {*"0123", OPEN}:
                    on_answers(given if given.strip(OPEN) else "")

    data = {
        "name": name,
        "questions": questions,
        "in_room": in_room,
        "answers": answers,
        "at_once": at_once,
        "present": state.is_shown(PRESENT),
        "about": about_corpus() | {"suited": []},
        "lang": current_language(),
    }
    _component(
        key=key,
        data=data,
        on_answers_change=report,
        on_again_change=on_again,
        on_present_change=lambda: state.show(PRESENT, bool(component_value(key, "present"))),
    )


def draw_quiz(hand: Hand, seed: int, about: str = TRAINING) -> list[dict[str, Any]]:
    """Ten questions, ready for JSON, on the topic that `about` names.

    On a training, most questions come from the words, and some are written by hand. On what a model
    sees, all questions are computed if the words allow that. On common mistakes, each question has
    words of its own.
    """
    random = Random(seed)
    if about == MISTAKES:
        return [_on_mistakes(item, random) for item in draw_items(seed, SIZE)]
    computed, kinds = (SIZE, SEEN_KINDS) if about == SEEN else (SIZE - WRITTEN, KINDS)
    own = draw_questions(hand, seed=seed, size=computed, kinds=kinds)
    language = current_language()
    written = random.sample(written_questions(language), SIZE - len(own))
    # Shuffle some questions' choices, then all questions: the same in every language.
    drawn = [
        *(_generated(q, hand, random, _beliefs(q)) for q in own),
        *(_by_hand(q, random) for q in written),
    ]
    random.shuffle(drawn)
    return drawn


def _on_mistakes(item: Item, random: Random) -> dict[str, Any]:
    """A question on a mistake; behind each wrong choice stands what disproves its mistake."""
    sentences = {each.pair: mistake_behind(item, each) for each in item.believed}
    behind = [sentences[pair] for pair in item.question.wrong if isinstance(pair, Pair)]
    question = _generated(item.question, item.hand, random, behind)
    return {**question, "running": " ".join(item.text)}


def _generated(
    question: Question, hand: Hand, random: Random, beliefs: Sequence[str]
) -> dict[str, Any]:
    """A computed question; `beliefs` say what is behind each wrong choice, or ""."""
    choices = [question.answer, *question.wrong]
    whys, names = ["", *beliefs], ["", *(question.beliefs or [""] * len(question.wrong))]
    if all(isinstance(choice, int | float) for choice in choices):
        order = sorted(range(len(choices)), key=lambda i: choices[i])  # type: ignore[arg-type,return-value]
    else:
        order = random.sample(range(len(choices)), len(choices))
    facts = {**question.facts, "answer": question.answer}
    ask, why = LESSON.sentences("questions")[question.kind]
    words_at, rules = question.words_at, range(1, question.rules + 1)
    return {
        "ask": ask,
        "why": why,
        "facts": {name: value_data(value) for name, value in facts.items()},
        "choices": [_choice(choices[i], whys[i], names[i]) for i in order],
        "right": order.index(0),
        "step": words_at,
        "words": [] if words_at is None else [[list(t), n] for t, n in _words(hand, words_at)],
        "rules": [_rule(hand, step) for step in rules],
    }


def _beliefs(question: Question) -> Sequence[str]:
    """Explain each wrong choice by a belief; "" if the quiz has no text for it."""
    told = LESSON.sentences("beliefs")
    names = question.beliefs or [""] * len(question.wrong)
    return [told[name][0] if name in told else "" for name in names]


def _choice(value: Value, why: str, belief: str) -> dict[str, Any]:
    texts = {"why": why, "belief": belief}
    return {"value": value_data(value)} | {name: text for name, text in texts.items() if text}


def _by_hand(question: WrittenQuestion, random: Random) -> dict[str, Any]:
    order = random.sample(range(len(question.choices)), len(question.choices))
    choices = [question.choices[i] for i in order]
    return {
        "ask": question.ask,
        "why": "",
        "facts": {},
        "choices": [{"value": {"text": text}, "why": why} for text, why in choices],
        "right": order.index(0),
        "step": None,
        "words": [],
        "rules": [],
    }


def _words(hand: Hand, step: int) -> list[tuple[list[Any], int]]:
    return [([plain_token(token) for token in tokens], n) for tokens, n in hand.words(step)]


def _rule(hand: Hand, step: int) -> list[Any]:
    merge = hand.merge(step)
    return [plain_token(token) for token in (merge.left, merge.right, merge.token)]


def practice(seed: int) -> None:
    """Say what the words of this quiz are, and offer to predict the merges of some of them."""
    st.caption(LESSON.prose("words"))
    (item,) = draw_items(seed, 1)
    st.button(_("Predict the merges of such words"), on_click=lambda: predict_on(item))


def predict_on(item: Item) -> None:
    """Go to the walk of these words and let the learner predict."""
    state.use_text(" ".join(item.text), None)
    state.show(PREDICT, True)
    state.leave_for(PREDICTED)


class BankQuestion(NamedTuple):
    """A question, the words that it is about, and its place in the quiz of a seed."""

    question: dict[str, Any]
    hand: Hand
    seed: int
    place: int


@dataclass(frozen=True)
class Bank:
    """The words that questions are made from, how they are trained on, and the topic."""

    corpus: Corpus
    tie_break: str
    special_tokens: Sequence[str] = ()
    about: str = TRAINING

    def title(self, seed: int, source: str) -> str:
        """The name of a file's questions: two tests are told apart by it."""
        name = _("{topic}, seed {seed}", topic=gettext(ABOUT[self.about]), seed=seed)
        # Common mistakes are about words of their own.
        return f"Merge by Merge: {name}" + ("" if self.about == MISTAKES else f" · {source}")

    def hand(self, seed: int) -> Hand:
        """The words that a seed selects; on common mistakes, those of its first question."""
        if self.about == MISTAKES:
            return draw_items(seed, 1)[0].hand
        return Hand.of(
            self.corpus, seed, tie_break=self.tie_break, special_tokens=self.special_tokens
        )

    def questions(self, seed: int, size: int) -> list[BankQuestion]:
        """`size` questions, or as many as there are.

        The first ten are those of the quiz with this seed.
        """
        return list(islice(self._unlike(seed), size))

    def _unlike(self, seed: int) -> Iterator[BankQuestion]:
        seen: set[str] = set()
        last_new = seed
        for each in count(seed):
            if each - last_new > _PATIENCE:
                return
            hand = self.hand(each)
            for place, question in enumerate(draw_quiz(hand, each, self.about), 1):
                if (content := content_of(question)) not in seen:
                    seen.add(content)
                    last_new = each
                    yield BankQuestion(question, hand, each, place)


def content_of(question: dict[str, Any]) -> str:
    """The content that makes a question distinct. The order of its choices does not matter.

    >>> one = {"ask": "?", "choices": [{"value": 1}, {"value": 2}], "right": 0}
    >>> content_of(one) == content_of(one | {"choices": [{"value": 2}, {"value": 1}], "right": 1})
    True
    """
    choices = sorted(json.dumps(choice, sort_keys=True) for choice in question["choices"])
    return json.dumps(question | {"choices": choices, "right": None}, sort_keys=True)
