"""A search does no work twice, and finds the same as if it did."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import TIE_RULES, Corpus, train_bpe
from bpe_core.diagnosis import MISTAKES, TrainingSpecification, diagnose, search, ties
from bpe_core.diagnosis.job import DiagnosisJob, from_record
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import CHOICE_FIELDS, Recipe
from bpe_core.diagnosis.search import Course, follow
from bpe_core.diagnosis.ties import Chooser
from bpe_core.diagnosis.trainer import Trainer
from bpe_core.diagnosis.words import WordMaker
from bpe_core.worker.job import ERROR, PROGRESS, TRACE, Report, error_of
from tests.bpe_core.diagnosis.broken_trainers import ENGLISH
from tests.bpe_core.worker.test_job import records
from tests.examples import examples, markers, units, word_counts


def test_trainers_that_do_the_same_are_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mistakes together often make the words that one makes alone, or count as one does."""
    followed: list[tuple[object, ...]] = []

    def note(layout: Layout, recipes: Sequence[Recipe], *others: Any) -> Course:
        choices = tuple(recipe.part(CHOICE_FIELDS) for recipe in recipes)
        words = (layout.words.fingerprint, layout.words.space, layout.words.sorted_among)
        followed.append((*words, *recipes[0].steps, *choices))
        return follow(layout, recipes, *others)

    monkeypatch.setattr(search, "follow", note)
    text = "the cat sat on the mat, the hat is on the cat" * 3
    asked = TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges=12)
    trace = train_bpe(Corpus.from_text(text, unit="byte", pre_tokenizer="gpt2"), num_merges=12)
    merges = [(bytes(merge.left), bytes(merge.right)) for merge in trace.merges]  # type: ignore[arg-type]
    merges[6], merges[9] = merges[9], merges[6]
    assert not diagnose(text, asked, merges).explanations
    assert len(followed) == len(set(followed)) > 300


def counted(trainer: Trainer) -> dict[str, int]:
    """The pairs of the words as they are now, counted one by one."""
    counts: Counter[str] = Counter()
    for word, times in zip(trainer.words, trainer.layout.words.counts, strict=True):
        found = Counter(map("".join, pairwise(word)))
        if trainer.recipe.counting == "as-merged":
            found = Counter({pair: word.count(pair) for pair in found})
        counts.update({pair: times * n for pair, n in found.items()})
    return dict(counts)


def places_in(trainer: Trainer) -> dict[str, list[tuple[int, int]]]:
    """Where each pair occurs in the words as they are now, in reading order."""
    places: dict[str, list[tuple[int, int]]] = {}
    for read, word in sorted(zip(trainer.order, trainer.words, strict=True)):
        for at, pair in enumerate(map("".join, pairwise(word))):
            places.setdefault(pair, []).append((read, at))
    return places


#: What counts rightly, in words as its merges leave them.
COUNTS_RIGHTLY = {
    "updated": {},
    "read again": {"table": "reinserted"},
    "as merged": {"counting": "as-merged"},
    **{name: MISTAKES[name].ways[0] for name in ("merged-from-right", "merged-first-only")},
    **{name: MISTAKES[name].ways[0] for name in ("merged-in-text", "last-token-lost")},
}


@pytest.mark.parametrize("way", COUNTS_RIGHTLY.values(), ids=COUNTS_RIGHTLY)
@given(counts=word_counts, picks=st.lists(st.integers(0, 9), max_size=12))
@examples(30)
def test_counts_and_places_are_those_of_the_words(
    way: dict, counts: dict, picks: list[int]
) -> None:
    """After any merges, and the level is the highest count."""
    recipe = replace(Recipe(), **way)
    trainer = Trainer(Layout(WordMaker(counts).make(recipe)), recipe)
    for pick in picks:
        now = {pair: count for pair, count in trainer.ranking.counts.items() if count}
        assert now == counted(trainer)
        assert trainer.ranking.level == max(now.values(), default=0)
        assert {*trainer.ranking.members} == {p for p in now if now[p] == trainer.ranking.level}
        for pair, places in places_in(trainer).items():
            assert (trainer.first_place(pair), trainer.last_place(pair)) == (places[0], places[-1])
        if not now:
            break
        trainer.merge(sorted(now)[pick % len(now)])


@given(word_counts)
@examples(20)
def test_where_words_are_read_again_no_update_matters(counts: dict[str, int]) -> None:
    """Wrong updates change nothing for it, so their recipes need not be tried once more."""
    layout = Layout(WordMaker(counts).make(Recipe()))
    right = Recipe(table="words-reinserted")
    wrong = replace(right, lowered="none", raised="old", update_frequencies=False)
    assert right.steps == wrong.steps
    one, other = Trainer(layout, right), Trainer(layout, wrong)
    while one.ranking.level:
        assert one.ranking.counts == other.ranking.counts
        pair = next(iter(one.ranking.members))
        one.merge(pair)
        other.merge(pair)
    assert not other.ranking.level


