"""A question bank: the questions of one seed after another, without repeats."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from bpe_core import Corpus
from classroom import Hand, draw_items
from pages.lessons.quiz import MISTAKES, TRAINING
from pages.lessons.quiz.rounds import draw_quiz

#: Stop after this many seeds in a row without a new question: five words give only a few.
_PATIENCE = 20


@dataclass(frozen=True)
class Bank:
    """The words that questions are made from, how they are trained on, and the topic."""

    corpus: Corpus
    tie_break: str
    special_tokens: Sequence[str] = ()
    about: str = TRAINING

    def hand(self, seed: int) -> Hand:
        """The words that a seed selects; on common mistakes, those of its first question."""
        if self.about == MISTAKES:
            return draw_items(seed, 1)[0].hand
        return Hand.of(
            self.corpus, seed, tie_break=self.tie_break, special_tokens=self.special_tokens
        )

    def questions(self, seed: int, size: int) -> list[tuple[dict[str, Any], Hand]]:
        """`size` questions, or as many as there are, each with the words that it is about.

        The first ten are those of the quiz with this seed.
        """
        return list(islice(self._unlike(seed), size))

    def _unlike(self, seed: int) -> Iterator[tuple[dict[str, Any], Hand]]:
        seen: set[str] = set()
        last_new = seed
        for each in count(seed):
            if each - last_new > _PATIENCE:
                return
            hand = self.hand(each)
            for question in draw_quiz(hand, each, self.about):
                if (content := content_of(question)) not in seen:
                    seen.add(content)
                    last_new = each
                    yield question, hand


def content_of(question: dict[str, Any]) -> str:
    """The content that makes a question distinct. The order of its choices does not matter.

    >>> one = {"ask": "?", "choices": [{"value": 1}, {"value": 2}], "right": 0}
    >>> content_of(one) == content_of(one | {"choices": [{"value": 2}, {"value": 1}], "right": 1})
    True
    """
    choices = sorted(json.dumps(choice, sort_keys=True) for choice in question["choices"])
    return json.dumps(question | {"choices": choices, "right": None}, sort_keys=True)
