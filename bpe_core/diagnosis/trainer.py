"""A trainer that can be given any one mistake, following merges instead of choosing them.

A word is a string with one character a token, so a pair is a string of two characters, and merging
it is `new.join(word.split(pair))`. A `Recipe` holds the lines of this trainer that people get
wrong; each mistake replaces one or two of them. Following somebody's merges and asking whether each
pair had the highest count, and which pairs tied with it, tests every tie rule at once; a wrong
recipe is ruled out at the first step that it cannot explain. Unlike `train_bpe`, this keeps what a
trainer believes, even where that is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from bpe_core.diagnosis.layout import EVENTS, Layout, Ranking, rank_scores
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.words import Merge

NOWHERE = 1 << 62


def pairs_of(word: str) -> list[str]:
    """The pairs of a word from left to right.

    >>> pairs_of("aab")
    ['aa', 'ab']
    """
    return [word[i : i + 2] for i in range(len(word) - 1)]


class Trainer:
    """A corpus in the middle of training, as a recipe has it.

    `words` are as they are now, and `texts` holds the text of each token. `met` says when each pair
    entered the table of counts, and `order` when each word is read.
    """

    def __init__(self, layout: Layout, recipe: Recipe) -> None:
        self.layout, self.recipe = layout, recipe
        self.words = list(layout.words.spelled)
        self.order = list(range(len(self.words)))
        self.texts = list(layout.words.base)
        self._ids = layout.ids.copy()
        by_count = layout.by_count if recipe.counting == "definition" else None
        self.ranking = Ranking(layout.counts(recipe.counting).copy(), by_count)
        self.met = layout.met.copy()
        self._clock = len(self.met)
        if recipe.reads_words:
            self._counts = layout.counts(recipe.counting.replace("score", "definition")).copy()
        self._made_in: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._merges_all = recipe.merging.split in (str.split, str.rsplit)
        self._is_right = recipe.lowered == recipe.raised == "right" and recipe.update_frequencies
        self._weights = layout.words.counts
        if not recipe.update_frequencies and not recipe.reads_words:
            self._weights = [1] * len(self._weights)
        self.events = set(EVENTS if recipe.reads_words else layout.events)

    @property
    def places_are_fixed(self) -> bool:
        """Whether a pair keeps its first and last place for as long as it keeps its count."""
        recipe = self.recipe
        is_plain = recipe.counting == "definition" and not recipe.reads_words
        return is_plain and self._merges_all

    def find(self, merge: Merge) -> str | None:
        """The pair of a merge; None if one of its texts is not a token now."""
        return self.layout.find(merge, self._ids)

    def text_of(self, pair: str) -> tuple[bytes, bytes]:
        """The texts of a pair's tokens."""
        return self.texts[ord(pair[0])], self.texts[ord(pair[1])]

    def token_of(self, text: bytes) -> str:
        """The token with a text, a new one if necessary: equal texts are one token."""
        token = self._ids.setdefault(text, chr(len(self.texts)))
        if ord(token) == len(self.texts):
            self.texts.append(text)
        return token

    def words_with(self, pair: str) -> list[int]:
        """The words with the pair, in reading order."""
        numbers = {*self.layout.words_with(pair), *self._made_in.get(pair, ())}
        return sorted((i for i in numbers if pair in self.words[i]), key=self.order.__getitem__)

    def first_place(self, pair: str) -> tuple[int, int]:
        """Where the pair first occurs: a word's turn, and a place in that word."""
        if numbers := self._found(pair):
            return self.order[numbers[0]], self.words[numbers[0]].find(pair)
        return NOWHERE, self.met[pair]

    def last_place(self, pair: str) -> tuple[int, int]:
        """Where the pair last occurs."""
        if numbers := self._found(pair):
            return self.order[numbers[-1]], self.words[numbers[-1]].rfind(pair)
        return -1, self.met[pair]

    def _found(self, pair: str) -> list[int]:
        """The words with a pair, if the trainer looks at them again, and does not just update."""
        return self.words_with(pair) if self._is_right or self.recipe.reads_words else []

    def merge(self, pair: str) -> None:
        """Make the next merge, and count as the recipe does."""
        new = self.token_of(b"".join(self.text_of(pair)))
        if self.recipe.reads_words:
            self._read_again(pair, new)
        else:
            self._update(pair, new)
        self.ranking.settle()

    def _tick(self) -> int:
        self._clock += 1
        return self._clock - 1

    # Counts that are updated around each merged place, so that long words take no longer

    def _update(self, pair: str, new: str) -> None:
        recipe = self.recipe
        true: dict[str, int] = {pair: 0}
        lowered: dict[str, int] = {}
        raised: dict[str, int] = {}
        for number in self.words_with(pair):
            word, weight = self.words[number], self._weights[number]
            parts = recipe.merging.split(word, pair)
            self._note(word, pair, parts)
            self.words[number] = new.join(parts)
            true[pair] -= (len(parts) - 1) * weight
            for made, change in _changes(parts, pair, new):
                true[made] = true.get(made, 0) + change * weight
                if change > 0:
                    self._made_in[made][number] = None
            if not self._is_right:
                for lost in _believed(parts, pair, pair, new, recipe.lowered):
                    lowered[lost] = lowered.get(lost, 0) - weight
                for made in _believed(parts, pair, new + new, new, recipe.raised):
                    raised[made] = raised.get(made, 0) + weight
        if not self._is_right:
            true = self._believe(true, pair, lowered, raised)
        self._apply(true)

    def _note(self, word: str, pair: str, parts: list[str]) -> None:
        """Note what has happened."""
        events = self.events
        events.add("merged")
        if "repeated" not in events and word.find(pair, word.find(pair) + 1) >= 0:
            events.update(("repeated", "doubled"))
        if "" in parts[1:-1]:
            events.update(("adjoined", "tripled"))
        if self._merges_all and pair[0] == pair[1] and pair + pair[1] in word:
            events.add("overlapped")

    def _believe(
        self, true: dict[str, int], pair: str, lowered: dict[str, int], raised: dict[str, int]
    ) -> dict[str, int]:
        """The changes that a wrong update makes, where some of them may be right."""
        if self.recipe.lowered == "right":
            lowered = {key: change for key, change in true.items() if change < 0}
        if self.recipe.raised == "right":
            raised = {key: change for key, change in true.items() if change > 0}
        for key, change in raised.items():
            lowered[key] = lowered.get(key, 0) + change
        lowered.pop(pair, None)
        if not self.recipe.keeps_chosen:
            self.ranking.change(pair, 0)
        return lowered

    def _apply(self, changes: Mapping[str, int]) -> None:
        counts, as_merged = self.ranking.counts, self.recipe.counting == "as-merged"
        for pair, change in changes.items():
            if pair not in self.met:
                self.met[pair] = self._tick()
            count = counts.get(pair, 0) + change
            if as_merged and pair[0] == pair[1]:
                numbers = self.words_with(pair)
                count = sum(self._weights[i] * self.words[i].count(pair) for i in numbers)
            is_forgotten = self.recipe.forgets and change < 0
            self.ranking.change(pair, count, is_forgotten=is_forgotten)

    # Counts of words that are read again

    def _read_again(self, pair: str, new: str) -> None:
        recipe = self.recipe
        split, rewrite, affects = recipe.merging
        changed: dict[str, None] = {pair: None}
        pushed: set[str] = set()
        for number in (affects or Trainer.words_with)(self, pair):
            old = self.words[number]
            word = rewrite(self, old, pair, new) if rewrite else new.join(split(old, pair))
            if word == old:
                continue
            lost, made = self._pairs(old), self._pairs(word)
            self._count(number, lost, -1)
            self.words[number] = word
            self._count(number, made, 1)
            changed |= dict.fromkeys((*lost, *made))
            pushed.update(made)
            if recipe.table == "words-reinserted":
                self.order[number] = len(self.words) + self._tick()
        if recipe.counting == "score":
            self.ranking = Ranking(rank_scores(self._counts, self.words, self._weights))
            return
        for each in changed:
            if recipe.forgets and each in pushed:  # put in again, even with the count that it had
                self.ranking.change(each, 0)
            is_forgotten = recipe.forgets and each not in pushed
            self.ranking.change(each, self._counts.get(each, 0), is_forgotten=is_forgotten)

    def _pairs(self, word: str) -> Collection[str]:
        pairs = pairs_of(word)
        if self.recipe.counting == "once-per-word":
            return dict.fromkeys(pairs)
        if self.recipe.counting == "as-merged":
            return [pair for pair in dict.fromkeys(pairs) for _ in range(word.count(pair))]
        return pairs

    def _count(self, number: int, pairs: Iterable[str], sign: int) -> None:
        """Put a word's pairs into the table, or take them out of it."""
        counts, change = self._counts, self._weights[number] * sign
        for pair in pairs:
            count = counts.get(pair, 0) + change
            if pair not in counts:
                self.met[pair] = self._tick()
            counts[pair] = count
            if not count:
                del counts[pair]
            elif sign > 0:
                self._made_in[pair][number] = None


