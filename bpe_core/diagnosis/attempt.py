"""One attempt to explain a list of merges: several ways of breaking ties, tried in one go.

Trainers whose words, counts and merges are the same differ only in which of the tied pairs they
take. So a single follower goes through the given merges, and each way of breaking ties is dropped
at the first tie that it would break differently. Unlike a training, this never chooses a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from bpe_core.diagnosis.follower import Follower
from bpe_core.diagnosis.layout import EVENTS, Layout
from bpe_core.diagnosis.place_follower import PlaceFollower
from bpe_core.diagnosis.recipe import CHOICE_FIELDS, STEP_FIELDS, Recipe
from bpe_core.diagnosis.tie_orders import Judge, View, find_tie_order
from bpe_core.diagnosis.word_follower import READ_FIELDS, WordFollower

Merges = Sequence[tuple[bytes, bytes]]
Names = tuple[str, ...]
#: How a trainer chooses among ties: the values of `CHOICE_FIELDS`.
Choice = tuple[object, ...]
Judged = tuple[Choice, Judge]
#: Steps between two checks of the clock.
STEPS_PER_LOOK = 32


@dataclass(frozen=True)
class Candidate:
    """A trainer with the named mistakes, as a recipe.

    `needs` are the events without which a mistake makes no difference and so explains nothing.
    """

    names: Names
    recipe: Recipe
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Outcome:
    """How an attempt ended.

    `best` are the candidates that agree with the list for the most steps, and `steps` is how
    many. `explained` are those that take every pair of the list. `level` is the highest count
    after the last step, `lowest` the lowest count of a pair that was merged, and `events` is what
    happened on the way.
    """

    best: list[Candidate]
    steps: int
    events: frozenset[str]
    explained: list[Candidate] = field(default_factory=list)
    level: int = 0
    lowest: int = 0


@dataclass(frozen=True)
class Course:
    """How far the merges could be followed, for all trainers that take this course.

    `choices` are those that agree for the most steps, and `steps` is how many; `is_whole` says
    whether these are all. `level`, `lowest` and `events` are those of an `Outcome`.
    """

    choices: frozenset[Choice]
    steps: int
    events: frozenset[str]
    is_whole: bool = False
    level: int = 0
    lowest: int = 0

    def outcome(self, candidates: Sequence[Candidate]) -> Outcome:
        """What this course means for candidates that take it."""
        best = [each for each in candidates if choice_of(each.recipe) in self.choices]
        if not self.is_whole:
            return Outcome(best, self.steps, self.events)
        explained = [each for each in best if each.needs <= self.events]
        return Outcome(explained, self.steps, self.events, explained, self.level, self.lowest)


def choice_of(recipe: Recipe) -> Choice:
    """How the recipe chooses among ties."""
    return recipe.part(CHOICE_FIELDS)


def steps_of(recipe: Recipe) -> tuple[object, ...]:
    """What decides how a follower counts and merges: one that reads words updates no counts.

    >>> steps_of(Recipe(table="reinserted")) == steps_of(Recipe(table="reinserted", raised="old"))
    True
    """
    return recipe.part(READ_FIELDS if reads_words(recipe) else STEP_FIELDS)


def reads_words(recipe: Recipe) -> bool:
    """Whether the recipe counts or merges so that words must be read again at each merge."""
    return (
        recipe.counting not in ("definition", "as-merged")
        or recipe.merging not in ("left", "right", "first")
        or recipe.table != "rebuilt"
    )


def make_follower(layout: Layout, recipe: Recipe) -> Follower:
    """The follower for a recipe, which goes word by word only where it must."""
    if reads_words(recipe):
        return WordFollower(layout, recipe)
    return PlaceFollower(layout, recipe)


def attempt(
    layout: Layout,
    candidates: Sequence[Candidate],
    merges: Merges,
    is_over: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Follow the merges for candidates that differ only in their choice among ties.

    `is_over` is called now and then; if it returns true, the attempt ends without a result.

    >>> from bpe_core.diagnosis.words import WordMaker
    >>> layout = Layout(WordMaker({"ba": 1, "ab": 1}).make(Recipe()))
    >>> both = [Candidate((tie,), Recipe(tie=tie)) for tie in ("first-seen", "lowest-id")]
    >>> [each.names for each in attempt(layout, both, [(b"a", b"b")]).explained]
    [('lowest-id',)]
    """
    recipes = [each.recipe for each in candidates]
    return follow(layout, recipes, merges, is_over).outcome(candidates)


def follow(
    layout: Layout,
    recipes: Sequence[Recipe],
    merges: Merges,
    is_over: Callable[[], bool] = lambda: False,
) -> Course:
    """Follow the merges for recipes that differ only in their choice among ties."""
    recipe = recipes[0]
    by_choice = {choice_of(each): each for each in recipes}
    first = [layout.words.write(text) for text in merges[0]] if merges else []
    if first and not _can_begin(layout, recipe, *first):
        events = layout.events if recipe.counting == "definition" else frozenset(EVENTS)
        return Course(frozenset(by_choice), 0, events)
    follower = make_follower(layout, recipe)
    judges = [(choice, _judge(follower, each)) for choice, each in by_choice.items()]
    lowest = 0
    for step, (left, right) in enumerate(merges):
        pair = follower.find(layout.words.write(left), layout.words.write(right))
        agreeing = _agreeing(follower, judges, pair)
        is_look = step % STEPS_PER_LOOK == STEPS_PER_LOOK - 1
        if pair is None or not agreeing or (is_look and is_over()):
            return Course(_choices(judges), step, frozenset(follower.events))
        judges = agreeing
        level = follower.ranking.level
        lowest = min(lowest or level, level)
        follower.merge(pair)
    events, level = frozenset(follower.events), follower.ranking.level
    return Course(_choices(judges), len(merges), events, True, level, lowest)


def _can_begin(layout: Layout, recipe: Recipe, left: bytes, right: bytes) -> bool:
    """Whether a pair may be the first to be merged: quick to say without a follower."""
    # Overlaps lower some of these counts, and only a follower knows which.
    if recipe.counting == "as-merged":
        return True
    return bool(layout.find(left, right) & layout.most_frequent(recipe.counting))


def _choices(judges: Collection[Judged]) -> frozenset[Choice]:
    return frozenset(choice for choice, _ in judges)


def _agreeing(follower: Follower, judges: list[Judged], pair: int | None) -> list[Judged]:
    """Those who would take the pair now."""
    ranking = follower.ranking
    if pair is None or not ranking.is_on(pair):
        return []
    if not ranking.is_tied:
        return judges
    return [judged for judged in judges if judged[1].winner() == pair]


def _judge(follower: Follower, recipe: Recipe) -> Judge:
    view = View(follower, recipe.numbering)
    return find_tie_order(recipe.tie).judge(view)
