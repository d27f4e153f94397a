"""A worksheet: some merges to do by hand, then words to encode, and every answer.

The same seed gives the same sheet. Questions and answers are in the same record, so the answer
sheet always matches the question sheet.

Also a grid for dice: after each token, which numbers of a die mean which next token. It is the
bigram model of some words, on paper: who rolls the dice again and again writes words as the model
does. Two ten-sided dice show a number from 1 to 100.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from bpe_core import Token
from bpe_core.experiments.bigram_model import BORDER, BigramModel
from classroom.distinguishing import FAMILIES, Item, draw_item
from classroom.hand import Hand
from classroom.values import Pair
from classroom.vocabulary_questions import believed_ways, new_words

Row = tuple[tuple[Token, ...], int]

MOST_PAIRS = 4
MOST_NEW_WORDS = 2


@dataclass(frozen=True)
class HandStep:
    """One merge by hand: the most frequent pairs before it, and the words after it.

    - `pairs`: at most `MOST_PAIRS`, with counts, the merged one first; `tied`: how many share the
      highest count
    - `token`: the token it makes; `words`: each word's tokens and its count; `token_total`: tokens
      in the whole corpus
    """

    pairs: list[tuple[Pair, int]]
    tied: int
    token: Token
    words: list[Row]
    token_total: int


@dataclass(frozen=True)
class Worksheet:
    """The content of a sheet. `new_words` are the words to encode, and their tokens.

    `item` says which pairs mistakes lead to, if the words were made to reveal them.
    """

    words: list[Row]
    steps: list[HandStep]
    new_words: list[tuple[str, tuple[Token, ...]]]
    tie_break: str
    item: Item | None = None


def make_worksheet(hand: Hand, *, seed: int, merges: int) -> Worksheet:
    """A sheet with `merges` merges, or fewer if there are not that many.

    >>> from bpe_core import Corpus
    >>> hand = Hand.of(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12}), seed=1)
    >>> sheet = make_worksheet(hand, seed=1, merges=2)
    >>> [(step.pairs[0], step.token, step.token_total) for step in sheet.steps]
    [((Pair(left='p', right='u'), 17), 'pu', 64), ((Pair(left='pu', right='n'), 12), 'pun', 52)]
    >>> sheet.new_words
    [('puun', ('pu', 'u', 'n')), ('puug', ('pu', 'u', 'g'))]
    """
    last = min(merges, hand.last)
    return Worksheet(
        words=hand.words(0),
        steps=[_step(hand, k) for k in range(1, last + 1)],
        new_words=_new_words(hand, Random(seed), last),
        tie_break=hand.trace.tie_break,
    )


def make_revealing_worksheet(*, seed: int, merges: int) -> Worksheet:
    """The same with words made so that common mistakes lead to other pairs (`distinguishing`).

    >>> sheet = make_revealing_worksheet(seed=1, merges=2)
    >>> pairs = {sheet.item.answer, *(each.pair for each in sheet.item.believed)}
    >>> sheet.steps[sheet.item.step - 1].pairs[0][0] == sheet.item.answer, len(pairs)
    (True, 4)
    """
    item = draw_item(list(FAMILIES)[seed % len(FAMILIES)], seed)
    hand = Hand.of(item.hand.corpus, seed)
    sheet = make_worksheet(hand, seed=seed, merges=merges)
    return replace(sheet, item=item if item.step <= len(sheet.steps) else None)


def _step(hand: Hand, step: int) -> HandStep:
    before = hand.trace.state_at(step - 1)
    return HandStep(
        pairs=hand.pairs(step - 1)[:MOST_PAIRS],
        tied=len(before.ties),
        token=hand.merge(step).token,
        words=hand.words(step),
        token_total=hand.trace.state_at(step).token_count,
    )


def _new_words(hand: Hand, random: Random, step: int) -> list[tuple[str, tuple[Token, ...]]]:
    """Words that are not in the corpus.

    Words that tell right encoding from wrong beliefs about it come first. Among these, words with
    the most possible merges come first.
    """
    words = new_words(hand)
    some = random.sample(words, min(40, len(words)))
    encoded = [(word, hand.encode(word, step)) for word in some]

    def rank(row: tuple[str, tuple[Token, ...]]) -> tuple[int, int]:
        word, tokens = row
        ways = {tokens, *(other for _, other in believed_ways(hand, word, step))}
        return -len(ways), len(tokens) - len(hand.spell(word))

    encoded.sort(key=rank)
    return encoded[:MOST_NEW_WORDS]


#: The numbers that the dice can show.
SIDES = 100


@dataclass(frozen=True)
class DiceRange:
    """The numbers from `first` to `last` mean this token, or the end of the word if it is None.

    It came `count` times. One that is too rare for a number of its own has none: `first` > `last`.
    """

    token: Token | None
    count: int
    first: int
    last: int


@dataclass(frozen=True)
class DiceRow:
    """The tokens that may come after a token, or at the beginning of a word if it is None."""

    before: Token | None
    ranges: list[DiceRange]


def dice_grid(words: Iterable[Row]) -> list[DiceRow]:
    """The rows of the grid: the beginning of a word, and then each token, as they are met.

    >>> rows = dice_grid([(("h", "ug"), 10), (("p", "ug"), 5), (("h", "ug", "s"), 5)])
    >>> [(each.token, each.first, each.last) for each in rows[0].ranges]
    [('h', 1, 75), ('p', 76, 100)]
    >>> rows[2].before, [(each.token, each.first, each.last) for each in rows[2].ranges]
    ('ug', [(None, 1, 75), ('s', 76, 100)])
    """
    grid = []
    for before, row in BigramModel(words).rows.items():
        counted, ranges = 0, []
        for token, count in row.items():
            first = round(SIDES * counted / row.total()) + 1
            counted += count
            last = round(SIDES * counted / row.total())
            ranges.append(DiceRange(_token(token), count, first, last))
        grid.append(DiceRow(_token(before), ranges))
    return grid


def _token(token: object) -> Token | None:
    assert token is BORDER or isinstance(token, str | bytes)
    return token
