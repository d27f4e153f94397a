"""A question bank: the questions of one seed after another, without repeats."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, NamedTuple

from bpe_core import Corpus
from classroom import Hand, draw_items
from pages.lessons.quiz import ABOUT, MISTAKES, TRAINING
from pages.lessons.quiz.rounds import draw_quiz
from pages.session.language import _, format_number, gettext

#: Stop after this many seeds in a row without a new question: five words give only a few.
_PATIENCE = 20


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
        name = _("{topic}, seed {seed}").format(
            topic=gettext(ABOUT[self.about]), seed=format_number(seed)
        )
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
