"""The mistakes in trainers that people write, each with its name and a sentence.

Each mistake is a change of a line or two of the small trainer in `bpe_core.diagnosis.trainer`, its
name, and its sentence. Names are stable: graders may rely on them. A mistake can be made in several
ways, which differ in the code but not in the misunderstanding; each way says which fields of a
recipe it changes. Unlike an error, which is about somebody's input, a mistake is what might explain
a list of merges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

from bpe_core.algorithms.bpe.tie_rules import TIE_RULES
from bpe_core.diagnosis.recipe import STEP_FIELDS, Merging, Recipe
from bpe_core.diagnosis.ties import find_tie_order
from bpe_core.diagnosis.trainer import Trainer, pairs_of
from bpe_core.diagnosis.words import CHUNKS, CUTS, Source
from bpe_core.text.normalization import NORMALIZERS

Way = Mapping[str, Any]
#: Separates tokens where text is replaced: this byte never occurs in UTF-8.
GAP = b"\xff"


@dataclass(frozen=True)
class Mistake:
    """One misunderstanding. Each of `ways` lists the fields of a `Recipe` that it changes.

    `where` is the part of a trainer's code in which it is made.
    """

    name: str
    sentence: str
    ways: tuple[Way, ...]
    where: str = ""

    def recipes(self, right: Recipe) -> Iterator[tuple[Way, Recipe]]:
        """Each way that changes something in the recipe, with the changed recipe."""
        for way in self.ways:
            changed = replace(right, **way)
            if changed != right:
                yield way, changed


def normalized_sentence(name: str) -> str:
    """Say what a normalization did to the text.

    >>> normalized_sentence("nfc"), normalized_sentence("strip-accents")
    ('The text was normalized with NFC.', 'Accents were removed.')
    """
    sentences = {"lowercase": "The text was lowercased.", "strip-accents": "Accents were removed."}
    return sentences.get(name, f"The text was normalized with {name.upper()}.")


def _tie(order: str, choice: str, *other_ways: Way) -> Mistake:
    sentence = f"Among equally frequent pairs, {choice}."
    return Mistake(f"tie-{order}", sentence, ({"tie": order}, *other_ways))


_TIES = (
    *(_tie(rule.name, rule.choice) for rule in TIE_RULES.values()),
    _tie("last-seen", "the one met last in the corpus is taken", {"tie": "last-occurrence"}),
    _tie("highest-id", "the one with the highest ids is taken"),
    _tie("smallest-text", "the first in lexicographic order is taken"),
    _tie("largest-joined-text", "the one whose joined text comes last is taken"),
    _tie("smallest-joined-text", "the one whose joined text comes first is taken"),
    _tie(
        "largest-printable",
        "the last in the order of GPT-2's printable characters is taken, not the last in the order "
        "of bytes",
    ),
    _tie("smallest-printable", "the first in the order of GPT-2's printable characters is taken"),
    Mistake(
        "tie-largest-left",
        "Ties are broken by the left token alone: its text comes last; then the pair met first.",
        ({"tie": "largest-left"},),
    ),
    Mistake(
        "tie-smallest-left",
        "Ties are broken by the left token alone: its text comes first; then the pair met first.",
        ({"tie": "smallest-left"},),
    ),
    _tie("longest", "the one that makes the longest token is taken"),
    _tie("shortest", "the one that makes the shortest token is taken"),
    _tie(
        "dictionary",
        "the first in a dictionary is taken, and the dictionary's order changes from merge to "
        "merge",
        {"tie": "dictionary", "table": "reinserted"},
        {"tie": "first-seen", "table": "words-reinserted"},
    ),
    _tie(
        "dictionary-last",
        "the last in a dictionary is taken, and the dictionary's order changes from merge to merge",
        {"tie": "dictionary-last", "table": "reinserted"},
    ),
)
_ORDERS = (
    Mistake("base-by-value", "Base tokens are numbered by their value.", ({"numbering": "value"},)),
    Mistake(
        "base-by-gpt2",
        "Base tokens are numbered in the order of GPT-2's printable characters.",
        ({"numbering": "gpt2"},),
    ),
    Mistake(
        "base-first-met",
        "Base tokens are numbered in the order in which they are first met in the corpus.",
        ({"numbering": "first-met"},),
    ),
    Mistake(
        "base-by-frequency",
        "Base tokens are numbered from the most frequent to the rarest.",
        ({"numbering": "by-frequency"},),
    ),
    Mistake("words-sorted", "Words are read in lexicographic order.", ({"word_order": "sorted"},)),
    Mistake(
        "words-by-frequency",
        "Words are read from the most frequent to the rarest.",
        ({"word_order": "by-frequency"},),
    ),
)
_COUNTS = (
    Mistake(
        "overlaps-as-merged",
        "Overlapping pairs are counted as they can be merged: a a a counts once, not twice.",
        ({"counting": "as-merged"},),
    ),
    Mistake(
        "pair-once-per-word",
        "A pair counts once in a word, even if it occurs there twice.",
        ({"counting": "once-per-word"},),
    ),
    Mistake(
        "words-once",
        "Each distinct word counts once, however often it occurs.",
        ({"frequencies": False},),
    ),
    Mistake(
        "rare-words-dropped",
        "Words that occur only once are left out of the corpus.",
        ({"least_count": 2},),
    ),
    Mistake(
        "pairs-across-words",
        "Pairs are counted and merged across word boundaries.",
        ({"cut": "none"}, {"reading": "joined-words"}),
    ),
    Mistake(
        "score-wordpiece",
        "The pair with the highest WordPiece score is taken (its count divided by the "
        "product of its tokens' counts), not the most frequent one.",
        ({"counting": "score"},),
    ),
)
#: Two merged pairs that adjoin are each other's neighbours. Somebody who goes through a word from
#: the left, with new tokens before the pair and old ones behind it, counts rightly.
_BOTH_SIDES, _ONE_SIDE = ("right", "old", "new"), ("old-new", "new-old")
_ADJOINING = tuple(
    {"lowered": lowered, "raised": raised}
    for lowered, raised in chain(
        product(_BOTH_SIDES, repeat=2),
        product(_BOTH_SIDES, _ONE_SIDE),
        product(_ONE_SIDE, _BOTH_SIDES),
    )
    if (lowered, raised) != ("right", "right")
)
_UPDATES = (
    Mistake(
        "counts-not-renewed",
        "Pairs are counted once at the start, and not again after a merge.",
        (
            {"lowered": "none", "raised": "none"},
            {"lowered": "none", "raised": "none", "keeps_chosen": True},
        ),
    ),
    Mistake(
        "counts-not-lowered",
        "A merge adds the new pairs, but does not lower the counts of the pairs it breaks up.",
        ({"lowered": "none"}, {"lowered": "none", "raised": "old"}),
    ),
    Mistake(
        "counts-not-raised",
        "A merge lowers the counts of the pairs it breaks up, but does not add the new pairs.",
        ({"raised": "none"}, {"raised": "none", "lowered": "old"}),
    ),
    Mistake(
        "adjoining-pairs",
        "Where two merged pairs are next to each other, the counts of their neighbours are "
        "updated wrongly.",
        _ADJOINING,
    ),
    Mistake(
        "one-neighbour",
        "After a merge, counts are updated on one side only: those with the token before the "
        "pair, or those with the token after it.",
        tuple(
            {"lowered": source, "raised": source}
            for source in ("new-none", "old-none", "none-old", "none-new")
        ),
    ),
    Mistake(
        "lowered-pairs-forgotten",
        "The heap of pairs forgets pairs whose counts fall: an outdated entry is thrown away, and "
        "the pair is not put back with its new count.",
        ({"forgets": True}, {"forgets": True, "table": "reinserted"}),
    ),
    Mistake(
        "updates-once",
        "After a merge, counts are updated once for each word instead of by its frequency.",
        ({"update_frequencies": False},),
    ),
)


# Other ways of merging a pair in a word


def split_first(word: str, pair: str) -> list[str]:
    """Only the first occurrence is merged.

    >>> split_first("xyxy", "xy")
    ['', 'xy']
    """
    return word.split(pair, 1)


def keep_right_part(trainer: Trainer, word: str, pair: str, new: str) -> str:
    """A merge that continues with the right part of the pair it has just merged.

    >>> keep_right_part(None, "xyz", "xy", "n")
    'nyz'
    """
    merged = (new if found == pair else found[0] for found in pairs_of(word))
    return "".join(merged) + word[-1:]


def lose_last(trainer: Trainer, word: str, pair: str, new: str) -> str:
    """A merge whose loop ends before the last token.

    >>> lose_last(None, "xyz", "xy", "n"), lose_last(None, "zxy", "xy", "n")
    ('n', 'zn')
    """
    merged = new.join(word.split(pair))
    return merged if word.endswith(pair) and merged.endswith(new) else merged[:-1]


def replace_text(trainer: Trainer, word: str, pair: str, new: str) -> str:
    """The word written with gaps, with the gap removed wherever the pair's text occurs."""
    left, right = trainer.text_of(pair)
    text = GAP.join(trainer.texts[ord(token)] for token in word)
    parts = text.replace(left + GAP + right, left + right).split(GAP)
    return "".join(map(trainer.token_of, parts))


