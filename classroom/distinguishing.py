"""Questions that reveal a learner's beliefs: which pair is merged next, in specially made words.

On randomly drawn words, wrong beliefs mostly lead to the right answer, and score (Karavirta,
Korhonen, Malmi, 2006, on trace exercises for algorithms). So suitable words are searched for: they
are changed bit by bit until the right answer and each belief's answer are all different, and none
of them is a tie. Unlike in `quiz`, whose questions are about the learner's own words, a wrong
answer here identifies its belief with certainty among those that the item tells apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import cycle, islice
from random import Random

from bpe_core import Corpus, train_bpe
from classroom.beliefs import NUMBERS, Row, Sight, Two, clear_winner, count_pairs, merge_from_left
from classroom.hand import Hand
from classroom.values import Pair, Question

#: For each family of items, the step that they ask about and the beliefs that they tell apart.
FAMILIES: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "counting": (1, ("words-once", "pairs-across-words", "either-order")),
    "overlaps": (1, ("words-once", "pair-once-per-word", "overlaps-as-merged")),
    "renewing": (2, ("words-once", "counts-not-renewed", "longest-token")),
}
LETTERS = "aeioulnrst"
MOST_LETTERS, WORDS = 5, 5
SHORTEST, LONGEST, MOST_TIMES = 2, 6, 6
#: Changes to some words before others are drawn.
PATIENCE = 300
#: A set of items is taken from this many of each family: the search for one takes up to 0.2 s.
POOL = 40


@dataclass(frozen=True)
class Believed:
    """A belief's answer: its pair, the number that it is based on, and how often the pair occurs.

    The step refutes the belief: it merges the right pair, which occurs more often.
    """

    belief: str
    pair: Pair
    number: int
    count: int


@dataclass(frozen=True)
class Item:
    """A question in which every wrong answer represents a belief.

    - `hand`: the words, and BPE trained on them; `text`: the words in running order
    - `step`: which pair will this step merge? It is also the step that refutes the beliefs
    - `answer`, `count`: the right pair and how often it occurs; `believed`: the other answers
    """

    family: str
    hand: Hand
    text: tuple[str, ...]
    step: int
    answer: Pair
    count: int
    believed: tuple[Believed, ...]

    @property
    def question(self) -> Question:
        """The item as a quiz question."""
        wrong = {each.pair: each.belief for each in self.believed}
        return replace(self.hand.next_merge(self.step, wrong), kind="next_merge")


def draw_items(seed: int, size: int) -> list[Item]:
    """Draw different items, of one family after another; at most `POOL` of each family.

    >>> [item.family for item in draw_items(seed=1, size=4)]
    ['counting', 'overlaps', 'renewing', 'counting']
    """
    return [draw_item(family, number) for family, number in _numbers(seed, size)]


def _numbers(seed: int, size: int) -> list[tuple[str, int]]:
    """The family of each item that is drawn, and its number within the family."""
    random = Random(seed)
    numbers = {family: random.sample(range(1, POOL + 1), POOL) for family in FAMILIES}
    return [(family, numbers[family].pop()) for family in islice(cycle(FAMILIES), size)]


def parallel_seed(seed: int, size: int, last: int) -> int:
    """The next seed that draws items on the same beliefs, and none that `seed` draws.

    1 follows the `last` seed.

    >>> parallel_seed(1, size=10, last=99), parallel_seed(99, size=10, last=99)
    (3, 1)
    """
    asked = {*_numbers(seed, size)}
    others = (each % last + 1 for each in range(seed, seed + last - 1))
    return next(other for other in others if asked.isdisjoint(_numbers(other, size)))


@lru_cache(maxsize=256)
def draw_item(family: str, seed: int) -> Item:
    """Draw an item of a family. The same seed gives the same item.

    >>> item = draw_item("counting", seed=1)
    >>> len({item.answer, *(each.pair for each in item.believed)})
    4
    """
    random = Random(f"{family} {seed}")
    while True:
        draft = _Draft.drawn(random, family)
        distinguished = draft.count_distinguished()
        for _ in range(PATIENCE):
            if distinguished == 1 + len(FAMILIES[family][1]):
                return draft.finished()
            other = draft.changed(random)
            if (better := other.count_distinguished()) >= distinguished:
                draft, distinguished = other, better


@dataclass(frozen=True)
class _Draft:
    """Words with counts that may become an item, and their order in a text."""

    family: str
    counts: Mapping[str, int]
    letters: str
    order: int

    @classmethod
    def drawn(cls, random: Random, family: str) -> "_Draft":
        letters = "".join(random.sample(LETTERS, MOST_LETTERS))
        counts: dict[str, int] = {}
        while len(counts) < WORDS:
            word = "".join(random.choices(letters, k=random.randint(SHORTEST, LONGEST - 1)))
            counts[word] = random.randint(1, MOST_TIMES)
        return cls(family, counts, letters, random.getrandbits(32))

    def changed(self, random: Random) -> "_Draft":
        """A copy that differs in one letter, one count, one word's length, or the order."""
        word = random.choice(list(self.counts))
        kind = random.randrange(4)
        if kind == 0:
            return replace(self, order=random.getrandbits(32))
        if kind == 1:
            return replace(self, counts={**self.counts, word: random.randint(1, MOST_TIMES)})
        place, letter = random.randrange(len(word)), random.choice(self.letters)
        longer = kind == 2 and len(word) < LONGEST
        other = word[:place] + letter + word[place + (not longer) :]
        counts = {other if each == word else each: n for each, n in self.counts.items()}
        return replace(self, counts=counts) if len(counts) == len(self.counts) else self

    @cached_property
    def text(self) -> tuple[str, ...]:
        """The running text."""
        words = [word for word, times in self.counts.items() for _ in range(times)]
        return tuple(words[place] for place in _shuffled(self.order, len(words)))

    def _in_order(self) -> dict[str, int]:
        """The words and counts, in the order of first occurrence in the text."""
        return {word: self.counts[word] for word in dict.fromkeys(self.text)}

    def _sight(self) -> Sight | None:
        """See the state before the step in question; None if an earlier merge is a tie."""
        rows: list[Row] = [(tuple(word), times) for word, times in self._in_order().items()]
        words: list[Row] = rows
        merged: list[Two] = []
        for _ in range(FAMILIES[self.family][0] - 1):
            winner = clear_winner(count_pairs(words))
            if winner is None:
                return None
            merged.append(winner[0])
            words = [(merge_from_left(tokens, Pair(*winner[0])), n) for tokens, n in words]
        return Sight(words, rows, merged, [tuple(word) for word in self.text])

    def _winners(self) -> dict[str, tuple[Two, int]]:
        """The right pair, under "", and each belief's, with their numbers; nothing in a tie."""
        sight = self._sight()
        right = sight and clear_winner(count_pairs(sight.words))
        if not sight or not right:
            return {}
        found = {name: clear_winner(NUMBERS[name](sight)) for name in FAMILIES[self.family][1]}
        return {"": right} | {name: winner for name, winner in found.items() if winner}

    def count_distinguished(self) -> int:
        """How many different answers there are; 0 if the right one is a tie."""
        return len({pair for pair, _ in self._winners().values()})

    def finished(self) -> Item:
        """The item, once all answers differ."""
        step = FAMILIES[self.family][0]
        hand = Hand(train_bpe(Corpus.from_counts(self._in_order()), num_merges=step))
        counts = dict(hand.pairs(step - 1))
        winners = self._winners()
        answer, count = winners.pop("")
        believed = [
            Believed(name, Pair(*pair), number, counts.get(Pair(*pair), 0))
            for name, (pair, number) in winners.items()
        ]
        return Item(self.family, hand, self.text, step, Pair(*answer), count, tuple(believed))


@lru_cache(maxsize=256)  # most changes to a draft leave its order as it is
def _shuffled(order: int, size: int) -> tuple[int, ...]:
    """The places of a text's words, in the order with this number."""
    places = list(range(size))
    Random(order).shuffle(places)
    return tuple(places)
