"""Draw the steps before the merges: what normalization changes in a text, and every way to cut it.

Python normalizes and cuts. The browser draws, and finds the characters of the learner's own text
for any word. Places always count characters of that text, before any normalization.

A separate process cuts by a learner's own pattern, within three seconds. A pattern never waits for
a training, and it stays in the session: no link runs one.
"""

import json
from collections import Counter
from heapq import merge
from itertools import islice
from typing import Any

import streamlit as st

from bpe_core import BpeError
from bpe_core.text.corpus import write_space
from bpe_core.text.normalization import NORMALIZERS, Normalized, normalize_with_offsets, way_back
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, Word, dropped_spans, locate_words
from bpe_core.worker.own_pattern import (
    LENGTH_LIMIT,
    TIME_LIMIT,
    PatternJob,
    PatternStoppedError,
    Span,
    check_pattern,
)
from pages.components.component import STEPPER, component
from pages.components.training import WorkerAnswers
from pages.lessons.before_merges import LESSON
from pages.session.language import _, current_language, gettext, ngettext, translate_error
from pages.session.session_state import SessionValue, component_value

_normalized = component(
    "lessons/before_merges/normalized.js", STEPPER, "lessons/before_merges/before_merges.css"
)
_cuts = component(
    "lessons/before_merges/cuts.js", STEPPER, "lessons/before_merges/before_merges.css"
)
#: Most words of one way of cutting, and most kinds of changes, that are shown.
MOST_PARTS = 120
MOST_CHANGES = 24
#: Most distinct changes that are shown for one normalization by itself.
MOST_BY_ITSELF = 12
#: The rules that are seen first: of two well-known patterns, and of BERT.
FIRST_CUTS = ("gpt2", "gpt4", "bert")
#: Numbers that look alike to people and are cut differently.
NUMBERS = ("7,481", "74,815", "74815")

Data = dict[str, Any]
_own_pattern = SessionValue[str]("own_pattern")


def draw_each(text: str) -> None:
    """Draw the text after each normalization by itself."""
    data = {
        "lang": current_language(),
        "each": [by_itself(text, name) for name in NORMALIZERS],
        "names": {name: gettext(each.label) for name, each in NORMALIZERS.items()},
    }
    _normalized(key="each_normalization", data=data)


def draw_chain(normalized: Normalized) -> None:
    """The text with every change in its place, a table of the changes, and the verdict on them."""
    _normalized(
        key="normalized_text",
        data={
            "lang": current_language(),
            "pieces": pieces_of(normalized),
            "changes": changes_of(normalized),
            "verdict": verdict(normalized),
            "reversible": way_back(normalized.original, normalized.text) is not None,
        },
    )


def verdict(normalized: Normalized) -> str:
    """Whether the original can be recovered, and how."""
    way = way_back(normalized.original, normalized.text)
    lost = sum(piece.change == "lost" for piece in normalized.pieces)
    if way == "":
        return _("Reversible here: the chain changes nothing in this text.")
    if way is not None:
        return LESSON.prose("reversible", form=way.upper())
    if lost:
        return ngettext(
            "Not reversible: in {n} place, the original characters cannot be recovered.",
            "Not reversible: in {n} places, the original characters cannot be recovered.",
            lost,
            n=lost,
        )
    return LESSON.prose("canonical")


def draw_cuts(normalized: Normalized, own: list[Span] | None, *, in_use: str) -> None:
    """Every way of cutting the text, `in_use` marked, and the learner's own pattern.

    `own` is where the pattern's words occur in the normalized text; None if there is no result.
    """

    def take() -> None:
        typed = component_value("cuts", "pattern")
        if isinstance(typed, str):
            _own_pattern.put(typed[: LENGTH_LIMIT + 1])

    _cuts(
        key="cuts",
        data={
            "lang": current_language(),
            "original": normalized.original,
            "cuts": cuts_of(normalized) + ([] if own is None else [_own_cut(normalized, own)]),
            "in_use": in_use,
            "first": [*FIRST_CUTS, in_use, "own"],
            "pattern": _own_pattern.get() or "",
            "names": {name: gettext(each.label) for name, each in PRE_TOKENIZERS.items()},
            "numbers": NUMBERS,
            # For each way of cutting, the words of each number, with spaces as it writes them.
            "number_words": [
                [[write_space(word, rule, "char") for word in rule.split(n)] for n in NUMBERS]
                for rule in PRE_TOKENIZERS.values()
            ],
        },
        on_pattern_change=take,
    )


