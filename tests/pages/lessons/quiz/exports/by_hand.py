"""Answer an exported question from nothing but its own text, as a careful student would.

It shares no code with the generator of the questions, only their sentences, to recognise what is
asked.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from pages.lessons.quiz.rounds.input_questions_text import SEEN_QUESTIONS
from pages.lessons.quiz.rounds.text import QUESTIONS
from pages.session.language import gettext
from tests.pages.lessons.quiz.exports.read_item import CLOSE, OPEN, ReadItem

Token = str | bytes
Two = tuple[Token, Token]
TOKEN = f"{OPEN}(?:[^{CLOSE}]*){CLOSE}"
#: What a place in a sentence can hold: tokens, pairs and sums of words, or a number.
HELD = f"{TOKEN}(?:(?: | \\+ ){TOKEN})*|[\\d,.]+|[^{OPEN}{CLOSE}]+?"
_VALUE = "[^:：]+[:：] ?(.+?)[.；]"
SETTINGS = re.compile(rf"{_VALUE} ?{_VALUE} ?[^:：]+[:：] ?(\d+)")


@dataclass(frozen=True)
class Asked:
    """A question that was understood: its kind, and the values in its sentence."""

    kind: str
    facts: dict[str, str]
    item: ReadItem

    # Reading.

    @cached_property
    def settings(self) -> tuple[str, str, int]:
        """The unit, the end-of-word marker, and how many special tokens there are."""
        found = SETTINGS.match(self.item.paragraphs[0])
        assert found, self.item.paragraphs[0]
        unit, marker, special = found.groups()
        return unit, "" if marker == "–" else marker.strip(OPEN + CLOSE), int(special)

    @property
    def is_bytes(self) -> bool:
        return self.settings[0] in ("bytes", "字节")

    def token(self, shown: str) -> Token:
        text = shown.strip(OPEN + CLOSE)
        text = text.replace("␣", " ")
        if not self.is_bytes:
            return text
        if found := re.fullmatch(r"⟨([0-9A-F-]+)⟩", text):
            return bytes.fromhex(found[1].replace("-", ""))
        return text.encode()

    def tokens(self, shown: str) -> tuple[Token, ...]:
        return tuple(self.token(each) for each in re.findall(TOKEN, shown))

    def pair(self, name: str) -> Two:
        left, right = self.tokens(self.facts[name])
        return left, right

    def n(self, name: str) -> int:
        return int(number(self.facts[name]))

    @cached_property
    def words(self) -> list[tuple[tuple[Token, ...], int]]:
        return [(self.tokens(left), int(number(right[1:]))) for left, right in self.item.words]

    @cached_property
    def rules(self) -> list[tuple[Two, Token]]:
        rows = [self.tokens(row) for row in self.item.rules]
        return [((left, right), made) for left, right, made in rows]

    # Counting.

    @cached_property
    def counts(self) -> Counter[Two]:
        return count(self.words)

    @cached_property
    def after(self) -> list[tuple[tuple[Token, ...], int]]:
        """The words after the merge that the question names."""
        return [(merge(tokens, self.pair("pair")), n) for tokens, n in self.words]

    @cached_property
    def uses(self) -> Counter[Token]:
        return uses(self.words)

    @cached_property
    def merges(self) -> list[Two]:
        """The training on the words that are shown; the pair that occurs first wins a tie."""
        words, found = self.words, []
        while counts := count(words):
            best = max(counts, key=lambda pair: counts[pair])
            found.append(best)
            words = [(merge(tokens, best), n) for tokens, n in words]
        return found

    @property
    def total(self) -> int:
        return sum(len(tokens) * n for tokens, n in self.words)

    def text(self, name: str) -> str:
        return plain(self.facts[name])

    def units(self, shown: str) -> tuple[Token, ...]:
        word = plain(shown)
        marker = self.settings[1]
        if self.is_bytes:
            ends: tuple[Token, ...] = (marker.encode(),) if marker else ()
            return (*(bytes([byte]) for byte in word.encode()), *ends)
        return (*word, *([marker] if marker else []))

    def encoded(self, name: str = "word") -> tuple[Token, ...]:
        return self.encode(self.facts[name])

    def encode(self, shown: str) -> tuple[Token, ...]:
        tokens = self.units(shown)
        for pair, _ in self.rules:
            tokens = merge(tokens, pair)
        return tokens

    def words_with(self, pair: Two) -> list[str]:
        empty: Token = b"" if self.is_bytes else ""
        found = [empty.join(t) for t, _ in self.words if pair in pairwise(t)]  # type: ignore[arg-type]
        texts = [each.decode() if isinstance(each, bytes) else each for each in found]
        return [text.replace(" ", "␣") for text in texts]

    def word(self, shown: str) -> str:
        return shown.strip(OPEN + CLOSE) + self.settings[1]

    @property
    def base(self) -> int:
        marker = self.settings[1]
        if self.is_bytes:
            return 256 + bool(marker)
        return len({token for tokens, _ in self.words for token in tokens})


def plain(shown: str) -> str:
    """The text of a word, without the signs around it."""
    return shown.strip(OPEN + CLOSE).replace("␣", " ")


def number(shown: str) -> float:
    return float(shown.replace(",", "").strip(" ×"))


def count(words: list[tuple[tuple[Token, ...], int]]) -> Counter[Two]:
    counts: Counter[Two] = Counter()
    for tokens, n in words:
        for pair in pairwise(tokens):
            counts[pair] += n
    return counts


def uses(words: list[tuple[tuple[Token, ...], int]]) -> Counter[Token]:
    counts: Counter[Token] = Counter()
    for tokens, n in words:
        for token in tokens:
            counts[token] += n
    return counts


def merge(tokens: tuple[Token, ...], pair: Two) -> tuple[Token, ...]:
    done: list[Token] = []
    i = 0
    while i < len(tokens):
        is_here = tokens[i : i + 2] == pair
        done.append(tokens[i] + tokens[i + 1] if is_here else tokens[i])  # type: ignore[operator]
        i += 2 if is_here else 1
    return tuple(done)


def is_top(q: Asked, choice: str) -> bool:
    top = max(q.counts.values())
    return q.counts[q.tokens(choice)] == top  # type: ignore[index]


def first(q: Asked, choices: list[Two], order: list[Two]) -> Two:
    return next(pair for pair in order if pair in choices)


def is_word_without(q: Asked, choice: str) -> bool:
    return q.word(choice) not in q.words_with(q.pair("pair"))


#: Whether a choice is right. A question is right if exactly one of its choices is.
IsRight = Callable[[Asked, str], bool]

#: The rule of each kind of question about a training.
RIGHT: dict[str, IsRight] = {
    "pair_count": lambda q, c: number(c) == q.counts[q.pair("pair")],
    "most_frequent_pair": is_top,
    "least_frequent_pair": lambda q, c: (
        q.counts[q.tokens(c)] == min(q.counts[q.tokens(each)] for each in q.item.choices)
    ),
    "absent_pair": lambda q, c: q.tokens(c) not in q.counts,
    "pair_words": lambda q, c: number(c) == len(q.words_with(q.pair("pair"))),
    "pair_in_word": lambda q, c: (
        number(c) == list(pairwise(q.tokens(q.facts["word"]))).count(q.pair("pair"))
    ),
    "word_share": lambda q, c: (
        number(c) == list(pairwise(q.tokens(q.facts["word"]))).count(q.pair("pair")) * q.n("n")
    ),
    "tie_size": lambda q, c: number(c) == list(q.counts.values()).count(max(q.counts.values())),
    "tie_winner": lambda q, c: q.tokens(c) == q.merges[0] and is_top(q, c),
    "word_with_pair": lambda q, c: q.word(c) in q.words_with(q.pair("pair")),
    "pair_kinds": lambda q, c: number(c) == len(q.counts),
    "next_merge": is_top,
    "merged_token": lambda q, c: q.tokens(c) == (merge(q.pair("pair"), q.pair("pair"))),
    "word_after": lambda q, c: q.tokens(c) == merge(q.tokens(q.facts["word"]), q.pair("pair")),
    "word_at": lambda q, c: q.tokens(c) == q.encoded(),
    "tokens_saved": lambda q, c: (
        number(c) == q.total - sum(len(tokens) * n for tokens, n in q.after)
    ),
    "made_when": lambda q, c: (
        merge(q.merges[int(number(c)) - 1], q.merges[int(number(c)) - 1])
        == q.tokens(q.facts["token"])
    ),
    "parts_of": lambda q, c: is_top(q, c) and q.tokens(c) == q.merges[0],
    "learned_first": lambda q, c: (
        q.tokens(c) == first(q, [q.tokens(each) for each in q.item.choices], q.merges)
    ),
    "count_after": lambda q, c: number(c) == count(q.after)[q.pair("other")],
    "new_pair": lambda q, c: q.tokens(c) in count(q.after) and q.tokens(c) not in q.counts,
    "gone_pair": lambda q, c: q.tokens(c) in q.counts and q.tokens(c) not in count(q.after),
    "dropped_token": lambda q, c: q.tokens(c)[0] in q.uses and q.tokens(c)[0] not in uses(q.after),
    "unchanged_word": is_word_without,
    "vocabulary_size": lambda q, c: number(c) == q.base + q.settings[2] + q.n("step"),
    "tokens_in_use": lambda q, c: number(c) == len(q.uses),
    "base_size": lambda q, c: number(c) == q.base,
    "token_id": lambda q, c: number(c) == q.n("first") + q.n("step") - 1,
    "token_bytes": lambda q, c: (
        number(c) == len(q.facts["token"].strip(OPEN + CLOSE).replace("␣", " ").encode())
    ),
    "not_yet": lambda q, c: (
        len(q.tokens(c)[0]) > 1
        and q.tokens(c)[0] not in {made for _, made in q.rules}
        and q.tokens(c)[0] != q.settings[1]
    ),
    "token_total": lambda q, c: number(c) == q.total,
    "word_tokens": lambda q, c: number(c) == len(q.encoded()),
    "word_total": lambda q, c: number(c) == sum(n for _, n in q.words),
    "tokens_per_word": lambda q, c: number(c) == round(q.total / sum(n for _, n in q.words), 2),
    "bytes_per_token": lambda q, c: number(c) == round(q.n("n") / q.total, 2),
    "most_used_token": lambda q, c: q.uses[q.tokens(c)[0]] == max(q.uses.values()),
    "token_frequency": lambda q, c: number(c) == q.uses[q.tokens(q.facts["token"])[0]],
    "encode_word": lambda q, c: q.tokens(c) == q.encoded(),
    "encode_length": lambda q, c: number(c) == len(q.encoded()),
    "first_rule": lambda q, c: (
        q.tokens(c)
        == next(pair for pair, _ in q.rules if pair in pairwise(q.units(q.facts["word"])))
    ),
    "unknown_character": lambda q, c: (
        q.tokens(c)[0] not in {unit for tokens, _ in q.words for unit in tokens}
    ),
    "unmerged_character": lambda q, c: (
        number(c) == len(q.facts["character"].strip(OPEN + CLOSE).encode())
    ),
}


@cache
def pattern_of(sentence: str) -> re.Pattern[str]:
    """What a sentence with places in braces looks like once they are filled."""
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
    for kind, template in (QUESTIONS | SEEN_QUESTIONS).items():
        if match := pattern_of(gettext(template)).fullmatch(item.ask):
            found[kind] = match.groupdict()
    if not found:
        return None
    # The most specific: of two matching sentences, the one with fewer free places.
    kind = min(found, key=lambda each: sum(map(len, found[each].values())))
    return Asked(kind, found[kind], item)


def right_choices(asked: Asked, rules: Mapping[str, IsRight]) -> list[int]:
    """The positions of all right choices, by the rules for the kinds of questions."""
    is_right = rules[asked.kind]
    return [i for i, choice in enumerate(asked.item.choices) if is_right(asked, choice)]
