"""Following merges word by word, for trainers that count or merge in their own way.

Words that a merge touches are read again: their pairs are taken out of the table, and the pairs of
the merged word are put in. Unlike `PlaceFollower`, this supports any way of counting a word's pairs
and of merging in it, and its time grows with the length of the words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from bpe_core.diagnosis.follower import Follower, split_pair
from bpe_core.diagnosis.layout import EVENTS, Layout
from bpe_core.diagnosis.ranking import Ranking
from bpe_core.diagnosis.recipe import Recipe

NOWHERE = 1 << 62
#: The fields of a recipe that this follower goes by. A word that is read again is counted again, so
#: no count is updated, rightly or wrongly.
READ_FIELDS = ("counting", "merging", "table")
#: Separates tokens where text is replaced: this byte never occurs in UTF-8.
SEPARATOR = b"\xff"


def pairs_of(word: list[int]) -> list[int]:
    """The pairs of a word from left to right.

    >>> [divmod(pair, 1 << 32) for pair in pairs_of([1, 1, 2])]
    [(1, 1), (1, 2)]
    """
    return [left << 32 | right for left, right in pairwise(word)]


def merge_keeping_right_part(word: list[int], pair: int, new: int) -> list[int]:
    """A merge that continues with the right part of the pair it has just merged.

    >>> merge_keeping_right_part([1, 2, 3], 1 << 32 | 2, 4)
    [4, 2, 3]
    """
    pairs = pairs_of(word)
    return [new if i < len(pairs) and pairs[i] == pair else word[i] for i in range(len(word))]


def merge_losing_last(word: list[int], pair: int, new: int) -> list[int]:
    """A merge whose loop ends before the last token.

    >>> merge_losing_last([1, 2, 3], 1 << 32 | 2, 4), merge_losing_last([3, 1, 2], 1 << 32 | 2, 4)
    ([4], [3, 4])
    """
    merged, i = [], 0
    while i < len(word) - 1:
        is_pair = word[i] << 32 | word[i + 1] == pair
        merged.append(new if is_pair else word[i])
        i += 2 if is_pair else 1
    return merged


class WordFollower(Follower):
    """Follows word by word. `order` says when each word is read: one put in again is read last."""

    def __init__(self, layout: Layout, recipe: Recipe) -> None:
        super().__init__(layout.words)
        self._layout = layout
        self.events = set(EVENTS)
        self._moves_words = recipe.table == "words-reinserted"
        self._merging = recipe.merging
        self._counting = recipe.counting
        self._spelled = list(layout.words.spelled)
        self._weights = layout.words.counts.tolist()
        self._order = list(range(len(self._spelled)))
        self._where: dict[int, dict[int, None]] = {}
        self._places_in: dict[int, dict[int, tuple[int, int]]] = {}
        self._ends: defaultdict[tuple[bytes, bytes], set[int]] = defaultdict(set)
        self.met = layout.met.copy()
        self._clock = len(self.met)
        self._counts = self._first_counts()
        for pair in self._counts if self._merging == "text" else ():
            self._note_ends(pair)
        self.ranking = Ranking(self._scored(self._counts))

    def _first_counts(self) -> dict[int, int]:
        layout = self._layout
        is_once = self._counting == "once-per-word"
        return (layout.counts_once_per_word if is_once else layout.counts).copy()

    def _words_with(self, pair: int) -> dict[int, None]:
        """Words in which the pair has occurred."""
        if pair not in self._where:
            self._where[pair] = dict.fromkeys(self._layout.words_with(pair))
        return self._where[pair]

    def _pairs(self, word: list[int]) -> Collection[int]:
        pairs = pairs_of(word)
        return dict.fromkeys(pairs) if self._counting == "once-per-word" else pairs

    def _count(self, number: int, pairs: Iterable[int]) -> None:
        """Put a word's pairs into the table."""
        counts, weight = self._counts, self._weights[number]
        for pair in pairs:
            if pair in counts:
                counts[pair] += weight
            else:
                counts[pair] = weight
                self.met[pair] = self._clock
                self._clock += 1
                self._note_ends(pair)
            self._words_with(pair)[number] = None

    def _uncount(self, number: int, pairs: Iterable[int]) -> None:
        """Take a word's pairs, which must be in the table, out of it."""
        counts, weight = self._counts, self._weights[number]
        for pair in pairs:
            counts[pair] -= weight
            if not counts[pair]:
                del counts[pair]

    def _note_ends(self, pair: int) -> None:
        if self._merging != "text":
            return
        left, right = split_pair(pair)
        self._ends[self.texts[left][-1:], self.texts[right][:1]].add(pair)

    # A merge

    def merge(self, pair: int) -> None:
        new = self.new_token(pair)
        changed: set[int] = {pair}
        for number in self._affected(pair):
            old = self._spelled[number]
            word = self._merged(old, pair, new)
            if word == old:
                continue
            lost, made = self._pairs(old), self._pairs(word)
            self._uncount(number, lost)
            self._spelled[number] = word
            self._places_in.pop(number, None)
            self._count(number, made)
            changed.update(lost, made)
            if self._moves_words:
                self._order[number] = len(self._spelled) + self._clock
                self._clock += 1
        if self._counting == "score":
            opened = self.ranking.opened
            self.ranking = Ranking(self._scored(self._counts))
            self.ranking.opened += opened
            return
        ranking, now = self.ranking, self._counts.get
        before = ranking.counts.get
        for each in changed:
            if now(each, 0) != before(each, 0):
                ranking.change(each, now(each, 0))
        ranking.settle()

    def _affected(self, pair: int) -> list[int]:
        """The words that the merge may change, in reading order."""
        if self._merging == "last-lost":
            return list(range(len(self._spelled)))
        if self._merging != "text":
            return sorted(self._words_with(pair), key=self._order.__getitem__)
        left, right = map(self.texts.__getitem__, split_pair(pair))
        candidates = self._ends[left[-1:], right[:1]]
        hit = [
            other
            for other in candidates
            if self.texts[other >> 32].endswith(left)
            and self.texts[other & 0xFFFFFFFF].startswith(right)
        ]
        return sorted({number for other in hit for number in self._words_with(other)})

    def _merged(self, word: list[int], pair: int, new: int) -> list[int]:
        if self._merging == "right-part-kept":
            return merge_keeping_right_part(word, pair, new)
        if self._merging == "last-lost":
            return merge_losing_last(word, pair, new)
        if self._merging == "text":
            return self._replace(word, pair)
        merged, i = [], 0
        while i < len(word):
            is_pair = i + 1 < len(word) and word[i] << 32 | word[i + 1] == pair
            merged.append(new if is_pair else word[i])
            i += 2 if is_pair else 1
        return merged

    def _replace(self, word: list[int], pair: int) -> list[int]:
        """The word written with gaps, with the gap removed wherever the pair's text occurs."""
        left, right = map(self.texts.__getitem__, split_pair(pair))
        text = SEPARATOR.join(map(self.texts.__getitem__, word))
        replaced = text.replace(left + SEPARATOR + right, left + right)
        return [self.token_of(part) for part in replaced.split(SEPARATOR)]

    # Scores and places

    def _scored(self, counts: Mapping[int, int]) -> Mapping[int, int]:
        """The numbers that rank the pairs: counts, or the position of each score among all."""
        if self._counting != "score":
            return counts
        tokens: defaultdict[int, int] = defaultdict(int)
        for word, weight in zip(self._spelled, self._weights, strict=True):
            for token in word:
                tokens[token] += weight
        scores = {
            pair: count / (tokens[pair >> 32] * tokens[pair & 0xFFFFFFFF])
            for pair, count in counts.items()
            if count
        }
        place = {score: i for i, score in enumerate(sorted(set(scores.values())), start=1)}
        return {pair: place[score] for pair, score in scores.items()}

    def _places(self, number: int) -> dict[int, tuple[int, int]]:
        """Where each pair of a word first and last occurs."""
        if number not in self._places_in:
            pairs = pairs_of(self._spelled[number])
            first = {pair: -i for i, pair in enumerate(reversed(pairs), 1 - len(pairs))}
            self._places_in[number] = {pair: (first[pair], i) for i, pair in enumerate(pairs)}
        return self._places_in[number]

    def _occurrences_of(self, pair: int) -> Iterator[tuple[int, int, int]]:
        """For each word with the pair: its turn, and where the pair first and last occurs in it."""
        for number in self._words_with(pair):
            places = self._places(number)
            if pair in places:
                yield self._order[number], *places[pair]

    def first_place(self, pair: int) -> tuple[int, int]:
        places = ((turn, first) for turn, first, _ in self._occurrences_of(pair))
        return min(places, default=(NOWHERE, self.met[pair]))

    def last_place(self, pair: int) -> tuple[int, int]:
        places = ((turn, last) for turn, _, last in self._occurrences_of(pair))
        return max(places, default=(-1, self.met[pair]))
