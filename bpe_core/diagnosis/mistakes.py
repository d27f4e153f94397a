"""The mistakes in trainers that people write, each with its name and a sentence.

Each mistake is a change of a line or two of the small trainer in `bpe_core.diagnosis.trainer`, its
name, and its sentence, which stands in `sentences.toml`. Names are stable: graders may rely on
them. A mistake can be made in several ways, which differ in the code but not in the
misunderstanding; each way says which fields of a recipe it changes. Unlike an error, which is about
somebody's input, a mistake is what might explain a list of merges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Any

from bpe_core.algorithms.bpe.tie_rules import TIE_RULES
from bpe_core.diagnosis.recipe import SENTENCES, STEP_FIELDS, Merging, Recipe
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


_NORMALIZED = {"lowercase": "The text was lowercased.", "strip-accents": "Accents were removed."}
_OF_RULES = {
    **{f"tie-{n}": f"Among equally frequent pairs, {r.choice}." for n, r in TIE_RULES.items()},
    **{
        f"cut-{name}": f"The text was split into words by a different rule: {rule.label}."
        for name, rule in CUTS.items()
    },
    **{
        f"normalized-{name}": _NORMALIZED.get(name, f"The text was normalized with {name.upper()}.")
        for name in NORMALIZERS
    },
}


def mistakes_of(*part: str, ways: Mapping[str, Sequence[Way]]) -> dict[str, Mistake]:
    """The mistakes of a part of `sentences.toml` by name, each with its ways and its sentence."""
    texts: Any = SENTENCES
    for name in part:
        texts = texts[name]
    sentences, where = _OF_RULES | texts, texts.get("where", "")
    return {name: Mistake(name, sentences[name], (*each,), where) for name, each in ways.items()}


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
TOO_FEW, BASE_NOT_COUNTED, TOO_MANY = "too-few-merges", "base-not-counted", "too-many-merges"
TOO_RARE, STOPPED, REVERSED = "min-frequency-ignored", "stopped-at-one", "pairs-reversed"
#: The ways of each mistake, by the part of a trainer's code in which it is made.
_WAYS: Mapping[str, Mapping[str, Sequence[Way]]] = {
    "choice": {
        **{f"tie-{name}": [{"tie": name}] for name in TIE_RULES},
        "tie-last-seen": [{"tie": "last-seen"}, {"tie": "last-occurrence"}],
        **{
            f"tie-{name}": [{"tie": name}]
            for name in (
                *("highest-id", "smallest-text", "largest-joined-text", "smallest-joined-text"),
                *("largest-printable", "smallest-printable", "largest-left", "smallest-left"),
                *("longest", "shortest"),
            )
        },
        "tie-dictionary": [
            {"tie": "dictionary"},
            {"tie": "dictionary", "table": "reinserted"},
            {"tie": "first-seen", "table": "words-reinserted"},
        ],
        "tie-dictionary-last": [
            {"tie": "dictionary-last"},
            {"tie": "dictionary-last", "table": "reinserted"},
        ],
    },
    "order": {
        "base-by-value": [{"numbering": "value"}],
        "base-by-gpt2": [{"numbering": "gpt2"}],
        "base-first-met": [{"numbering": "first-met"}],
        "base-by-frequency": [{"numbering": "by-frequency"}],
        "words-sorted": [{"word_order": "sorted"}],
        "words-by-frequency": [{"word_order": "by-frequency"}],
    },
    "counting": {
        "overlaps-as-merged": [{"counting": "as-merged"}],
        "pair-once-per-word": [{"counting": "once-per-word"}],
        "words-once": [{"frequencies": False}],
        "rare-words-dropped": [{"least_count": 2}],
        "pairs-across-words": [{"cut": "none"}, {"reading": "joined-words"}],
        "score-wordpiece": [{"counting": "score"}],
    },
    "updates": {
        "counts-not-renewed": [
            {"lowered": "none", "raised": "none"},
            {"lowered": "none", "raised": "none", "keeps_chosen": True},
        ],
        "counts-not-lowered": [{"lowered": "none"}, {"lowered": "none", "raised": "old"}],
        "counts-not-raised": [{"raised": "none"}, {"raised": "none", "lowered": "old"}],
        "adjoining-pairs": _ADJOINING,
        "one-neighbour": [
            {"lowered": source, "raised": source}
            for source in ("new-none", "old-none", "none-old", "none-new")
        ],
        "lowered-pairs-forgotten": [{"forgets": True}, {"forgets": True, "table": "reinserted"}],
        "updates-once": [{"update_frequencies": False}],
    },
    "merging": {
        "merged-from-right": [{"merging": Merging(str.rsplit)}],
        "merged-first-only": [{"merging": Merging(split_first)}],
        "merged-in-text": [{"merging": Merging(rewrite=replace_text, affects=_with_text)}],
        "right-part-kept": [{"merging": Merging(rewrite=keep_right_part)}],
        "last-token-lost": [{"merging": Merging(rewrite=lose_last, affects=_all_words)}],
    },
    "reading": {
        **{f"cut-{name}": [{"cut": name}] for name in CUTS if name != "none"},
        "cut-by-line": [
            {"reading": f"by-{line}"} for line in ("line", "line-without-ends", "stripped-line")
        ],
        "line-ends-changed": [{"reading": "text-mode"}],
        "documents-stripped": [{"reading": "stripped"}],
        "cut-by-chunk": [{"reading": f"in-{n}-chunks"} for n in CHUNKS],
        "unit-char": [{"unit": "char"}],
        "unit-byte": [{"unit": "byte"}],
        "not-normalized": [{"normalizer": ()}],
        **{f"normalized-{name}": [{"normalizer": (name,)}] for name in NORMALIZERS},
        "marker-missing": [{"marker": ""}],
        "marker-added": [
            {"marker": marker} for marker in ("</w>", "_", "▁", "Ġ", "<eow>", "$", "#", "·")
        ],
        "marker-joined": [
            {"marker_place": "joined"},
            {"marker": "</w>", "marker_place": "joined"},
        ],
        "marker-at-start": [
            {"marker_place": "first"},
            *({"marker": marker, "marker_place": "first"} for marker in ("▁", "Ġ", "_", " ")),
        ],
        "special-left-in": [{"special": "left-in"}],
        "special-removed": [{"special": "removed"}],
        "special-counted": [{"special": "as-word"}, {"special": "cut-alone"}],
        "special-cut-out": [{"special_tokens": ("<|endoftext|>",)}],
    },
    "list": dict.fromkeys((TOO_FEW, BASE_NOT_COUNTED, TOO_MANY, TOO_RARE, STOPPED, REVERSED), ()),
}

#: Every mistake that is looked for, by its name.
MISTAKES: Mapping[str, Mistake] = {
    name: mistake
    for part, ways in _WAYS.items()
    for name, mistake in mistakes_of("trainer", part, ways=ways).items()
}


def places_of(explanations: Sequence[Sequence[str]]) -> list[str]:
    """Where to look for any of these mistakes, each place once.

    >>> places_of([("words-once", "tie-longest"), ("rare-words-dropped",)])
    ['Where to look: the loop that counts the pairs.', 'Where to look: the line that chooses ...']
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


def is_idle(recipe: Recipe, right: Recipe) -> bool:
    """Whether a recipe changes an order that its tie rule does not use.

    >>> ties, right = ("first-seen", "lowest-id", "largest-text"), Recipe()
    >>> for numbering in ("value", "first-met"):
    ...     changed = Recipe(word_order="sorted", numbering=numbering)
    ...     print([is_idle(replace(changed, tie=tie), right) for tie in ties])
    [False, True, True]
    [True, False, True]
    """
    order = find_tie_order(recipe.tie)
    numbers = recipe.numbering != right.numbering and not order.by_number
    reads = order.by_place or (order.by_number and recipe.numbering == "first-met")
    return numbers or (recipe.word_order != right.word_order and not reads)


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
