"""A file in short, a text in its tokens, one token as it is shown, and a whole vocabulary.

In which script a token is written is said by Unicode's property Script.

A token's script is that of its letters: signs, digits and spaces belong to no script (Unicode
calls them Common), combining marks to that of their letter (Inherited). Written *purely* in a
script is a token all of whose characters have it, one space at its beginning not counted: so of
pure Han GPT-2 has 42 tokens, cl100k 832, o200k 7,082 and Qwen 25,526; of these 42, 832, 7,080 and
24,953 are made of the main block of Chinese characters alone (U+4E00 to U+9FFF).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, TypedDict, TypeVar

import regex

from bpe_core.files.errors import MOST_TEXT, QuestionError
from bpe_core.files.model_file import ModelFile, Piece, TokenKind

#: The scripts of published vocabularies; letters of any other are "Other".
SCRIPTS = (
    "Latin", "Han", "Cyrillic", "Arabic", "Hangul", "Hiragana", "Katakana", "Greek", "Hebrew",
    "Devanagari", "Bengali", "Thai", "Tamil", "Telugu", "Gujarati", "Gurmukhi", "Kannada",
    "Malayalam", "Oriya", "Sinhala", "Armenian", "Georgian", "Lao", "Tibetan", "Myanmar", "Khmer",
    "Ethiopic", "Mongolian", "Cherokee", "Canadian_Aboriginal", "Thaana", "Syriac", "Bopomofo",
    "Tifinagh", "Yi", "Javanese", "Coptic", "Gothic", "Runic", "Ogham", "Nko", "Tagalog",
)  # fmt: skip
#: What a token is counted as that has no letters of one script.
MIXED, SPACE, DIGITS, SIGNS, PART = "mixed", "space", "digits", "signs", "part"
CLASSES = (*SCRIPTS, MIXED, SPACE, DIGITS, SIGNS, PART)

_CLASSES = regex.compile(
    "|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS)
    + r"|(?P<Common>[\p{Script=Common}\p{Script=Inherited}\p{Cn}\p{Co}\p{Cs}])|(?P<Other>.)",
    regex.DOTALL,
)
_DIGITS = regex.compile(r"\s*\p{N}+\s*")
#: Chinese characters from U+4E00 to U+9FFF alone.
_MAIN_HAN = regex.compile(r" ?[\u4e00-\u9fff]+")


@cache
def script_of(character: str) -> str:
    """The script of one character; Common for one that has none.

    >>> script_of("a"), script_of("哈"), script_of("!"), script_of("ꙮ"), script_of("𓀀")
    ('Latin', 'Han', 'Common', 'Cyrillic', 'Other')
    """
    found = _CLASSES.match(character)
    return str(found.lastgroup) if found else "Common"


def class_of(text: str | None) -> str:
    """Classify a token's content by its script; None is part of a character.

    >>> [class_of(t) for t in (" hug", "哈!", "a哈", " 12", "\\n", "—", None)]
    ['Latin', 'Han', 'mixed', 'digits', 'space', 'signs', 'part']
    """
    if text is None:
        return PART
    scripts = set(map(script_of, text))
    scripts.discard("Common")
    if len(scripts) == 1:
        return scripts.pop()
    if scripts:
        return MIXED
    if text.isspace():
        return SPACE
    return DIGITS if _DIGITS.fullmatch(text) else SIGNS


def is_pure(text: str, script: str) -> bool:
    """Whether all characters but a space at the beginning are of that script.

    >>> is_pure(" 哈", "Han"), is_pure("  哈", "Han"), is_pure("哈!", "Han")
    (True, False, False)
    """
    bare = text.removeprefix(" ")
    return bool(bare) and all(script_of(character) == script for character in bare)


#: Stretches into which a vocabulary is cut by rank, for a chart.
STRETCHES = 20


class TokenView(TypedDict):
    """A token. `text` is None for part of a character, or where a token stands for no text;
    `bytes` are in hexadecimal. `script` is a script's name, or one of the classes of `scripts`."""

    id: int
    spelling: str
    text: str | None
    bytes: str
    kind: TokenKind
    rank: int | None
    script: str


class ScriptRow(TypedDict):
    """How many tokens a script has, how many of them purely; for Han also those of the main block
    of Chinese characters alone."""

    script: str
    tokens: int
    pure: int
    main_block: int | None


class Landscape(TypedDict):
    """A vocabulary from afar. Special tokens are left out everywhere.

    - `characters`: how many tokens have so many characters
    - `by_rank`: for each twentieth of the tokens, by rank, how many each script has
    - `half_characters`: tokens that are not whole characters
    """

    scripts: list[ScriptRow]
    characters: list[tuple[int, int]]
    by_rank: list[dict[str, int]]
    space_before: int
    half_characters: int


@lru_cache(maxsize=1)
def classes(model: ModelFile) -> list[str]:
    """For each row of the table what its token is counted as."""
    return [class_of(text) for text in model.table.texts]


def is_ordinary(kind: TokenKind) -> bool:
    """Whether texts are cut into such tokens."""
    return kind in ("normal", "byte", "added")


def view(model: ModelFile, row: int) -> TokenView:
    """The token in a row of the table."""
    table = model.table
    content, text = table.contents[row], table.texts[row]
    return {
        "id": table.ids[row],
        "spelling": table.spellings[row],
        "text": text,
        "bytes": content.hex(),
        "kind": table.kinds[row],
        "rank": table.ranks[row],
        "script": class_of(text),
    }


