"""Everything that a BPE trainer decides, so that a mistake is another value of one or two fields.

Unlike the arguments of `train_bpe`, a recipe can also describe what is wrong. A course says in its
assignment what to do; presets hold that for known courses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bpe_core.algorithms.limits import check_special_tokens
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Unit
from bpe_core.text.normalization import check_normalizers
from bpe_core.text.pre_tokenization import find_pre_tokenizer

#: What is said of mistakes and errors.
SENTENCES: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)
#: The fields that decide how words are made; the others decide what happens after that.
WORD_FIELDS = (
    *("unit", "cut", "reading", "normalizer", "marker", "marker_place", "special_tokens"),
    *("special", "frequencies", "least_count", "word_order"),
)
#: The fields that decide how pairs are counted and merged where words are read again, and where
#: counts are updated.
READ_FIELDS = ("counting", "merging", "table", "forgets")
STEP_FIELDS = (*READ_FIELDS, "lowered", "raised", "keeps_chosen", "update_frequencies")
#: The fields that decide which of several equally frequent pairs is taken.
CHOICE_FIELDS = ("tie", "numbering")


class Merging(NamedTuple):
    """How a pair is merged: where a word is `split` to be joined by the new token.

    Or `rewrite` makes another word, given the `Trainer`, the word, the pair and the new token, and
    `affects` says which words it may change, in the order in which they are read.
    """

    split: Callable[[str, str], list[str]] = str.split
    rewrite: Callable[[Any, str, str, str], str] | None = None
    affects: Callable[[Any, str], Iterable[int]] | None = None


RIGHT_MERGING = Merging()


@dataclass(frozen=True)
class Recipe:
    """Everything that a BPE trainer decides; the defaults are right.

    Words, see `bpe_core.diagnosis.words`:

    - `unit`, `normalizer`: as in `Corpus`; `cut`: one of `CUTS`; `reading`: one of `READINGS`
    - `marker`: what ends a word; `marker_place`: as a token of its own, as a part of the last
      unit (`joined`), or as a token before the `first`
    - `special_tokens`; `special`: they cut the text and are in no word (`cut-out`), they are text
      like any other (`left-in`), what was around them is joined (`removed`), they are words
      (`as-word`), or are cut into words by themselves (`cut-alone`)
    - `frequencies`: whether a word counts as often as it occurs, or once; `least_count`: how often
      it has to occur to be counted at all; `word_order`: the order in which words are read

    Steps:

    - `counting`: by the `definition` (`a a a` has a pair twice), `as-merged` (once), each pair
      `once-per-word`, or WordPiece's `score`
    - `merging`: how a pair is merged in a word
    - `lowered`, `raised`: how the counts of adjacent pairs follow a merge: as they should
      (`right`), by the neighbours before it (`old`), by those after it (`new`), or not at all
      (`none`); two words if the ones on the left are followed otherwise than those on the right
    - `keeps_chosen`: the merged pair stays in the table of counts; `update_frequencies`: whether
      an update counts a word as often as it occurs
    - `table`: counts are made again at each step (`rebuilt`); or kept, where a pair whose count
      falls to zero is deleted and may come back in last place (`reinserted`); or words that change
      become the last to be read (`words-reinserted`)
    - `forgets`: a pair whose count falls is not looked at again until its count rises

    Choice: `tie`, a tie rule or another of `TIE_ORDERS`; `numbering`, of base tokens.

    >>> Recipe(unit="byte", cut="gpt2").tie
    'first-seen'
    """

    unit: Unit = "char"
    cut: str = "whitespace"
    reading: str = "whole"
    normalizer: tuple[str, ...] = ()
    marker: str = ""
    marker_place: Literal["own", "joined", "first"] = "own"
    special_tokens: tuple[str, ...] = ()
    special: Literal["cut-out", "left-in", "removed", "as-word", "cut-alone"] = "cut-out"
    frequencies: bool = True
    least_count: int = 1
    word_order: Literal["first-met", "sorted", "by-frequency"] = "first-met"
    counting: Literal["definition", "as-merged", "once-per-word", "score"] = "definition"
    merging: Merging = RIGHT_MERGING
    lowered: str = "right"
    raised: str = "right"
    keeps_chosen: bool = False
    update_frequencies: bool = True
    table: Literal["rebuilt", "reinserted", "words-reinserted"] = "rebuilt"
    forgets: bool = False
    tie: str = "first-seen"
    numbering: str = "value"

    def part(self, names: tuple[str, ...]) -> tuple[object, ...]:
        """The values of some fields; two recipes with the same values share that part."""
        values: tuple[object, ...] = _getter(names)(self)
        return values

    @property
    def reads_words(self) -> bool:
        """Whether it counts or merges so that words must be read again at each merge."""
        by_reading = (
            self.counting not in ("definition", "as-merged") or self.merging.rewrite is not None
        )
        return by_reading or self.table != "rebuilt"

    @property
    def steps(self) -> tuple[object, ...]:
        """The parts by which it counts and merges; if words are read again, nothing is updated."""
        return self.part(READ_FIELDS if self.reads_words else STEP_FIELDS)


#: Getters of several fields: a search asks for the same few parts thousands of times.
_getter = cache(lambda names: attrgetter(*names))


#: What is asked for in known courses, by the names that the command line takes.
#:
#: - `cs336`: Stanford's CS336, first assignment, the test of `train_bpe`: a vocabulary of 500 with
#:   256 bytes and one special token leaves 243 merges; of equally frequent pairs the
#:   lexicographically greater one is taken, as bytes.
PRESETS: Mapping[str, TrainingSpecification] = {
    "cs336": TrainingSpecification(
        unit="byte",
        pre_tokenizer="gpt2",
        tie_break="largest-text",
        num_merges=243,
        special_tokens=("<|endoftext|>",),
    ),
}


def check_specification(specification: TrainingSpecification) -> None:
    """Raise an `UnknownNameError` or a `SpecialTokenError`.

    The other settings are checked where words become a `Corpus`, and where that is trained on.

    >>> check_specification(TrainingSpecification(special_tokens=("<s>", "<s>")))
    Traceback (most recent call last):
    bpe_core.errors.SpecialTokenError: ...
    """
    find_pre_tokenizer(specification.pre_tokenizer)
    check_normalizers(specification.normalizer)
    check_special_tokens(specification.special_tokens)


def right_recipe(specification: TrainingSpecification, *, is_table: bool) -> Recipe:
    """The recipe of a trainer without mistakes; words of a table are taken as they are.

    >>> right_recipe(PRESETS["cs336"], is_table=False).tie
    'largest-text'
    """
    of_text = {
        "cut": specification.pre_tokenizer,
        "normalizer": specification.normalizer,
        "special_tokens": specification.special_tokens,
    }
    return Recipe(
        unit=specification.unit,
        marker=specification.end_of_word,
        tie=specification.tie_break,
        numbering=specification.alphabet if specification.unit == "byte" else "value",
        **({} if is_table else of_text),  # type: ignore[arg-type]
    )
