"""Make questions, a quiz and a worksheet from a training. Depends only on the core.

Nothing here is in a human language: a question consists of a name, the values that fill its
sentence, and the answers. The pages put it into words.

>>> from bpe_core import Corpus
>>> hand = Hand.of(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), 1)
>>> [question.kind for question in draw_questions(hand, seed=1, size=2)]
['tie_winner', 'token_frequency']
"""

from classroom.distinguishing import (
    FAMILIES,
    Believed,
    Item,
    draw_item,
    draw_items,
    parallel_seed,
)
from classroom.hand import Hand
from classroom.quiz import KINDS, SEEN_KINDS, draw_questions
from classroom.values import Pair, Question, Sum, Tokens

__all__ = [
    "FAMILIES",
    "KINDS",
    "SEEN_KINDS",
    "Believed",
    "Hand",
    "Item",
    "Pair",
    "Question",
    "Sum",
    "Tokens",
    "draw_item",
    "draw_items",
    "draw_questions",
    "parallel_seed",
]