def views(model: ModelFile, ids: Iterable[int]) -> dict[str, TokenView]:
    """Each token once, by its id as text; an id that the file does not list has none."""
    places = model.table.places
    return {str(i): view(model, places[i]) for i in sorted({*ids}) if i in places}


def landscape(model: ModelFile) -> Landscape:
    """The vocabulary from afar; some tenths of a second for 100,000 tokens."""
    table, counted = model.table, classes(model)
    rows = [row for row in range(len(table)) if is_ordinary(table.kinds[row])]
    texts = [table.texts[row] for row in rows]
    return {
        "scripts": _script_rows(texts, [counted[row] for row in rows]),
        "characters": sorted(Counter(len(text) for text in texts if text is not None).items()),
        "by_rank": _by_rank(model, rows, counted),
        "space_before": sum(table.contents[row].startswith(b" ") for row in rows),
        "half_characters": texts.count(None),
    }


def _script_rows(texts: list[str | None], scripts: list[str]) -> list[ScriptRow]:
    pairs = zip(texts, scripts, strict=True)
    pure = Counter(script for text, script in pairs if text is not None and is_pure(text, script))
    main = sum(_MAIN_HAN.fullmatch(text or "") is not None for text in texts)
    return [
        ScriptRow(script=s, tokens=n, pure=pure[s], main_block=main if s == "Han" else None)
        for s, n in Counter(scripts).most_common()
    ]


def _by_rank(model: ModelFile, rows: list[int], counted: list[str]) -> list[dict[str, int]]:
    ranks = model.table.ranks
    order = sorted(rows, key=lambda row: (-1 if ranks[row] is None else ranks[row], row))
    stretches = []
    for number in range(STRETCHES):
        first = number * len(order) // STRETCHES
        last = (number + 1) * len(order) // STRETCHES
        stretches.append(dict(Counter(counted[row] for row in order[first:last]).most_common()))
    return stretches


T = TypeVar("T")
#: A question to an opened file: `ask`, its name, and its own fields.
Question = Mapping[str, Any]

#: Special tokens that are named in a summary; some files have thousands of places kept free.
MOST_SPECIAL = 2_000


class Summary(TypedDict):
    """A file in short. `size` counts all tokens; `kinds` how many there are of each kind."""

    kind: str
    algorithm: str
    library: str
    size: int
    normalizers: list[dict[str, Any]]
    cuts: list[dict[str, Any]]
    special: list[dict[str, Any]]
    special_total: int
    kinds: dict[str, int]
    merges: int
    shows: list[str]
    notes: list[dict[str, str]]


class Cost(TypedDict):
    """How many tokens a text takes, and how many of them are unknown: what these were is lost."""

    tokens: int
    unknown: int


class Encoded(TypedDict):
    """A text in a vocabulary. `text` is what the places of its pieces speak of; `tokens` has each
    token once, by its id as text."""

    text: str
    pieces: list[Piece]
    tokens: dict[str, TokenView]


def summary(model: ModelFile) -> Summary:
    """The file in short."""
    table = model.table
    special = [row for row in range(len(table)) if table.kinds[row] not in ("normal", "byte")]
    return {
        "kind": model.kind,
        "algorithm": model.algorithm,
        "library": model.library,
        "size": model.size,
        "normalizers": model.normalizers,
        "cuts": model.cuts,
        "special": [
            {"id": table.ids[row], "spelling": table.spellings[row], "kind": table.kinds[row]}
            for row in special[:MOST_SPECIAL]
        ],
        "special_total": len(special),
        "kinds": dict(Counter(table.kinds)),
        "merges": model.merge_count,
        "shows": shows(model),
        "notes": [note._asdict() for note in model.notes],
    }


def shows(model: ModelFile) -> list[str]:
    """Which ways of encoding a word can be drawn: `replay` and `ancestors`, or `lattice`."""
    if model.algorithm == "unigram":
        return ["lattice"]
    return ["replay", "ancestors"] if model.algorithm == "bpe" else []


def field(question: Question, name: str, kind: type[T], usual: T | None = None) -> T:
    """A field of a question. Raises `QuestionError` if it is not of that kind."""
    value = question.get(name, usual)
    if type(value) is not kind:
        raise QuestionError("question", field=name)
    return value


def text_list(question: Question, name: str) -> list[str]:
    """A field that has texts, all of which UTF-8 can write. Raises `QuestionError`."""
    texts = field(question, name, list)
    if not all(isinstance(text, str) for text in texts):
        raise QuestionError("question", field=name)
    check_texts(texts)
    return texts


def check_length(length: int, limit: int = MOST_TEXT) -> None:
    """Raise `QuestionError` for too many characters."""
    if length > limit:
        raise QuestionError("text-too-long", length=length, limit=limit)


def check_texts(texts: Sequence[str]) -> None:
    """Raise `QuestionError` for a text that no UTF-8 can write."""
    for number, text in enumerate(texts, start=1):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise QuestionError("half-character", number=number, place=error.start + 1) from None


def cost(model: ModelFile, ids: Sequence[int]) -> Cost:
    """Count the tokens of a text, and the unknown ones among them, from its ids."""
    kinds, places = model.table.kinds, model.table.places
    unknown = sum(i in places and kinds[places[i]] == "unknown" for i in ids)
    return {"tokens": len(ids), "unknown": unknown}


def encoded(model: ModelFile, text: str) -> Encoded:
    """A text with the places of its tokens. Raises `QuestionError`."""
    check_length(len(text))
    check_texts([text])
    pieces = model.pieces(text)
    return {
        "text": model.placed_text(text),
        "pieces": pieces,
        "tokens": views(model, {piece.token_id for piece in pieces}),
    }
