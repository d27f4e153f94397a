"""The lattice of one word: a Components v2 component that draws every way to segment it.

Python sends the lattice with Viterbi's table; the browser steps over the table without asking the
server. Unlike the stepper, it also takes input: it reports a word that the learner types once.
"""

from collections.abc import Callable
from math import exp
from typing import Any

from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.lattice import Path as Way
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.text.corpus import encode_utf8
from pages.components.component import STEPPER, component
from pages.components.tokens.plain_text import readable
from pages.session.language import current_language
from pages.session.session_state import component_value

#: The most characters of a typed word, and the most units of any word that are drawn.
LONGEST_WORD = 24
#: How many segmentations are listed.
MOST_WAYS = 8
#: Up to this many are added up one by one: the remainder to 1 may be too small to subtract.
MOST_ADDED = 64

#: Characters, or bytes by their value, and the end-of-word marker as text.
Units = list[str | int]

_component = component(
    "components/tokens/lattice/lattice.js", STEPPER, "components/tokens/lattice/lattice.css"
)


def lattice_of(
    trace: UnigramTrace, step: int, word: str, *, key: str, on_word: Callable[[str], None]
) -> Lattice | None:
    """Draw the lattice of `word` after `step` rounds, and return it (None for no word).

    `on_word` is called with a word that the learner has typed.
    """

    def take() -> None:
        typed = component_value(key, "word")
        if isinstance(typed, str) and 0 < len(typed) <= LONGEST_WORD:
            on_word(typed)

    tokenizer = trace.tokenizer(step)
    units = units_of(trace, word) if word else []
    lattice = drawn_lattice(tokenizer, word, len(units)) if units else None
    data = {
        "word": readable(word, trace.corpus),
        "limit": LONGEST_WORD,
        "lang": current_language(),
        "lattice": trained_lattice(trace, tokenizer, lattice, units) if lattice else None,
    }
    _component(key=key, data=data, on_word_change=take)
    return lattice


def word_lattice(lattice: dict[str, Any], *, key: str) -> None:
    """Draw the lattice that `lattice_data` described, without a field for another word."""
    data = {"word": "", "limit": 0, "lang": current_language(), "lattice": lattice}
    _component(key=key, data=data)


def drawn_lattice(tokenizer: UnigramTokenizer, word: str, length: int) -> Lattice:
    """The lattice of a word of `length` units. A long word's covers only its first units."""
    whole = tokenizer.lattice(word[:LONGEST_WORD])
    if length == whole.length <= LONGEST_WORD + 1:  # one more for an end-of-word marker
        return whole
    return Lattice(LONGEST_WORD, [edge for edge in whole.edges if edge.end <= LONGEST_WORD])


def trained_lattice(
    trace: UnigramTrace, tokenizer: UnigramTokenizer, lattice: Lattice, units: Units
) -> dict[str, Any]:
    """Return the data of a word's lattice, by a tokenizer that was trained here."""
    return lattice_data(
        lattice,
        units[: lattice.length],
        left_out=units[lattice.length :][: LONGEST_WORD + 1],
        unknown_id=tokenizer.unknown_id,
    )


def units_of(trace: UnigramTrace, word: str) -> Units:
    """The units of a word: characters, or bytes by value; its end-of-word marker last."""
    corpus = trace.corpus
    word = readable(word, corpus)
    units: Units = [*encode_utf8(word)] if corpus.unit == "byte" else [*word]
    return [*units, corpus.end_of_word] if corpus.end_of_word else units


def lattice_data(
    lattice: Lattice,
    units: Units,
    *,
    left_out: Units,
    unknown_id: int,
    has_bytes: bool = False,
) -> dict[str, Any]:
    """A lattice over `units`, with Viterbi's table and the best ways.

    Scores are natural logarithms of probabilities; `left_out` are units that are not drawn. With
    `has_bytes`, an unknown unit becomes its bytes.
    """
    found = lattice.n_best(MOST_ADDED)
    ways, total = found[:MOST_WAYS], lattice.log_probability
    rest = sum(exp(way.log_probability - total) for way in found[MOST_WAYS:])
    if lattice.path_count > len(found):
        rest = max(rest, 1.0 - sum(exp(way.log_probability - total) for way in ways))
    unknown = [units[e.start] for e in lattice.edges if e.token_id == unknown_id]
    return {
        "units": units,
        "left_out": left_out,
        "edges": [
            [edge.start, edge.end, edge.log_probability, edge.token_id == unknown_id]
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
        "has_bytes": has_bytes,
    }


def _way(way: Way, total: float) -> dict[str, Any]:
    """A segmentation: its edges, its score, and its share of the word's probability."""
    return {
        "edges": list(way.edges),
        "score": way.log_probability,
        "share": exp(way.log_probability - total),
    }
