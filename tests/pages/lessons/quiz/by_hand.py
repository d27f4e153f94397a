"""Understand an exported question from nothing but its own text, to answer it by hand.

It shares only the questions' sentences with their generator, to recognise what is asked.
"""

import re
from functools import cache
from typing import Any

from pages.lessons.quiz import LESSON
from tests.classroom.answers import Shown, Token
from tests.pages.lessons.quiz.readers import CLOSE, OPEN, ReadItem

TOKEN = f"{OPEN}(?:[^{CLOSE}]*){CLOSE}"
#: What a place in a sentence can hold: tokens, pairs and sums of words, or a number.
HELD = f"{TOKEN}(?:(?: | \\+ ){TOKEN})*|[\\d,.]+|[^{OPEN}{CLOSE}]+?"
_VALUE = "[^:：]+[:：] ?(.+?)[.；]"
SETTINGS = re.compile(rf"{_VALUE} ?{_VALUE} ?[^:：]+[:：] ?(\d+)")


class Asked(Shown):
    """A question that was understood: its kind, and the values in its sentence."""

    def __init__(self, kind: str, facts: dict[str, str], item: ReadItem) -> None:
        self.kind, self.facts, self.choices = kind, facts, item.choices
        found = SETTINGS.match(item.paragraphs[0])
        assert found, item.paragraphs[0]
        unit, marker, special = found.groups()
        self.unit = "byte" if unit in ("bytes", "字节") else "char"
        self.marker = "" if marker == "–" else marker.strip(OPEN + CLOSE)
        self.special = int(special)
        self.words = [
            (self.tokens(left), int(self.number(right[1:]))) for left, right in item.words
        ]
        rows = map(self.tokens, item.rules)
        self.rules = [((left, right), made) for left, right, made in rows]

    def tokens(self, value: Any) -> tuple[Token, ...]:
        return tuple(map(self._token, re.findall(TOKEN, value)))

    def _token(self, shown: str) -> Token:
        text = self.text(shown)
        if self.unit == "char":
            return text
        if found := re.fullmatch(r"⟨([0-9A-F-]+)⟩", text):
            return bytes.fromhex(found[1].replace("-", ""))
        return text.encode()

    def text(self, value: Any) -> str:
        return str(value).strip(OPEN + CLOSE).replace("␣", " ")

    def number(self, value: Any) -> float:
        return float(value.replace(",", "").strip(" ×"))


@cache
def pattern_of(sentence: str) -> re.Pattern[str]:
    """A pattern for a sentence with places in braces once they are filled."""
    pattern, seen = "", set()
    for i, part in enumerate(re.split(r"\{(\w+)\}", sentence)):
        if i % 2 == 0:
            pattern += re.escape(part)
        elif part in seen:
            pattern += f"(?P={part})"
        else:
            seen.add(part)
            pattern += f"(?P<{part}>{HELD})"
    return re.compile(pattern)


def understood(item: ReadItem) -> Asked | None:
    """Which question it is, by its sentence; None for one that is not about words."""
    found = {}
    for kind, (template, _) in LESSON.sentences("questions").items():
        if match := pattern_of(template).fullmatch(item.ask):
            found[kind] = match.groupdict()
    if not found:
        return None
    # The most specific: of two matching sentences, the one with fewer free places.
    kind = min(found, key=lambda each: sum(map(len, found[each].values())))
    return Asked(kind, found[kind], item)