def _changes(parts: list[str], pair: str, new: str) -> Iterator[tuple[str, int]]:
    """How the counts around each merged place change in a word that is joined by `new`.

    >>> list(_changes(["a", "", "b"], "xy", "z"))
    [('ax', -1), ('az', 1), ('yx', -1), ('zx', 1), ('zx', -1), ('zz', 1), ('yb', -1), ('zb', 1)]
    """
    left, right = pair[0], pair[1]
    last = len(parts) - 1
    for i, part in enumerate(parts):
        if i and part:
            yield right + part[0], -1
            yield new + part[0], 1
        if part and i < last:
            yield part[-1] + left, -1
            yield part[-1] + new, 1
        if not part and 0 < i < last:  # two merged pairs adjoin: one is merged before the other
            yield right + left, -1
            yield new + left, 1
            yield new + left, -1
            yield new + new, 1


def _believed(parts: list[str], pair: str, ends: str, new: str, source: str) -> Iterator[str]:
    """The pairs of `ends` with their neighbours, as a trainer looks the neighbours up.

    >>> [list(_believed(["a", "", ""], "xy", "xy", "z", by)) for by in ("old", "none-new")]
    [['ax', 'yx', 'yx'], ['yz']]
    """
    left, right = source.split("-") if "-" in source else (source, source)
    before = {"old": pair[1], "new": new}.get(left)
    after = {"old": pair[0], "new": new}.get(right)
    last = len(parts) - 2
    for i in range(last + 1) if before or after else ():
        if before and (token := parts[i][-1:] or (before if i else "")):
            yield token + ends[0]
        if after and (token := parts[i + 1][:1] or (after if i < last else "")):
            yield ends[1] + token
