"""The lattice of one word: a Components v2 component that draws every way to segment it.

Python sends the lattice with Viterbi's table; the browser steps over the table without asking.
Unlike the stepper it also takes something in: a word that the learner types comes back once.
"""

from collections.abc import Callable
from math import exp
from typing import Any

from bpe_core.text.corpus import encode_utf8, write_space
from bpe_core.text.pre_tokenization import find_pre_tokenizer
from bpe_core.text.reading import replace_surrogates
from bpe_core.unigram import Lattice, UnigramTokenizer, UnigramTrace
from bpe_core.unigram import Path as Way
from pages.components.component import component
from pages.session.language import _, current_language
from pages.session.session_state import said

#: Characters of a typed word, and units of any word that are drawn.
LONGEST_WORD = 24
#: Segmentations that are listed.
MOST_WAYS = 8
#: Up to so many are added up one by one, for what is left of 1 may be too small to subtract.
MOST_ADDED = 64

#: Characters, or bytes by their value, and the end-of-word marker as text.
Units = list[str | int]

_component = component(
    "unigram_lattice",
    "lessons/unigram/lattice/lattice.js",
    "components/stepper/stepper.css",
    "lessons/unigram/lattice/lattice.css",
)


def lattice_of(
    trace: UnigramTrace, step: int, word: str, *, key: str, on_word: Callable[[str], None]
) -> Lattice | None:
    """Draw the lattice of `word` after `step` rounds, and return it (None for no word).

    `on_word` is called with a word that the learner has typed.
    """

    def take() -> None:
        typed = said(key, "word")
        if isinstance(typed, str) and 0 < len(typed) <= LONGEST_WORD:
            on_word(replace_surrogates(typed)[0])

    tokenizer = trace.tokenizer(step)
    units = units_of(trace, word) if word else []
    lattice = drawn_lattice(tokenizer, word, len(units)) if units else None
    data = {
        "word": word,
        "limit": LONGEST_WORD,
        "lang": current_language(),
        "text": _texts(),
        "lattice": lattice_data(trace, tokenizer, lattice, units) if lattice else None,
    }
    _component(key=key, data=data, on_word_change=take)
    return lattice


def drawn_lattice(tokenizer: UnigramTokenizer, word: str, length: int) -> Lattice:
    """The lattice of a word of `length` units; of a long one only over its first units."""
    whole = tokenizer.lattice(word[:LONGEST_WORD])
    if length == whole.length <= LONGEST_WORD + 1:  # one more for an end-of-word marker
        return whole
    return Lattice(LONGEST_WORD, [edge for edge in whole.edges if edge.end <= LONGEST_WORD])


def lattice_data(
    trace: UnigramTrace, tokenizer: UnigramTokenizer, lattice: Lattice, units: Units
) -> dict[str, Any]:
    """What the browser draws, as JSON can hold it. Scores are natural logarithms."""
    found = lattice.n_best(MOST_ADDED)
    ways, total = found[:MOST_WAYS], lattice.log_probability
    rest = sum(exp(way.log_probability - total) for way in found[MOST_WAYS:])
    if lattice.path_count > len(found):
        rest = max(rest, 1.0 - sum(exp(way.log_probability - total) for way in ways))
    unknown = [units[e.start] for e in lattice.edges if e.token_id == tokenizer.unknown_id]
    return {
        "marker": trace.corpus.end_of_word,
        "units": units[: lattice.length],
        "left_out": units[lattice.length :][: LONGEST_WORD + 1],
        "edges": [
            [edge.start, edge.end, edge.log_probability, edge.token_id == tokenizer.unknown_id]
            for edge in lattice.edges
        ],
        "table": [[[way.edge, way.score] for way in row] for row in lattice.table],
        "back": lattice.back_pointers,
        "best": list(lattice.best.edges),
        "ways": [_way(way, total) for way in ways],
        "way_total": lattice.path_count,
        "rest": rest,
        "total": total,
        "unknown": list(dict.fromkeys(unknown)),
    }


def _way(way: Way, total: float) -> dict[str, Any]:
    """A segmentation: its edges, its score, and its share of the word's probability."""
    return {
        "edges": list(way.edges),
        "score": way.log_probability,
        "share": exp(way.log_probability - total),
    }


def units_of(trace: UnigramTrace, word: str) -> Units:
    """The units of a word: characters, or bytes by value; its end-of-word marker last."""
    corpus = trace.corpus
    word = write_space(word, find_pre_tokenizer(corpus.pre_tokenizer), corpus.unit)
    units: Units = [*encode_utf8(word)] if corpus.unit == "byte" else [*word]
    return [*units, corpus.end_of_word] if corpus.end_of_word else units


def _texts() -> dict[str, str]:
    """Every sentence that the lattice shows. The browser fills in the names in braces."""
    return {**_field_texts(), **_diagram_texts(), **_way_texts(), **_table_texts()}


def _field_texts() -> dict[str, str]:
    return {
        "label": _("Any word, up to {limit} characters"),
        "show": _("Show its lattice"),
        "too_long": _("This word has {n} characters; the limit is {limit}. Shorten it."),
        "empty": _("Type a word first."),
    }


def _diagram_texts() -> dict[str, str]:
    return {
        "diagram_title": _("All segmentations of the word"),
        "diagram": _("The lattice of {word}: {n} segmentations; the best is {best}"),
        "diagram_legend": _(
            "Each arc is a token with its probability; each path from left to right is a "
            "segmentation. Thick and solid: the best one. Dotted: the one you chose below."
        ),
        "left_out": _(
            "Only the first {n} units of this word are drawn. The rest is left out, along with "
            "every token that reaches into it: {rest}"
        ),
        "unknown": _(
            "Not in the vocabulary: {units}. Each becomes an unknown token, which is less "
            "probable than any other token."
        ),
    }


def _way_texts() -> dict[str, str]:
    return {
        "ways_title": _("The best segmentations"),
        "ways_legend": _(
            "Probability: the product of the tokens' probabilities. Share: its part of the "
            "summed probability of all {n} segmentations."
        ),
        "only_way": _("It is the only segmentation: no longer token fits."),
        "segmentation": _("segmentation"),
        "probability": _("probability"),
        "share": _("share"),
        "others": _("the other {n}"),
        "all": _("all {n} together"),
        "best": _("best"),
    }


def _table_texts() -> dict[str, str]:
    return {
        "table_title": _("Viterbi's table, position by position"),
        "table_legend": _(
            "Best score of a position: for each token that ends there, add its ln p to the best "
            "score at its start; the highest of these sums."
        ),
        "transport": _("Walk through the table"),
        "first": _("First position"),
        "previous": _("Previous position"),
        "next": _("Next position"),
        "last": _("Last position"),
        "next_short": _("Next"),
        "position_of": _("position {k} of {n}"),
        "position": _("position"),
        "candidates": _("compared"),
        "score": _("best score"),
        "back": _("back pointer"),
        "back_to": _("{token} from {k}"),
        "start": _("start"),
        "trace_back": _(
            "Reading backwards from position {n}: {steps}. So the best segmentation is {best}."
        ),
        "then": _(", then "),
        "sums": _(
            "ln p is the natural logarithm of the probability. Adding logarithms multiplies the "
            "probabilities."
        ),
    }
