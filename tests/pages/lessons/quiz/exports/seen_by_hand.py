"""Answer an exported question about what a model sees, from nothing but its own text.

Unlike the questions on a training, most of these need no counts: the listed merges are applied to
a word, digits are grouped and added on paper, and bytes are those of Python's own encoder.
"""

import re
import unicodedata
from itertools import product

from tests.pages.lessons.quiz.exports.by_hand import Asked, IsRight, Token, number, plain
from tests.pages.lessons.quiz.exports.read_item import CLOSE, OPEN

#: The Cyrillic letters that look like Latin ones.
CYRILLIC = {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "y": "у"}
ZERO_WIDTH_SPACE = "\u200b"


def size(text: str) -> int:
    return len(text.encode())


def letters(q: Asked) -> list[str]:
    """The text of each token of the word, the marker removed from the last one."""
    texts = [each if isinstance(each, str) else each.decode("latin-1") for each in q.encoded()]
    return [*texts[:-1], texts[-1].removesuffix(q.settings[1])]


def letters_inside(q: Asked) -> int:
    """Letters in tokens of several units; a letter merged with the marker is inside, too."""
    whole = q.encoded()
    return sum(
        len(bare)
        for token, bare in zip(whole, letters(q), strict=True)
        if len(bare) > 1 or len(token) > len(bare)
    )


def is_kept(q: Asked, left: str, right: str) -> bool:
    """Whether both parts of a text have the tokens of the whole."""
    return q.encode(left) + q.encode(right) == q.encode(left + right)


def cuts(q: Asked) -> list[tuple[str, str]]:
    word = q.text("word")
    return [(word[:at], word[at:]) for at in range(1, len(word))]


def parts(q: Asked, choice: str) -> tuple[str, str]:
    left, right = (t if isinstance(t, str) else t.decode() for t in q.tokens(choice))
    return left, right


def vocabulary(q: Asked) -> set[Token]:
    """The units of the words, or all bytes; the marker; and what the listed merges made."""
    made = {token for _, token in q.rules}
    if not q.is_bytes:
        return made | {unit for tokens, _ in q.words for unit in tokens}
    marker = q.settings[1].encode()
    return made | {bytes([byte]) for byte in range(256)} | ({marker} if marker else set())


def dropped(q: Asked) -> Token:
    return q.token(q.facts["token"])


def grouped(digits: str) -> list[str]:
    """In threes from the left, one digit after another."""
    groups = [""]
    for digit in digits:
        if len(groups[-1]) == 3:
            groups.append("")
        groups[-1] += digit
    return groups


def grouped_from_right(digits: str) -> list[str]:
    return f"{int(digits):,}".split(",")


def is_aligned(one: str, other: str) -> bool:
    """In each column that both have, either both numbers have a border to its left or none."""

    def borders(digits: str) -> set[int]:
        return {len(digits) - at for at in range(3, len(digits), 3)}

    shared = range(1, min(len(one), len(other)))
    return all((place in borders(one)) == (place in borders(other)) for place in shared)


def carries(q: Asked) -> list[int]:
    """The columns, counted from the right, out of which a one is carried."""
    a, b = q.text("left"), q.text("right")
    found, one = [], 0
    for place, (x, y) in enumerate(zip(a[::-1].ljust(9, "0"), b[::-1].ljust(9, "0"), strict=True)):
        one = int(int(x) + int(y) + one > 9)
        found += [place + 1] * one
    return found


def word_size(q: Asked) -> int:
    return len(q.encoded())


#: The rule of each kind of question about what a model sees.
SEEN_RIGHT: dict[str, IsRight] = {
    "letter_tokens": lambda q, c: (
        number(c) == sum(q.text("character") in each for each in letters(q))
    ),
    "letters_inside": lambda q, c: number(c) == letters_inside(q),
    "letter_alone": lambda q, c: q.token(q.facts["character"]) in q.encode(c),
    "spelled_out": lambda q, c: (
        number(c) == sum(len(q.encode(letter)) for letter in q.text("spelled").split(" "))
    ),
    "parts_tokens": lambda q, c: number(c) == len(q.encoded("left")) + len(q.encoded("right")),
    "changed_places": lambda q, c: (
        q.n("n") == len(cuts(q)) and number(c) == sum(not is_kept(q, *cut) for cut in cuts(q))
    ),
    "harmless_cut": lambda q, c: parts(q, c) in cuts(q) and is_kept(q, *parts(q, c)),
    "healing_count": lambda q, c: (
        number(c) == sum(token.startswith(dropped(q)) for token in vocabulary(q))  # type: ignore[arg-type]
    ),
    "healing_token": lambda q, c: q.token(c).startswith(dropped(q)),  # type: ignore[arg-type]
    "digits_from_left": lambda q, c: shown_groups(c) == grouped(q.text("word")),
    "digits_from_right": lambda q, c: shown_groups(c) == grouped_from_right(q.text("word")),
    "aligned_number": lambda q, c: is_aligned(plain(c), q.text("word")),
    "place_value": lambda q, c: (
        number(c) == int(q.text("token")) * 10 ** (len(q.text("word")) - len(q.text("token")))
    ),
    "carry_count": lambda q, c: number(c) == len(carries(q)),
    "carries_crossing": lambda q, c: number(c) == sum(place % 3 == 0 for place in carries(q)),
    "copies_in_window": lambda q, c: (
        number(c) * word_size(q) <= q.n("n") < (number(c) + 1) * word_size(q)
    ),
    "attention_steps": lambda q, c: number(c) == len([*product(q.encoded(), q.encoded())]),
    "dearest_word": lambda q, c: (
        len(q.encode(c)) == max(len(q.encode(choice)) for choice in q.item.choices)
    ),
    "saved_by_merging": lambda q, c: number(c) == len(q.units(q.facts["word"])) - word_size(q),
    "embedding_numbers": lambda q, c: (
        number(c) == (q.base + q.settings[2] + q.n("step")) * q.n("width")
    ),
    "typed_special": lambda q, c: number(c) == len(q.text("word")),
    "chat_careful": lambda q, c: number(c) == 2 * q.n("n"),
    "chat_careless": lambda q, c: number(c) == 2 * q.n("n") + q.n("m"),
    "look_alike_bytes": lambda q, c: (
        number(c)
        == size(q.text("word").replace(q.text("character"), CYRILLIC[q.text("character")]))
    ),
    "decomposed_bytes": lambda q, c: (
        number(c) == size(unicodedata.normalize("NFD", q.text("character")))
    ),
    "invisible_bytes": lambda q, c: number(c) == size(q.text("word") + ZERO_WIDTH_SPACE * q.n("n")),
}


def shown_groups(choice: str) -> list[str]:
    """The groups of digits in a choice."""
    return re.findall(f"{OPEN}(\\d+){CLOSE}", choice)
