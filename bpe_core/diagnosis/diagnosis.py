"""Name the bug: how somebody's merges differ from the right ones, and what explains that.

The right merges come from `train_bpe`. If the list differs, this looks for mistakes that produce
exactly this list, from its first merge to its last. It names all that do, or none if none does.
Unlike a grader that says only "wrong", this says at which step, with which counts, and why; unlike
a program that runs what people hand in, it never runs anybody's code. Evidence is about one step:
how often a pair occurs in the corpus as it is then, and in which words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Any

from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import find_limit
from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.merges_file import Reading, agreement, read_merges
from bpe_core.diagnosis.mistakes import MISTAKES
from bpe_core.diagnosis.recipe import Recipe, check_specification, right_recipe
from bpe_core.diagnosis.search import Names, Search, Untried
from bpe_core.diagnosis.ties import Chooser
from bpe_core.diagnosis.trainer import Trainer, pairs_of
from bpe_core.diagnosis.words import Merge, Source, WordMaker
from bpe_core.files.bpe_model import MOST_MERGES
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Corpus, as_bytes

#: The most words listed for a pair, and the most pairs listed as tied.
MOST_WORDS, MOST_TIED = 20, 20


@dataclass(frozen=True)
class WordShare:
    """A word's share of a pair's count: `times` in the word, which occurs `count` times."""

    word: str
    times: int
    count: int


@dataclass(frozen=True)
class PairEvidence:
    """A pair with its count at a step.

    `words` has at most 20 words, those that add the most first. `word_total` is how many words
    contain the pair.
    """

    left: bytes
    right: bytes
    count: int
    words: tuple[WordShare, ...]
    word_total: int


class Evidence:
    """The corpus after the merges of a correct training.

    >>> from bpe_core.diagnosis.words import WordMaker
    >>> layout = Layout(WordMaker({"hug": 10, "pug": 5}).make(Recipe()))
    >>> evidence = Evidence(layout, Recipe(), [(b"u", b"g")])
    >>> evidence.of((b"h", b"ug")).words, evidence.tied()
    ((WordShare(word='hug', times=1, count=10),), ((b'h', b'ug'),))
    """

    def __init__(self, layout: Layout, recipe: Recipe, merges: Sequence[Merge]) -> None:
        self._words = layout.words
        self._trainer = Trainer(layout, recipe)
        self.follow(merges)

    def of(self, merge: Merge) -> PairEvidence:
        """Return how often a pair occurs, and where; its count is 0 if it does not occur."""
        trainer, pair = self._trainer, self._trainer.find(merge)
        found = [] if pair is None else trainer.words_with(pair)
        texts, counts = self._words.texts, self._words.counts
        times = [pairs_of(trainer.words[i]).count(pair or "") for i in found]
        shares = [WordShare(texts[i], n, counts[i]) for i, n in zip(found, times, strict=True)]
        total = sum(share.times * share.count for share in shares)
        shares.sort(key=lambda share: -share.times * share.count)
        return PairEvidence(*merge, total, tuple(shares[:MOST_WORDS]), len(shares))

    def tied(self) -> tuple[Merge, ...]:
        """The pairs with the highest count, at most 20."""
        return tuple(map(self._trainer.text_of, [*self._trainer.ranking.members][:MOST_TIED]))

    def told(self, expected: Sequence[Merge], found: Sequence[Merge]) -> dict[str, Any]:
        """The fields of a `Diagnosis` that tell of the step at which two lists part."""
        return {
            "expected": self.of(expected[0]) if expected else None,
            "found": self.of(found[0]) if found else None,
            "tied": self.tied(),
            "tied_total": len(self._trainer.ranking.members),
        }

    def follow(self, merges: Sequence[Merge]) -> int:
        """Merge these pairs in order until one does not occur; return how many were merged.

        Afterwards `of` and `tied` describe the words as they are then.
        """
        for done, merge in enumerate(merges):
            pair = self._trainer.find(merge)
            if pair is None or not self._trainer.words_with(pair):
                return done
            self._trainer.merge(pair)
        return len(merges)


#: Receives a stage (`train` or `search`), how much of it is done, and the total.
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True)
class Diagnosis:
    """How a list of merges compares with the right one.

    - `equal`; else `first_difference` is the first step, from 1, at which the two differ
    - `expected`, `found`: the two pairs at that step, counted in the corpus as it is then; None
      where one of the lists has ended
    - `tied`: pairs that share the highest count at that step, at most 20 of the `tied_total`
    - `explanations`: names of mistakes, alone or two together, that produce the whole list
    - `closest`: if there is no explanation, the mistakes that agree with the list for the most
      steps; `closest_steps` is how many
    - `untried`: why not everything was tried, if so: `time` was up, or there were `long-words`
    - `followed`: how many of the list's merges can be made in this corpus, one after another,
      whatever their counts
    - `form`: how the list was read; `expected_merges`, `found_merges`: both lists
    """

    equal: bool
    first_difference: int | None
    form: str
    expected_merges: tuple[Merge, ...]
    found_merges: tuple[Merge, ...]
    expected: PairEvidence | None = None
    found: PairEvidence | None = None
    tied: tuple[Merge, ...] = ()
    tied_total: int = 0
    explanations: tuple[Names, ...] = ()
    closest: tuple[Names, ...] = ()
    closest_steps: int = 0
    untried: Untried | None = None
    followed: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether everything was tried."""
        return self.untried is None