@given(word_counts)
@example({"abc": 2})
@example({"ababab": 1})
def test_what_has_happened_is_noted(counts: dict[str, int]) -> None:
    """A mistake that only makes a difference where something happens is not tried elsewhere."""
    trainer = Trainer(Layout(WordMaker(counts).make(Recipe())), Recipe())

    def happened() -> set[str]:
        words, pairs = trainer.words, [Counter(pairwise(word)) for word in trainer.words]
        is_so = {
            "tripled": any(token * 3 in word for word in words for token in word),
            "doubled": any(n > 1 for found in pairs for n in found.values()),
            "weighted": max(counts.values()) > 1,
        }
        return {name for name in is_so if is_so[name]}

    assert trainer.events == happened()
    while trainer.ranking.level:
        trainer.merge(next(iter(trainer.ranking.members)))
        assert trainer.events >= happened()


@pytest.mark.parametrize("name", TIE_RULES)
@given(word_counts, units, markers)
@examples(20)
def test_an_order_takes_what_its_rule_takes(name, counts, unit, marker) -> None:
    recipe = Recipe(unit=unit, marker=marker, tie=name)
    trainer = Trainer(Layout(WordMaker(counts).make(recipe)), recipe)
    fast, rule = Chooser(trainer, recipe), Chooser(trainer, recipe)
    rule.order = ties.RULE
    while trainer.ranking.level:
        winner = fast.winner()
        assert rule.winner() == winner
        trainer.merge(winner)


@pytest.mark.parametrize(("name", "best"), [("longest", max), ("shortest", min)])
@given(word_counts, units)
@examples(40)
def test_length_is_that_in_units(name, best, counts, unit) -> None:
    recipe = Recipe(tie=name, unit=unit)
    trainer = Trainer(Layout(WordMaker(counts).make(recipe)), recipe)
    while trainer.ranking.level:
        winner = Chooser(trainer, recipe).winner()
        made = {pair: b"".join(trainer.text_of(pair)) for pair in trainer.ranking.members}
        if unit == "char":
            made = {pair: text.decode("utf-8", "surrogatepass") for pair, text in made.items()}
        lengths = {pair: len(text) for pair, text in made.items()}
        assert lengths[winner] == best(lengths.values())
        trainer.merge(winner)


#: Where a pair may keep its count and change its place.
MOVES = [
    *({"counting": "once-per-word"}, {"table": "reinserted"}, {"table": "words-reinserted"}),
    MISTAKES["merged-in-text"].ways[0],
]


@pytest.mark.parametrize("name", ties.TIE_ORDERS)
def test_keys_are_kept_only_while_they_hold(name: str) -> None:
    """Somebody who knows no keys yet takes the same pair."""
    for seed in range(40):
        random = Random(seed)
        counts = {"".join(random.choices("abcd", k=random.randint(2, 25))): 1 for _ in range(3)}
        recipe = replace(Recipe(tie=name), **random.choice(MOVES))
        trainer = Trainer(Layout(WordMaker(counts).make(recipe)), recipe)
        chooser = Chooser(trainer, recipe)
        while trainer.ranking.level:
            winner = chooser.winner()
            assert Chooser(trainer, recipe).winner() == winner
            trainer.merge(winner)


MODULE = "bpe_core.diagnosis.job"


def test_the_worker_answers_as_the_library_does() -> None:
    """It also reports progress."""
    settings = TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges=30)
    job = DiagnosisJob("Ġ t\nh e\nĠt he", settings, seconds=60)
    said = records(MODULE, job, ENGLISH)
    assert {kind for kind, _ in said[:-1]} == {PROGRESS}
    assert "search" in {json.loads(record)["stage"] for _, record in said[:-1]}
    kind, answer = said[-1]
    assert kind == TRACE
    stages: list[str] = []
    right = diagnose(ENGLISH, settings, job.merges, progress=lambda stage, *_: stages.append(stage))
    assert list(dict.fromkeys(stages)) == ["train", "search"]
    record = json.loads(answer)
    assert record.pop("unit") == "byte"
    assert from_record(record, "byte") == right
    (late,) = replace(job, seconds=0.0).answer(ENGLISH, Report(BytesIO()))
    assert json.loads(late)["untried"] == "time"


def test_a_table_is_read_by_its_separator() -> None:
    job = DiagnosisJob("u g\nh ug", TrainingSpecification(num_merges=2, delimiter=","))
    (record,) = job.answer('"hug",10\n"pug",5', Report(BytesIO()))
    assert json.loads(record)["equal"]


def test_a_list_that_cannot_be_read_comes_back_as_its_error() -> None:
    """It keeps its own message and its fields."""
    kind, record = records(MODULE, DiagnosisJob("hug"), "hug 10\npug 5")[-1]
    error = error_of(record)
    assert (kind, error.code) == (ERROR, "line")
    assert error.fields == {"entry": 1, "content": "hug"}
