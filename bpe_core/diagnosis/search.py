"""Search for mistakes that explain a list of merges: single ones first, then pairs.

Pairs of mistakes are tried only if no single one explains the list: a second mistake that changes
nothing explains nothing. Recipes that make the same words share one layout of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from time import monotonic
from typing import Literal

from bpe_core.diagnosis.attempt import (
    Candidate,
    Course,
    Merges,
    Names,
    Outcome,
    attempt,
    choice_of,
    follow,
    reads_words,
    steps_of,
)
from bpe_core.diagnosis.layout import EVENTS, Layout
from bpe_core.diagnosis.layouts import Layouts
from bpe_core.diagnosis.mistakes import (
    BASE_NOT_COUNTED,
    REVERSED,
    STOPPED,
    TOO_FEW,
    TOO_MANY,
    TOO_RARE,
    Mistake,
    Way,
    is_idle,
    needed_event,
    possible_ways,
)
from bpe_core.diagnosis.recipe import STEP_FIELDS, WORD_FIELDS, Recipe
from bpe_core.diagnosis.words import WordMaker

#: Receives how many groups of trainers have been tried, and how many there are.
Progress = Callable[[int, int], None]
#: A word with more units than this is not read again at each merge.
LONGEST_READ_WORD = 20_000
#: The most mistakes that are made at once.
MOST_AT_ONCE = 2

Group = list[Candidate]
#: Why not everything was tried.
Untried = Literal["time", "long-words"]


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    - `explanations`: the names of mistakes that explain the whole list, each alone or two together
    - `closest`: if nothing explains the list, the mistakes that agree with it for the most steps;
      `closest_steps` is how many
    - `untried`: why not everything was tried, if so: time was up, or words were too long
    """

    explanations: list[Names]
    closest: list[Names]
    closest_steps: int
    untried: Untried | None


