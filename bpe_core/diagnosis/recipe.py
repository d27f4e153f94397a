"""What a trainer does, from the text to the choice of a pair, as one record of plain names.

The recipe for the settings describes the right trainer; changing a field or two gives a trainer
with a mistake. Unlike the arguments of `train_bpe`, a recipe can also describe what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Literal

from bpe_core.text.corpus import Unit

Reading = Literal[
    "whole",
    "by-line",
    "by-line-without-ends",
    "by-stripped-line",
    "joined-words",
    "text-mode",
    "stripped",
    "in-2-chunks",
    "in-4-chunks",
    "in-8-chunks",
    "in-16-chunks",
]
MarkerPlace = Literal["own", "joined", "first"]
Special = Literal["cut-out", "left-in", "removed", "as-word", "cut-alone"]
WordOrder = Literal["first-met", "sorted", "by-frequency"]
Counting = Literal["definition", "as-merged", "once-per-word", "score"]
#: Two words where the neighbours on the left and on the right are not looked up alike.
Source = Literal[
    "right", "old", "new", "none",
    "old-new", "new-old", "old-none", "new-none", "none-old", "none-new",
]  # fmt: skip
Table = Literal["rebuilt", "reinserted", "words-reinserted"]
Merging = Literal["left", "right", "first", "text", "right-part-kept", "last-lost"]

#: The fields that decide how words are made; the others decide what happens after that.
WORD_FIELDS = (
    "unit",
    "cut",
    "reading",
    "normalizer",
    "marker",
    "marker_place",
    "special_tokens",
    "special",
    "frequencies",
    "least_count",
    "word_order",
)
#: The fields that decide how pairs are counted and merged.
STEP_FIELDS = (
    "counting",
    "lowered",
    "raised",
    "keeps_chosen",
    "update_frequencies",
    "merging",
    "table",
)
#: The fields that decide which of several equally frequent pairs is taken.
CHOICE_FIELDS = ("tie", "numbering")


@dataclass(frozen=True)
class Recipe:
    """Everything that a BPE trainer decides.

    Words:

    - `unit`, `normalizer`: as in `Corpus`; `cut`: one of `CUTS`, how text becomes words
    - `reading`: the text at once, by its lines (with line ends, without, or without
      whitespace around them), or its words joined into one, so that pairs reach across words; with
      other line ends, without whitespace around documents, or in chunks of equal size
    - `marker`: what ends a word; `marker_place`: as a token of its own, as a part of the last
      unit, or as a token before the first
    - `special_tokens`; `special`: they cut the text and are in no word, they are text like any
      other, they are taken out so that what was around them adjoins, they are words, or they
      are cut into words by themselves
    - `frequencies`: whether a word counts as often as it occurs, or once
    - `least_count`: how often a word has to occur to be counted at all
    - `word_order`: the order in which words are read

    Steps:

    - `counting`: by the definition (`a a a` has a pair twice), as it can be merged (once), each
      pair once per word, or WordPiece's score
    - `lowered`, `raised`: how the counts of adjacent pairs follow a merge: as they should, by
      the neighbours before it (`old`), by those after it (`new`), or not at all; or the ones on
      the left in one way, and those on the right in another
    - `keeps_chosen`: the merged pair stays in the table of counts
    - `update_frequencies`: whether an update counts a word as often as it occurs
    - `table`: counts are made again at each step; or kept, where a pair whose count falls to zero
      is deleted and may come back in last place; or words that change become the last to be read
    - `merging`: from the left, from the right, only the first occurrence in a word, by replacing
      text, with the right part kept, or with the last token of each word lost

    Choice:

    - `tie`: a tie rule, or another order of `find_tie_order`; `numbering`: how base tokens are
      numbered

    >>> Recipe(unit="byte", cut="gpt2").tie
    'first-seen'
    """

    unit: Unit = "char"
    cut: str = "whitespace"
    reading: Reading = "whole"
    normalizer: tuple[str, ...] = ()
    marker: str = ""
    marker_place: MarkerPlace = "own"
    special_tokens: tuple[str, ...] = ()
    special: Special = "cut-out"
    frequencies: bool = True
    least_count: int = 1
    word_order: WordOrder = "first-met"
    counting: Counting = "definition"
    lowered: Source = "right"
    raised: Source = "right"
    keeps_chosen: bool = False
    update_frequencies: bool = True
    merging: Merging = "left"
    table: Table = "rebuilt"
    tie: str = "first-seen"
    numbering: str = "value"

    def part(self, names: tuple[str, ...]) -> tuple[object, ...]:
        """The values of some fields; two recipes with the same values share that part."""
        values: tuple[object, ...] = _getter(names)(self)
        return values


#: Getters of several fields: a search asks for the same few parts thousands of times.
_getter = cache(lambda names: attrgetter(*names))