def _with_text(trainer: Trainer, pair: str) -> Iterable[int]:
    """The words with tokens that end and begin like the pair."""
    left, right = trainer.text_of(pair)
    ends = {chr(i) for i, text in enumerate(trainer.texts) if text.endswith(left)}
    begins = {chr(i) for i, text in enumerate(trainer.texts) if text.startswith(right)}
    pairs = [other for other in trainer.met if other[0] in ends and other[1] in begins]
    return sorted({number for other in pairs for number in trainer.words_with(other)})


def _all_words(trainer: Trainer, pair: str) -> Iterable[int]:
    return range(len(trainer.words))


_MERGES = (
    Mistake(
        "merged-from-right",
        "A merge goes from right to left: a a a becomes a aa.",
        ({"merging": Merging(str.rsplit)},),
    ),
    Mistake(
        "merged-first-only",
        "Only the first occurrence of the pair in each word is merged.",
        ({"merging": Merging(split_first)},),
    ),
    Mistake(
        "merged-in-text",
        "A merge replaces text, so it also joins tokens that only end or begin like the pair.",
        ({"merging": Merging(rewrite=replace_text, affects=_with_text)},),
    ),
    Mistake(
        "right-part-kept",
        "A merge replaces the left token and leaves the right one where it is.",
        ({"merging": Merging(rewrite=keep_right_part)},),
    ),
    Mistake(
        "last-token-lost",
        "The merging loop ends too early and loses the last token of a word.",
        ({"merging": Merging(rewrite=lose_last, affects=_all_words)},),
    ),
)
_READING = (
    *(
        Mistake(
            f"cut-{name}",
            f"The text was split into words by a different rule: {rule.label}.",
            ({"cut": name},),
        )
        for name, rule in CUTS.items()
        if name != "none"
    ),
    Mistake(
        "cut-by-line",
        "The text is read line by line, and each line is cut separately.",
        (
            {"reading": "by-line"},
            {"reading": "by-line-without-ends"},
            {"reading": "by-stripped-line"},
        ),
    ),
    Mistake(
        "line-ends-changed",
        r"Line ends change when the file is read: \r\n becomes \n, as Python does in text mode.",
        ({"reading": "text-mode"},),
    ),
    Mistake(
        "documents-stripped",
        "Whitespace at the beginning and end of each document is removed, as strip() does.",
        ({"reading": "stripped"},),
    ),
    Mistake(
        "cut-by-chunk",
        "The text is cut into chunks of equal size, even inside words.",
        tuple({"reading": f"in-{n}-chunks"} for n in CHUNKS),
    ),
    Mistake("unit-char", "The units are characters.", ({"unit": "char"},)),
    Mistake("unit-byte", "The units are bytes.", ({"unit": "byte"},)),
    Mistake("not-normalized", "The text was not normalized.", ({"normalizer": ()},)),
    *(
        Mistake(f"normalized-{name}", normalized_sentence(name), ({"normalizer": (name,)},))
        for name in NORMALIZERS
    ),
    Mistake("marker-missing", "Words have no end-of-word marker.", ({"marker": ""},)),
    Mistake(
        "marker-added",
        "Words end with an end-of-word marker.",
        tuple({"marker": marker} for marker in ("</w>", "_", "▁", "Ġ", "<eow>", "$", "#", "·")),
    ),
    Mistake(
        "marker-joined",
        "The end-of-word marker is part of the word's last unit, not a token of its own.",
        ({"marker_place": "joined"}, {"marker": "</w>", "marker_place": "joined"}),
    ),
    Mistake(
        "marker-at-start",
        "A marker is put in front of each word.",
        (
            {"marker_place": "first"},
            *({"marker": marker, "marker_place": "first"} for marker in ("▁", "Ġ", "_", " ")),
        ),
    ),
    Mistake(
        "special-left-in",
        "Special tokens are left in the text and merged like any other text.",
        ({"special": "left-in"},),
    ),
    Mistake(
        "special-removed",
        "Special tokens are removed from the text, and what was before and after them is joined.",
        ({"special": "removed"},),
    ),
    Mistake(
        "special-counted",
        "Special tokens are split off the text, but then counted as words.",
        ({"special": "as-word"}, {"special": "cut-alone"}),
    ),
    Mistake(
        "special-cut-out",
        "The text is cut at <|endoftext|>, although it is not among the special tokens.",
        ({"special_tokens": ("<|endoftext|>",)},),
    ),
)
TOO_FEW, BASE_NOT_COUNTED, TOO_MANY, TOO_RARE, STOPPED, REVERSED = (
    Mistake("too-few-merges", "The list ends too early: the last merges are missing.", ()),
    Mistake(
        "base-not-counted",
        "The list is too long by exactly the size of the base vocabulary: a vocabulary size "
        "includes the 256 bytes, or the characters, that training starts from.",
        (),
    ),
    Mistake("too-many-merges", "The list is too long: it has extra merges at its end.", ()),
    Mistake(
        "min-frequency-ignored",
        "The minimum frequency is ignored: pairs that are too rare are merged, too.",
        (),
    ),
    Mistake("stopped-at-one", "Training stops when the most frequent pair occurs only once.", ()),
    Mistake("pairs-reversed", "Each pair is written with its right token first.", ()),
)
_LISTS = (TOO_FEW, BASE_NOT_COUNTED, TOO_MANY, TOO_RARE, STOPPED, REVERSED)
#: Which part of a trainer's code makes which mistakes.
_PARTS: Mapping[str, tuple[Mistake, ...]] = {
    "Where to look: the line that chooses the pair, such as max(counts, key=…).": _TIES,
    "Where to look: the code that numbers the base tokens, or puts the words in order.": _ORDERS,
    "Where to look: the loop that counts the pairs.": _COUNTS,
    "Where to look: the code that changes the counts after a merge.": _UPDATES,
    "Where to look: the loop that replaces the pair in a word.": _MERGES,
    "Where to look: the code that reads the text and cuts it into words.": _READING,
    "Where to look: the condition that ends the training, and the line that stores a merge.": (
        _LISTS
    ),
}

