"""Search for mistakes that explain a list of merges: single ones first, then pairs.

Pairs of mistakes are tried only if no single one explains the list: a second mistake that changes
nothing explains nothing. Trainers whose words, counts and merges are the same differ only in which
of the tied pairs they take: one `Trainer` follows the merges for all of them, and each is dropped
at the first tie that it would break differently.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from time import thread_time
from typing import Literal

from bpe_core.diagnosis.layout import EVENTS, Layout
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
from bpe_core.diagnosis.recipe import CHOICE_FIELDS, STEP_FIELDS, WORD_FIELDS, Recipe
from bpe_core.diagnosis.ties import Chooser
from bpe_core.diagnosis.trainer import Trainer
from bpe_core.diagnosis.words import Merge, WordMaker
from bpe_core.errors import EmptyCorpusError

Merges = Sequence[Merge]
Names = tuple[str, ...]
#: Receives how many groups of trainers have been tried, and how many there are.
Progress = Callable[[int, int], None]
#: A word with more units than this is not read again at each merge.
LONGEST_READ_WORD = 20_000
#: The most mistakes that are made at once.
MOST_AT_ONCE = 2
#: Steps between two checks of the clock.
STEPS_PER_LOOK = 32
#: This many layouts are kept, besides that of the settings; and more while they have together at
#: most so many units.
KEPT_LAYOUTS, KEPT_UNITS = 8, 400_000
#: Why not everything was tried.
Untried = Literal["time", "long-words"]


@dataclass(frozen=True)
class Candidate:
    """A trainer with the named mistakes, as a recipe.

    `needs` are the events without which a mistake makes no difference and so explains nothing.
    """

    names: Names
    recipe: Recipe
    needs: frozenset[str] = frozenset()


Group = list[Candidate]


@dataclass(frozen=True)
class Course:
    """How far the merges can be followed by trainers that differ only in their choice among ties.

    `choices` are those that agree for the most steps, and `steps` is how many; `is_whole` says
    whether these are all. `events` is what happened on the way, `level` the highest count after
    the last step, and `lowest` the lowest count of a pair that was merged.
    """

    choices: frozenset[tuple[object, ...]]
    steps: int
    events: Collection[str]
    is_whole: bool = False
    level: int = 0
    lowest: int = 0

    def best(self, candidates: Group) -> Group:
        """The candidates that agree for the most steps; if these are all, what explains them."""
        best = [each for each in candidates if each.recipe.part(CHOICE_FIELDS) in self.choices]
        return [each for each in best if each.needs <= {*self.events} or not self.is_whole]


def follow(
    layout: Layout,
    recipes: Sequence[Recipe],
    merges: Merges,
    is_over: Callable[[], bool] = lambda: False,
) -> Course:
    """Follow the merges for recipes that differ only in their choice among ties.

    `is_over` is called now and then; if it returns true, the rest is not tried.

    >>> layout = Layout(WordMaker({"ba": 1, "ab": 1}).make(Recipe()))
    >>> both = [Recipe(tie=tie) for tie in ("first-seen", "lowest-id")]
    >>> follow(layout, both, [(b"a", b"b")]).choices
    frozenset({('lowest-id', 'value')})
    """
    recipe = recipes[0]
    by_choice = {each.part(CHOICE_FIELDS): each for each in recipes}
    first = layout.find(merges[0]) if merges else None
    if merges and first not in layout.most_frequent(recipe.counting):  # quick to say
        is_simple = recipe.counting in ("definition", "as-merged")
        return Course(frozenset(by_choice), 0, layout.events if is_simple else EVENTS)
    trainer = Trainer(layout, recipe)
    choosers = [(choice, Chooser(trainer, each)) for choice, each in by_choice.items()]
    lowest, ranking = 0, trainer.ranking
    for step, merge in enumerate(merges):
        ranking, pair = trainer.ranking, trainer.find(merge)
        agreeing = choosers if pair is not None and pair in ranking.members else []
        if agreeing and len(ranking.members) > 1:
            agreeing = [each for each in choosers if each[1].winner() == pair]
        is_look = step % STEPS_PER_LOOK == STEPS_PER_LOOK - 1
        if pair is None or not agreeing or (is_look and is_over()):
            return Course(frozenset(dict(choosers)), step, trainer.events)
        choosers = agreeing
        lowest = min(lowest or ranking.level, ranking.level)
        trainer.merge(pair)
    level = trainer.ranking.level
    return Course(frozenset(dict(choosers)), len(merges), trainer.events, True, level, lowest)


class Layouts:
    """The layouts of a search: recipes that make the same words share one.

    >>> layouts = Layouts(WordMaker({"hug": 10, "pug": 5}), Recipe())
    >>> layouts.key_of(Recipe(cut="gpt2")) == layouts.key_of(Recipe())
    True
    >>> layouts.is_right(Recipe(unit="byte")), layouts.is_right(Recipe(frequencies=False))
    (True, False)
    """

    def __init__(self, maker: WordMaker, right: Recipe) -> None:
        self._maker = maker
        self._keys: dict[tuple[object, ...], tuple[int, str, int] | None] = {}
        self._layouts: dict[tuple[int, str, int], Layout] = {}
        self._right = self.key_of(right)

    def key_of(self, recipe: Recipe) -> tuple[int, str, int] | None:
        """A key that recipes share if they make the same words; None if there are no words."""
        part = recipe.part(WORD_FIELDS)
        if part not in self._keys:
            layout = self._make(recipe)
            self._keys[part] = None if layout is None else _key(layout)
        return self._keys[part]

    def is_right(self, recipe: Recipe) -> bool:
        """Whether a recipe makes the words of the settings."""
        key = self.key_of(recipe)
        return key is not None and self._right is not None and key[0] == self._right[0]

    def of(self, recipe: Recipe) -> Layout | None:
        """The words of a recipe, laid out; None if it makes no words."""
        key = self.key_of(recipe)
        return None if key is None else self._layouts.get(key) or self._make(recipe)

    def _make(self, recipe: Recipe) -> Layout | None:
        try:
            layout = Layout(self._maker.make(recipe))
        except EmptyCorpusError:
            return None
        layout = self._layouts.setdefault(_key(layout), layout)
        units = sum(each.words.size for each in self._layouts.values())
        while len(self._layouts) > KEPT_LAYOUTS + 1 and units > KEPT_UNITS:
            oldest = next(islice(self._layouts, 1, None))  # the first is the right one
            units -= self._layouts.pop(oldest).words.size
        return layout


def _key(layout: Layout) -> tuple[int, str, int]:
    words = layout.words
    return words.fingerprint, words.space, words.sorted_among


@dataclass(frozen=True)
class SearchResult:
    """The result of a search for mistakes.

    - `explanations`: the names of mistakes that explain the whole list, each alone or two together
    - `closest`: if nothing explains the list, the mistakes that agree with it for the most steps;
      `closest_steps` is how many
    - `untried`: why not everything was tried, if so: time was up, or words were too long
    """

    explanations: tuple[Names, ...]
    closest: tuple[Names, ...]
    closest_steps: int
    untried: Untried | None


@dataclass
class Search:
    """Tries recipes with mistakes. `limit` is how many merges were asked for, None for all.

    `base_sizes` is how many tokens a vocabulary has before the first merge, with and without
    special tokens. `deadline` is a time on the clock of `thread_time`, which counts what this
    thread computes.
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
        found = self._reversed() or self._try_all(self._alone())
        if not found and not self._is_over():
            found = self._try_all(self._in_pairs())
        explanations = tuple(_minimal(found))
        if explanations:
            return SearchResult(explanations, (), self._closest_steps, None)
        untried: Untried | None = "long-words" if self._skipped else None
        closest = tuple(dict.fromkeys(self._closest))
        return SearchResult(
            (), closest, self._closest_steps, "time" if self._is_over() else untried
        )

    def _is_over(self) -> bool:
        return thread_time() >= self.deadline

    # Candidates

    def _reversed(self) -> list[Names]:
        """The mistake of writing each pair the wrong way round, if that explains the list."""
        turned = [(right, left) for left, right in self.merges]
        layout = self._layouts.of(self.right)
        if layout is None or turned == list(self.merges):
            return []
        course = follow(layout, [self.right], turned, self._is_over)
        return self._with_end([(REVERSED,)] if course.is_whole else [], course)

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
        return [each for each in candidates if not is_idle(each.recipe, self.right)]

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
        """The events after which a trainer with this mistake leaves the list."""
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
        choices = dict.fromkeys(each.recipe.part(CHOICE_FIELDS) for each in group)
        taken = (*words, *recipe.steps, *choices)
        if taken not in self._courses:
            self._courses[taken] = self._course(group)
        course = self._courses[taken]
        if course is None:
            return []
        best = [each.names for each in course.best(group)]
        self._events[recipe.part(WORD_FIELDS + STEP_FIELDS)] = course.events
        self._note_closest(list(filter(None, best)), course.steps)
        return self._with_end(best, course) if course.is_whole else []

    def _course(self, group: Group) -> Course | None:
        """How far the trainers of a group follow the list; None if that is not tried."""
        recipe = group[0].recipe
        layout = self._layouts.of(recipe)
        if layout is None or (recipe.counting == "once-per-word" and len(layout.words.counts) == 1):
            return None  # if the text is one word, such a trainer counts nothing
        if recipe.reads_words and layout.longest_word > LONGEST_READ_WORD:
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

    def _note_closest(self, names: list[Names], steps: int) -> None:
        if steps > self._closest_steps:
            self._closest, self._closest_steps = names, steps
        elif steps == self._closest_steps:
            self._closest += names

    def _with_end(self, explained: list[Names], course: Course) -> list[Names]:
        """The names, with those of mistakes about which merges the list may have at its end."""
        has_rare = bool(self.merges) and course.lowest < self.min_frequency
        rare, least = ((TOO_RARE,), 1) if has_rare else ((), self.min_frequency)
        ends = [(*rare, *end) for end in self._lengths(course.level, least)]
        names = [(*names, *end) for names in explained for end in ends]
        return [each for each in names if 0 < len(each) <= MOST_AT_ONCE]

    def _lengths(self, level: int, least: int) -> list[Names]:
        """The mistakes about the list's length, if pairs that occur `least` times are merged."""
        size = len(self.merges)
        if self.limit is not None and size > self.limit:
            names: list[Names] = [(TOO_MANY,)]
            is_base = size - self.limit in self.base_sizes
            return [(BASE_NOT_COUNTED,), *names] if is_base else names
        if size == self.limit or level < least:
            return [()]
        ends: list[Names] = [(STOPPED,)] if level == 1 else []
        return ends if ends and size + 1 != self.limit else [*ends, (TOO_FEW,)]


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
