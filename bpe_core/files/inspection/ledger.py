"""Count the bytes of a text that each token covers, and the results of common mistakes.

Bits per byte compare models with different vocabularies only if the bytes are those of the text.
Counting them by token goes wrong in known ways (openai/parameter-golf, issues 897 and 1719 and pull
requests 1271, 1632 and 2138, 2026; karpathy/nanochat, commit 2ce972a): see `WRONG_COUNTS`. Here a
byte is paid for by the token that takes its place in the text, once, so that

    bytes of the text = paid for + those of special tokens + left out

A token *holds* the bytes that it stands for when it is decoded: with a space put before the text
it holds more than it pays for, and after a normalization it may hold fewer. Characters for private
use are taken for marks (of capitals, for example) that a step before the tokenizer has put in: they
are no bytes of the original text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import ne
from typing import NamedTuple, TypedDict

from bpe_core.files.inspection.tokens import check_length
from bpe_core.files.model_file import ModelFile, TokenKind, overlapping


class Paid(NamedTuple):
    """A token of a text, and the bytes of the text that it pays for: from `start` to `end`."""

    token_id: int
    start: int
    end: int
    kind: TokenKind
    spelling: str
    content: bytes

    @property
    def size(self) -> int:
        return self.end - self.start


class Entry(TypedDict):
    """One text: `tokens` has id, start and end of each; `left_out` the places nobody pays for."""

    tokens: list[tuple[int, int, int]]
    left_out: list[tuple[int, int]]


class Totals(TypedDict):
    """Bytes of all texts, and how many tokens: `raw` is `paid` + `special` + `left_out`.

    `added` is what tokens hold and do not pay for, `shortened` what they pay for and do not hold;
    `unknown` is the part of `paid` whose tokens are unknown ones, `private_use` the part of `raw`
    that is characters for private use.
    """

    raw: int
    paid: int
    special: int
    left_out: int
    added: int
    shortened: int
    unknown: int
    private_use: int
    tokens: int
    special_tokens: int
    unknown_tokens: int


class Wrong(TypedDict):
    """A known mistake: the counts that come out, and how many tokens are counted wrongly."""

    counts: list[int]
    tokens: int


class Ledger(TypedDict):
    """The texts one by one, all together, and the known mistakes by name."""

    texts: list[Entry]
    totals: Totals
    mistakes: dict[str, Wrong]


def paid_for(model: ModelFile, text: str) -> list[Paid]:
    """The tokens of a text with the bytes that each pays for; no byte is paid for twice."""
    placed = model.placed_text(text)
    places = _byte_places(text, placed)
    table, paid, cursor = model.table, list[Paid](), 0
    for group in overlapping([p for word in model.words(text) for p in word.pieces]):
        end = max(cursor, places[max(piece.end for piece in group)])
        start = max(cursor, places[min(piece.start for piece in group)])
        rows = [table.places.get(piece.token_id) for piece in group]
        held = [b"" if row is None else table.contents[row] for row in rows]
        sizes = _sizes_in(held, text[group[0].start : group[-1].end])
        if held[0].startswith(b" ") and placed[group[0].start : group[0].start + 1] != " ":
            sizes[0] = max(0, sizes[0] - 1)  # a space that the tokenizer has put before the text
        if sum(sizes) > end - start:
            end = places[_after_marks(text, max(piece.end for piece in group), placed is text)]
        for i, (piece, row, content) in enumerate(zip(group, rows, held, strict=True)):
            stop = end if i == len(group) - 1 else min(end, start + sizes[i])
            kind: TokenKind = "normal" if row is None else table.kinds[row]
            spelling = "" if row is None else table.spellings[row]
            if row is None:  # a character that the file does not list stands for itself
                spelling, content = text[piece.start : piece.end], text.encode()[start:stop]
            paid.append(Paid(piece.token_id, start, stop, kind, spelling, content))
            start = stop
        cursor = end
    return paid


#: Characters for private use in UTF-8: U+E000 to U+F8FF, and planes 15 and 16.
_PRIVATE_USE = re.compile(
    rb"\xee[\x80-\xbf]{2}|\xef[\x80-\xa3][\x80-\xbf]|(?:\xf3[\xb0-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}"
)


def _sizes_in(contents: Sequence[bytes], text: str) -> list[int]:
    r"""How many bytes each token of a text holds, without marks that the text does not have.

    >>> _sizes_in([b"\xee\x80\x81", b"hug"], "Hug")
    [0, 3]
    """
    marks = set[int]()
    if not _PRIVATE_USE.search(text.encode()):
        found = _PRIVATE_USE.finditer(b"".join(contents))
        marks.update(place for mark in found for place in range(*mark.span()))
    ends = list(accumulate(map(len, contents), initial=0))
    return [end - start - len(marks & {*range(start, end)}) for start, end in pairwise(ends)]


def _after_marks(text: str, place: int, is_own: bool) -> int:
    """The place behind combining marks that were composed with the letter before them."""
    while is_own and place < len(text) and unicodedata.combining(text[place]):
        place += 1
    return place


def _byte_places(text: str, placed: str) -> list[int]:
    """The byte of the text at which each character of `placed` begins, and where the last ends.

    `placed` is the text itself or its composed form (NFC): of characters that are composed to
    one, this one has all bytes.

    >>> _byte_places("aé", "aé"), _byte_places("e\\u0301a", "éa")
    ([0, 1, 3], [0, 3, 4])
    """
    places = [0]
    for part in [text] if placed == text else _composed_parts(text):
        whole = unicodedata.normalize("NFC", part) if placed != text else part
        end = places[-1] + len(part.encode())
        if whole == part:
            for letter in part:
                places.append(places[-1] + len(letter.encode()))
        else:
            places += [end] * len(whole)
    return places


def _composed_parts(text: str) -> Iterator[str]:
    """Parts of a text that are composed each by itself."""
    begin = 0
    for i in range(1, len(text)):
        joined = unicodedata.normalize("NFC", text[begin : i + 1])
        alone = unicodedata.normalize("NFC", text[begin:i]) + unicodedata.normalize("NFC", text[i])
        if joined == alone and not unicodedata.combining(text[i]):
            yield text[begin:i]
            begin = i
    yield text[begin:]


def ledger(model: ModelFile, texts: Sequence[str]) -> Ledger:
    """The bytes that the tokens of each text pay for. Raises `QuestionError`."""
    for text in texts:
        check_length(len(text))
    entries, everything = list[Entry](), list[list[Paid]]()
    for text in texts:
        paid = paid_for(model, text)
        ends = [0, *(place for each in paid for place in (each.start, each.end))]
        ends.append(len(text.encode()))
        gaps = [(one, other) for one, other in pairwise(ends) if one < other]
        taken = {(each.start, each.end) for each in paid}
        entries.append(
            {
                "tokens": [(each.token_id, each.start, each.end) for each in paid],
                "left_out": [gap for gap in gaps if gap not in taken],
            }
        )
        everything.append(paid)
    totals = _totals(texts, entries, everything)
    mistakes = _mistakes(model, texts, everything, totals)
    return {"texts": entries, "totals": totals, "mistakes": mistakes}


def _totals(texts: Sequence[str], entries: list[Entry], everything: list[list[Paid]]) -> Totals:
    rows = [each for paid in everything for each in paid]
    special = [each.size for each in rows if each.kind == "special"]
    unknown = [each.size for each in rows if each.kind == "unknown"]
    known = [each for each in rows if each.kind not in ("special", "unknown")]
    return {
        "raw": sum(len(text.encode()) for text in texts),
        "paid": sum(each.size for each in known) + sum(unknown),
        "special": sum(special),
        "left_out": sum(end - start for entry in entries for start, end in entry["left_out"]),
        "added": sum(max(0, len(each.content) - each.size) for each in known),
        "shortened": sum(max(0, each.size - len(each.content)) for each in known),
        "unknown": sum(unknown),
        "private_use": sum(map(len, _PRIVATE_USE.findall("".join(texts).encode()))),
        "tokens": len(known) + len(unknown),
        "special_tokens": len(special),
        "unknown_tokens": len(unknown),
    }


#: Mistakes that concern no token in particular.
_OF_WHOLE_TEXTS = ("characters", "tokens")

Count = Callable[[Paid], int]


def _is_byte(each: Paid) -> bool:
    return each.kind == "byte"


def _through_str(each: Paid) -> int:
    """As `len(decode([id]).encode())` counts: a part of a character becomes U+FFFD."""
    content = each.content
    return each.size if _is_text(content) else len(content.decode("utf-8", "replace").encode())


def _is_text(content: bytes) -> bool:
    return "\ufffd" not in content.decode("utf-8", "replace")


#: How each mistake counts a token; where it is known in several variants, all of them.
_BY_TOKEN: Mapping[str, tuple[Count, ...]] = {
    "space-twice": (
        lambda t: t.size + t.content.startswith(b" "),
        lambda t: t.size + (t.content.startswith(b" ") and t.start > 0),
        lambda t: len(t.content) + t.content.startswith(b" "),
        lambda t: len(t.content) + (t.content.startswith(b" ") and t.start > 0),
    ),
    "space-as-three": (
        lambda t: t.size + 2 * t.spelling.count("▁"),
        lambda t: len(t.content) + 2 * t.spelling.count("▁"),
    ),
    "space-in-byte-tokens": (
        lambda t: 1 if _is_byte(t) else t.size,
        lambda t: 1 if _is_byte(t) else len(t.content),
    ),
    "byte-tokens-as-three": (
        lambda t: 3 if _is_byte(t) else t.size,
        lambda t: 3 if _is_byte(t) and not _is_text(t.content) else t.size,
    ),
    "byte-tokens-as-spelled": (lambda t: len(t.spelling) if _is_byte(t) else t.size,),
    "through-str": (_through_str,),
    "as-spelled": (lambda t: len(t.spelling.encode("utf-8", "replace")),),
    "no-spaces": (lambda t: t.size - (t.content.startswith(b" ") and t.size >= len(t.content)),),
    "dummy-prefix": (lambda t: len(t.content),),
}


def _mistakes(
    model: ModelFile, texts: Sequence[str], everything: list[list[Paid]], totals: Totals
) -> dict[str, Wrong]:
    rows = [each for paid in everything for each in paid]
    known = [each for each in rows if each.kind not in ("special", "unknown")]
    found: dict[str, Wrong] = {}
    for name, counts in _BY_TOKEN.items():
        sums = [sum(map(count, known)) + totals["unknown"] for count in counts]
        wrong = sum(counts[0](each) != each.size for each in known)
        found[name] = {"counts": sums, "tokens": wrong}
    beginnings = (paid[0] for paid in everything if paid and paid[0].size)
    firsts = [each.size for each in beginnings if each.kind != "special"]
    normal = [model.normalize(text) for text in texts]
    sizes = [len(text.encode("utf-8", "replace")) for text in normal]
    marks = _PRIVATE_USE.findall(b"".join(each.content for each in known))
    original = totals["paid"] - totals["private_use"]
    for name, counted, tokens in (
        ("characters", sum(map(len, texts)), 0),
        ("normalized", sum(sizes), sum(map(ne, normal, texts))),
        ("private-use", original + sum(map(len, marks)), len(marks)),
        ("special-tokens", totals["paid"] + totals["special"], totals["special_tokens"]),
        ("first-tokens", totals["paid"] - sum(firsts), len(firsts)),
        ("tokens", len(rows), 0),
    ):
        found[name] = {"counts": [counted], "tokens": tokens}
    return found


def right_counts(totals: Totals) -> tuple[int, int]:
    """The bytes of the original texts: all of them, and those that are paid for."""
    return totals["raw"] - totals["private_use"], totals["paid"] - totals["private_use"]


def explain(counted: int, totals: Totals, mistakes: Mapping[str, Wrong]) -> list[str]:
    """The names of the known mistakes that give this count; none where it is right or unknown.

    >>> wrong: Wrong = {"counts": [12, 13], "tokens": 2}
    >>> right: Totals = dict.fromkeys(Totals.__annotations__, 10) | {"private_use": 0, "paid": 12}
    >>> [explain(count, right, {"space-twice": wrong}) for count in (10, 12, 13)]
    [[], [], ['space-twice']]
    """
    if counted in right_counts(totals):
        return []
    return [
        name
        for name, wrong in mistakes.items()
        if counted in wrong["counts"] and (wrong["tokens"] or name in _OF_WHOLE_TEXTS)
    ]