def _own_cut(normalized: Normalized, own: list[Span]) -> Data:
    words = [Word(normalized.text[start:end], start, end) for start, end in own]
    return cut_of(normalized, words, "own")


def pieces_of(normalized: Normalized) -> list[list[str]]:
    """The text as `[original, text, change]`; adjacent unchanged parts are joined into runs.

    >>> from bpe_core.text.normalization import normalize_with_offsets
    >>> pieces_of(normalize_with_offsets("a ﬁn", ["nfkc"]))
    [['a ', 'a ', 'same'], ['ﬁ', 'fi', 'lost'], ['n', 'n', 'same']]
    """
    pieces: list[list[str]] = []
    for piece in normalized.pieces:
        if pieces and pieces[-1][2] == piece.change == "same":
            pieces[-1][0] += piece.original
            pieces[-1][1] += piece.text
        else:
            pieces.append([piece.original, piece.text, piece.change])
    return pieces


def changes_of(normalized: Normalized, most: int = MOST_CHANGES) -> list[Data]:
    """The distinct changes, lossy ones first, with how often each was made."""
    changed = (p for p in normalized.pieces if p.change != "same")
    counts = Counter((p.original, p.text, p.change) for p in changed)
    first = sorted(counts, key=lambda change: change[2] != "lost")
    return [
        {
            "original": original,
            "text": text,
            "change": change,
            "from": code_points(original),
            "to": code_points(text),
            "count": counts[original, text, change],
        }
        for original, text, change in first[:most]
    ]


def by_itself(text: str, name: str) -> Data:
    """The changes that a normalization by itself makes to a text."""
    normalized = normalize_with_offsets(text, [name])
    counts = Counter(piece.change for piece in normalized.pieces)
    different = {piece[:2] for piece in normalized.pieces if piece.change != "same"}
    changes = changes_of(normalized, MOST_BY_ITSELF)
    return {
        "name": name,
        "changes": changes,
        "more": len(different) - len(changes),
        "lost": counts["lost"],
        "equivalent": counts["equivalent"],
        "way": way_back(text, normalized.text),
    }


def code_points(text: str) -> str:
    """The code points of a text, written as in Unicode's charts.

    >>> code_points("ﬁ"), code_points("")
    ('U+FB01', '')
    """
    return " ".join(f"U+{ord(character):04X}" for character in text)


def cut_of(normalized: Normalized, words: list[Word], name: str) -> Data:
    """One way of cutting: `[word, start, end]` in order, including the parts not in any word.

    `start` and `end` count characters of the original. A part that is not in any word has a fourth
    entry, and `drops` lists where such parts are.
    """
    rule = PRE_TOKENIZERS.get(name)
    gaps = dropped_spans(((w.start, w.end) for w in words), len(normalized.text))
    dropped = (Word(normalized.text[start:end], start, end) for start, end in gaps)
    in_order = merge(
        ((word, False) for word in words),
        ((gap, True) for gap in dropped),
        key=lambda part: part[0].start,
    )
    shown: list[list[Any]] = []
    for (text, start, end), is_dropped in islice(in_order, MOST_PARTS):
        written = write_space(text, rule, "char") if rule and not is_dropped else text
        shown.append([written, *normalized.span(start, end), *([True] if is_dropped else [])])
    return {
        "name": name,
        "words": len(words),
        "dropped": sum(end - start for start, end in gaps),
        "parts": shown,
        "more": len(words) + len(gaps) - len(shown),
    }


def cuts_of(normalized: Normalized) -> list[Data]:
    """Every named way of cutting the text."""
    return [
        cut_of(normalized, locate_words(normalized.text, rule), name)
        for name, rule in PRE_TOKENIZERS.items()
    ]


#: How many results are kept; each is a list of places in a short text.
MOST_RESULTS = 64


ANSWERS: WorkerAnswers[list[Span]] = WorkerAnswers(
    "bpe_core.worker.own_pattern",
    lambda data: [(start, end) for start, end in json.loads(data)],
    lambda _progress: _("Your pattern is running."),
    PatternStoppedError(seconds=TIME_LIMIT),
    most=MOST_RESULTS,
    time_limit=TIME_LIMIT,
)


def own_words(text: str) -> list[Span] | None:
    """Where the words of the learner's own pattern occur in the text; None if there is none.

    While they are not known, this has drawn the progress, or what happened.
    """
    if not (pattern := _own_pattern.get()):
        return None
    try:
        check_pattern(pattern)
        return ANSWERS.ask([pattern, text], PatternJob(pattern), text)
    except BpeError as error:
        st.error(translate_error(error))
        return None