#: Every mistake that is looked for, by its name.
MISTAKES: Mapping[str, Mistake] = {
    mistake.name: replace(mistake, where=where)
    for where, mistakes in _PARTS.items()
    for mistake in mistakes
}


def places_of(explanations: Sequence[Sequence[str]]) -> list[str]:
    """Where to look for any of these mistakes, each place once.

    >>> places_of([("words-once", "tie-longest"), ("rare-words-dropped",)])[0]
    'Where to look: the loop that counts the pairs.'
    """
    return list(dict.fromkeys(MISTAKES[name].where for names in explanations for name in names))


def needed_event(way: Way) -> str | None:
    """Name the event before which the way makes no difference; None if no event decides it.

    >>> needed_event({"merging": Merging(str.rsplit)}), needed_event({"cut": "gpt2"})
    ('overlapped', None)
    """
    if not way.keys() & {*STEP_FIELDS}:
        return None
    if "merging" in way:
        return {str.rsplit: "overlapped", split_first: "repeated"}.get(
            way["merging"].split, "merged"
        )
    if "counting" in way:
        return {"as-merged": "tripled", "once-per-word": "doubled"}.get(way["counting"])
    if "update_frequencies" in way:
        return "weighted"
    return "adjoined" if way in _ADJOINING else "merged"