def diagnose(
    source: Source,
    specification: TrainingSpecification,
    merges: bytes | str | Sequence[Merge],
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Diagnosis:
    """Compare merges with those that were asked for, on a text or a table of words.

    `specification` says what to train; its `source` is ignored. `merges` is a file's content, as
    `read_merges` takes it, or pairs of bytes. The search for mistakes ends after `seconds` of
    processor time.

    Without `num_merges` and `vocab_size`, as many merges are expected as the list has.

    Raises a `MergesError`, `NotTextError`, and as `check_specification` and `train_bpe`.

    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5, "puns": 1}
    >>> specification = TrainingSpecification(num_merges=3)
    >>> diagnosis = diagnose(counts, specification, "u g\\nu n\\np un")
    >>> diagnosis.first_difference, diagnosis.expected.count, diagnosis.found.count
    (3, 15, 13)
    >>> diagnose(counts, specification, "u g\\nu n\\nh ug").equal
    True
    >>> in_words = TrainingSpecification(pre_tokenizer="gpt2", num_merges=2)
    >>> diagnose("a té té", in_words, "Ġ t\\nĠt é").equal  # not the byte that GPT-2 writes as é
    True
    """
    check_specification(specification)
    case = _Case(source, specification)
    readings = case.readings(merges)
    limit = case.limit(len(readings[0].merges))
    expected = case.train(limit, progress)
    written = [tuple(map(case.layout.words.write, reading.merges)) for reading in readings]
    found = max(written, key=lambda merges: agreement(merges, expected))
    reading = readings[written.index(found)]
    same = agreement(expected, found)
    if expected == found:
        return Diagnosis(True, None, reading.form, expected, found, followed=same)
    result = Search(
        maker=case.maker,
        right=case.recipe,
        merges=reading.merges,
        limit=limit,
        min_frequency=specification.min_frequency,
        base_sizes=case.base_sizes,
        deadline=float("inf") if seconds is None else thread_time() + seconds,
        progress=None if progress is None else partial(progress, "search"),
    ).run()
    evidence = Evidence(case.layout, case.recipe, expected[:same])
    told = evidence.told(expected[same:], found[same:]) | vars(result)
    followed = same + evidence.follow(found[same:])
    return Diagnosis(False, same + 1, reading.form, expected, found, **told, followed=followed)


def merges_with_mistake(
    name: str, source: Source, specification: TrainingSpecification
) -> tuple[Merge, ...]:
    """The merges of a trainer that makes one of `MISTAKES`, as many as were asked for.

    >>> specification = TrainingSpecification(num_merges=2, min_frequency=2)
    >>> merges_with_mistake("words-once", {"hug": 10, "pun": 3, "bun": 4}, specification)
    ((b'u', b'n'),)
    """
    case = _Case(source, specification)
    _, recipe = next(MISTAKES[name].recipes(case.recipe))
    trainer = Trainer(Layout(case.maker.make(recipe)), recipe)
    chooser = Chooser(trainer, recipe)
    merges: list[Merge] = []
    limit, least = case.limit(MOST_MERGES), max(specification.min_frequency, 1)
    while len(merges) < limit and trainer.ranking.level >= least:
        pair = chooser.winner()
        merges.append(trainer.text_of(pair))
        trainer.merge(pair)
    return tuple(merges)


class _Case:
    """A corpus, and what to train on it."""

    def __init__(self, source: Source, specification: TrainingSpecification) -> None:
        self.maker = WordMaker(source)
        self.recipe = right_recipe(specification, is_table=not isinstance(source, str))
        self._specification = specification
        self.layout = Layout(self.maker.make(self.recipe))
        words = self.layout.words
        self.corpus = Corpus.from_counts(
            dict(zip(words.texts, words.counts, strict=True)),
            unit=specification.unit,
            end_of_word=specification.end_of_word,
            alphabet=specification.alphabet,
        )

    def limit(self, size: int) -> int:
        """How many merges were asked for; if no number was given, as many as there are."""
        asked = self._specification
        limit, _ = find_limit(
            self.corpus, asked.num_merges, asked.vocab_size, len(asked.special_tokens)
        )
        return size if limit is None else limit

    @property
    def base_sizes(self) -> tuple[int, int]:
        """How many tokens there are before the first merge, without special tokens and with."""
        base = len(self.corpus.base_vocabulary)
        return base, base + len(self._specification.special_tokens)

    def train(self, limit: int, progress: Progress | None) -> tuple[Merge, ...]:
        """The right merges."""
        trace = train_bpe(
            self.corpus,
            num_merges=limit,
            min_frequency=self._specification.min_frequency,
            tie_break=self._specification.tie_break,
            progress=None if progress is None else partial(progress, "train"),
        )
        tokens = list(map(as_bytes, trace.vocabulary))
        return tuple(
            (tokens[left], tokens[right]) for left, right in trace.base_merges[:, :2].tolist()
        )

    def readings(self, merges: bytes | str | Sequence[Merge]) -> list[Reading]:
        """The ways to read a list of merges; pairs of bytes are what they are."""
        if not isinstance(merges, (bytes, str)):
            return [Reading("bytes", tuple(merges))]
        base = map(as_bytes, self.corpus.base_vocabulary)
        return read_merges(merges, [*base] if self.corpus.unit == "char" else ())
