"""One attempt to explain a list of merges: several ways of breaking ties, tried in one go.

Trainers whose words, counts and merges are the same differ only in which of the tied pairs they
take. So a single follower goes through the given merges, and each trainer is dropped at the first
tie that it would break differently. Unlike a training, this never chooses a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bpe_core.diagnosis.follower import Follower
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.place_follower import PlaceFollower
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.diagnosis.tie_orders import TIE_ORDERS, Judge, View, make_judge
from bpe_core.diagnosis.word_follower import WordFollower

Merges = Sequence[tuple[bytes, bytes]]
Names = tuple[str, ...]
Judged = tuple["Candidate", Judge]
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
    after the last step, and `events` is what happened on the way.
    """

    best: list[Candidate]
    steps: int
    events: frozenset[str]
    explained: list[Candidate] = field(default_factory=list)
    level: int = 0


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
    first = [layout.words.write(text) for text in merges[0]] if merges else []
    is_plain = candidates[0].recipe.counting == "definition"  # the first counts are the true ones
    if first and is_plain and not layout.find(*first) & layout.most_frequent:
        return Outcome(list(candidates), 0, layout.events)
    follower = make_follower(layout, candidates[0].recipe)
    judges = [(each, _judge(follower, each.recipe)) for each in candidates]
    for step, (left, right) in enumerate(merges):
        pair = follower.find(layout.words.write(left), layout.words.write(right))
        agreeing = _agreeing(follower, judges, pair)
        is_look = step % STEPS_PER_LOOK == STEPS_PER_LOOK - 1
        if pair is None or not agreeing or (is_look and is_over()):
            return Outcome([each for each, _ in judges], step, frozenset(follower.events))
        judges = agreeing
        follower.merge(pair)
    events = frozenset(follower.events)
    explained = [each for each, _ in judges if each.needs <= events]
    return Outcome(explained, len(merges), events, explained, follower.ranking.level)


def _agreeing(follower: Follower, judges: list[Judged], pair: int | None) -> list[Judged]:
    """The candidates that would take the pair now."""
    ranking = follower.ranking
    if pair is None or not ranking.is_on(pair):
        return []
    if not ranking.is_tied:
        return judges
    return [judged for judged in judges if judged[1].winner() == pair]


def _judge(follower: Follower, recipe: Recipe) -> Judge:
    view = View(follower, recipe.numbering)
    return make_judge(TIE_ORDERS[recipe.tie], view)