def is_idle(recipe: Recipe) -> bool:
    """Whether a recipe changes an order that its tie rule does not use.

    >>> is_idle(Recipe(numbering="first-met", tie="largest-text"))
    True
    """
    order = find_tie_order(recipe.tie)
    numbers = recipe.numbering != "value" and not order.by_number
    reads = order.by_place or (order.by_number and recipe.numbering == "first-met")
    return numbers or (recipe.word_order != "first-met" and not reads)


def possible_ways(right: Recipe, source: Source) -> list[tuple[Mistake, Way]]:
    """Every way of every mistake that can make a difference to a trainer with this recipe.

    >>> ways = possible_ways(Recipe(), {"hug": 10})
    >>> any(mistake.name.startswith("cut-") for mistake, _ in ways)
    False
    """
    return [
        (mistake, way)
        for mistake in MISTAKES.values()
        for way, changed in mistake.recipes(right)
        if _matters(mistake, changed, source)
    ]


def _matters(mistake: Mistake, changed: Recipe, source: Source) -> bool:
    if not isinstance(source, str):
        reads_text = mistake.name.startswith(("cut-", "special-", "line-ends-", "documents-"))
        return not (reads_text or changed.cut == "none")
    if mistake.name == "line-ends-changed":
        return "\r" in source
    if mistake.name == "special-cut-out":
        return not changed.special_tokens or "<|endoftext|>" in source
    if mistake.name.startswith("special-"):
        return any(token in source for token in changed.special_tokens)
    if mistake.name == "marker-joined" or mistake.name == "marker-at-start":
        return bool(changed.marker)
    if mistake.name.endswith("-printable"):
        return changed.unit == "byte"
    if mistake.name.startswith("unit-"):
        return not source.isascii()
    return True