@dataclass
class Search:
    """Tries recipes with mistakes. `limit` is how many merges were asked for, None for all.

    `base_sizes` is how many tokens a vocabulary has before the first merge, with and without
    special tokens. `deadline` is a time on the clock of `monotonic`.
    """

    maker: WordMaker
    right: Recipe
    merges: Merges
    limit: int | None
    min_frequency: int = 1
    base_sizes: Collection[int] = ()
    deadline: float = float("inf")
    progress: Progress | None = None
    _skipped: bool = False

    def __post_init__(self) -> None:
        self._layouts = Layouts(self.maker, self.right)
        self._same_words: set[tuple[object, ...]] = set()
        self._events: dict[tuple[object, ...], Collection[str]] = {}
        self._courses: dict[tuple[object, ...], Course | None] = {}

    def run(self) -> SearchResult:
        """Try single mistakes, then pairs if no single one explains the list."""
        self._closest: list[Names] = []
        self._closest_steps = 0
        explanations = self._reversed() or self._try_all(self._alone())
        if not explanations:
            explanations = self._try_all(self._in_pairs())
        explanations = _minimal(explanations)
        closest = [] if explanations else self._closest
        untried = None if explanations else self._untried()
        return SearchResult(
            explanations, list(dict.fromkeys(closest)), self._closest_steps, untried
        )

    def _untried(self) -> Untried | None:
        if self._is_over():
            return "time"
        return "long-words" if self._skipped else None

    def _is_over(self) -> bool:
        return monotonic() >= self.deadline

    # What is tried

    def _reversed(self) -> list[Names]:
        """The mistake of writing each pair the wrong way round, if that explains the list."""
        turned = [(right, left) for left, right in self.merges]
        layout = self._layouts.of(self.right)
        if layout is None or turned == list(self.merges):
            return []
        outcome = attempt(layout, [Candidate((), self.right)], turned, self._is_over)
        return self._with_end([(REVERSED.name,)] if outcome.explained else [], outcome)

    def _alone(self) -> list[Group]:
        ways = possible_ways(self.right, self.maker.source)
        single = [self._candidate(way) for way in ways]
        return _grouped([Candidate((), self.right), *self._worth_trying(single)])

    def _candidate(self, *made: tuple[Mistake, Way]) -> Candidate:
        """The trainer that makes these mistakes."""
        fields = {name: value for _, way in made for name, value in way.items()}
        needs = frozenset(event for _, way in made if (event := needed_event(way)))
        names = tuple(mistake.name for mistake, _ in made)
        return Candidate(names, replace(self.right, **fields), needs)

    def _worth_trying(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """The candidates without those that change an order which nothing uses."""
        if is_idle(self.right):
            return list(candidates)
        return [each for each in candidates if not is_idle(each.recipe)]

    def _in_pairs(self) -> list[Group]:
        useful = [
            (mistake, way, self._events_with(way), needed_event(way))
            for mistake, way in possible_ways(self.right, self.maker.source)
            if self._is_useful(way)
        ]
        pairs = [
            self._candidate((one, way), (other, other_way))
            for (one, way, events, need), (other, other_way, other_events, other_need) in (
                combinations(useful, 2)
            )
            if one.name != other.name
            and not way.keys() & other_way.keys()
            # Each makes a difference before the other alone leaves the list.
            and (other_need is None or other_need in events)
            and (need is None or need in other_events)
        ]
        groups = _grouped(self._worth_trying(pairs))
        return sorted(groups, key=lambda group: self._new_words(group[0].recipe))

    def _is_useful(self, way: Way) -> bool:
        """Whether a mistake that should change the words really does."""
        return replace(self.right, **way).part(WORD_FIELDS) not in self._same_words

    def _events_with(self, way: Way) -> Collection[str]:
        """What has happened when a trainer with this mistake leaves the list."""
        key = replace(self.right, **way).part(WORD_FIELDS + STEP_FIELDS)
        return self._events.get(key, EVENTS)

    def _new_words(self, recipe: Recipe) -> int:
        """How many decisions about words differ; recipes that need no new words are tried first."""
        return sum(getattr(recipe, n) != getattr(self.right, n) for n in WORD_FIELDS)

    # Trying

    def _try_all(self, groups: list[Group]) -> list[Names]:
        found: list[Names] = []
        for done, group in enumerate(groups):
            if self._is_over():
                break
            if self.progress is not None:
                self.progress(done, len(groups))
            found += self._try(group)
        return found

    def _try(self, group: Group) -> list[Names]:
        recipe = group[0].recipe
        words = self._layouts.key_of(recipe)
        if words is None or self._has_same_words(recipe):
            return []
        taken = (*words, *steps_of(recipe), *{choice_of(each.recipe): None for each in group})
        if taken not in self._courses:
            self._courses[taken] = self._course(group)
        course = self._courses[taken]
        if course is None:
            return []
        outcome = course.outcome(group)
        self._events[recipe.part(WORD_FIELDS + STEP_FIELDS)] = outcome.events
        self._note_closest(outcome)
        return self._with_end([each.names for each in outcome.explained], outcome)

    def _course(self, group: Group) -> Course | None:
        """How far the trainers of a group follow the list; None if that is not tried."""
        recipe = group[0].recipe
        layout = self._layouts.of(recipe)
        if layout is None or (recipe.counting == "once-per-word" and _is_one_word(layout)):
            return None  # if the text is one word, such a trainer counts nothing
        if reads_words(recipe) and layout.longest_word > LONGEST_READ_WORD:
            self._skipped = True
            return None
        return follow(layout, [each.recipe for each in group], self.merges, self._is_over)

    def _has_same_words(self, recipe: Recipe) -> bool:
        """Whether a way of making words gives the same words as the settings do."""
        words = recipe.part(WORD_FIELDS)
        is_same = words != self.right.part(WORD_FIELDS) and self._layouts.is_right(recipe)
        if is_same:
            self._same_words.add(words)
        return is_same

    def _note_closest(self, outcome: Outcome) -> None:
        names = [each.names for each in outcome.best if each.names]
        if outcome.steps > self._closest_steps:
            self._closest, self._closest_steps = names, outcome.steps
        elif outcome.steps == self._closest_steps:
            self._closest += names

    def _with_end(self, explained: list[Names], outcome: Outcome) -> list[Names]:
        """The names, with those of mistakes about which merges the list may have at its end."""
        ends = self._ends(outcome)
        names = [(*names, *end) for names in explained for end in ends]
        return [each for each in names if 0 < len(each) <= MOST_AT_ONCE]

    def _ends(self, outcome: Outcome) -> list[Names]:
        """The mistakes that explain where the list ends; the empty ones if it ends rightly."""
        has_rare = bool(self.merges) and outcome.lowest < self.min_frequency
        rare, least = ((TOO_RARE.name,), 1) if has_rare else ((), self.min_frequency)
        return [(*rare, *end) for end in self._lengths(outcome.level, least)]

    def _lengths(self, level: int, least: int) -> list[Names]:
        """The mistakes about the list's length, if pairs that occur `least` times are merged."""
        size = len(self.merges)
        if self.limit is not None and size > self.limit:
            names: list[Names] = [(TOO_MANY.name,)]
            is_base = size - self.limit in self.base_sizes
            return [(BASE_NOT_COUNTED.name,), *names] if is_base else names
        if size == self.limit or level < least:
            return [()]
        ends: list[Names] = [(STOPPED.name,)] if level == 1 else []
        return ends if ends and size + 1 != self.limit else [*ends, (TOO_FEW.name,)]


def _is_one_word(layout: Layout) -> bool:
    return len(layout.words.counts) == 1


def _minimal(explanations: Sequence[Names]) -> list[Names]:
    """Each explanation once, without those that still explain the list with a part left out.

    >>> _minimal([("a",), ("a", "b"), ("c", "b"), ("a",)])
    [('a',), ('c', 'b')]
    """
    sets = set(map(frozenset, explanations))
    kept = (names for names in explanations if not any(other < {*names} for other in sets))
    return list(dict.fromkeys(kept))


def _grouped(candidates: Sequence[Candidate]) -> list[Group]:
    """Group the candidates that differ only in their choice among ties."""
    groups: dict[tuple[object, ...], Group] = {}
    for each in candidates:
        groups.setdefault(each.recipe.part(WORD_FIELDS + STEP_FIELDS), []).append(each)
    return list(groups.values())
