"""Build what the browser shows of a text before the merges: what changed, and how it is cut.

Places always count characters of the learner's own text, before any normalization.
"""

from collections import Counter
from collections.abc import Iterable
from heapq import merge
from itertools import islice
from typing import Any

from bpe_core.text.corpus import write_space
from bpe_core.text.normalization import (
    NORMALIZERS,
    Normalized,
    Piece,
    normalize_with_offsets,
    way_back,
)
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, Word, dropped_spans, locate_words

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


def each_of(text: str) -> list[Data]:
    """List the changes that each normalization by itself makes to a text."""
    return [_by_itself(text, name) for name in NORMALIZERS]


def _by_itself(text: str, name: str) -> Data:
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


def lost_count(pieces: Iterable[Piece]) -> int:
    """The number of pieces whose original cannot be recovered."""
    return sum(piece.change == "lost" for piece in pieces)


def cut_of(normalized: Normalized, words: list[Word], name: str) -> Data:
    """One way of cutting: `[word, start, end]` in order, including the parts not in any word.

    `start` and `end` count characters of the original. A part that is not in any word has a fourth
    entry, and `drops` lists where such parts are.
    """
    rule = PRE_TOKENIZERS.get(name)
    gaps = dropped_spans(((w.start, w.end) for w in words), len(normalized.text))
    dropped = (Word(normalized.text[start:end], start, end) for start, end in gaps)
    in_order = merge(
        ((word, False) for word in words), ((gap, True) for gap in dropped), key=_start_of
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


def _start_of(part: tuple[Word, bool]) -> int:
    return part[0].start


def cuts_of(normalized: Normalized) -> list[Data]:
    """Every named way of cutting the text."""
    return [
        cut_of(normalized, locate_words(normalized.text, rule), name)
        for name, rule in PRE_TOKENIZERS.items()
    ]


def numbers_of() -> list[list[list[str]]]:
    """For each way of cutting, the words of each of `NUMBERS`, with spaces as it writes them."""
    return [
        [[write_space(word, rule, "char") for word in rule.split(number)] for number in NUMBERS]
        for rule in PRE_TOKENIZERS.values()
    ]
