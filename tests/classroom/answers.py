"""Answer a question of the quiz from what it shows alone, as a careful student would.

It shares no code with the generator of the questions.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any

from tests.bpe_core.oracles import count_pairs, merge_pair

Token = str | bytes
Two = tuple[Token, Token]
Words = list[tuple[tuple[Token, ...], int]]

#: The Cyrillic letters that look like Latin ones.
CYRILLIC = {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "y": "у"}
ZERO_WIDTH_SPACE = "\u200b"


class Shown:
    """The content of a question; its subclasses say how its values are read."""

    kind: str
    #: The values in its sentence, and the choices, as they are read by the three methods.
    facts: dict[str, Any]
    choices: Sequence[Any]
    unit: str
    marker: str
    special: int
    words: Words
    rules: list[tuple[Two, Token]]

    def tokens(self, value: Any) -> tuple[Token, ...]:
        raise NotImplementedError

    def number(self, value: Any) -> float:
        raise NotImplementedError

    def text(self, value: Any) -> str:
        raise NotImplementedError

    def pair(self, name: str = "pair") -> Two:
        left, right = self.tokens(self.facts[name])
        return left, right

    def token(self, name: str = "token") -> Token:
        (only,) = self.tokens(self.facts[name])
        return only

    def n(self, name: str = "n") -> int:
        return int(self.number(self.facts[name]))

    def word(self, name: str = "word") -> str:
        return self.text(self.facts[name])

    def typed(self, text: str) -> Token:
        """A text as a token has it."""
        return text if self.unit == "char" else utf8(text)

    # Counting.

    @cached_property
    def counts(self) -> Counter[Two]:
        return count(self.words)

    @cached_property
    def after(self) -> Words:
        """The words after the merge that the question names."""
        return [(merge(tokens, self.pair()), n) for tokens, n in self.words]

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
        return sum(self.uses.values())

    @property
    def base(self) -> int:
        if self.unit == "byte":
            return 256 + bool(self.marker)
        return len(self.uses)

    @property
    def text_bytes(self) -> int:
        return sum(len(utf8(self.read(tokens))) * n for tokens, n in self.words)

    def read(self, tokens: tuple[Token, ...]) -> str:
        """The word that some tokens spell, without its marker."""
        word = self.typed("").join(tokens).removesuffix(self.typed(self.marker))  # type: ignore[arg-type]
        return word if isinstance(word, str) else word.decode("utf-8", "surrogatepass")

    def words_with(self, pair: Two) -> list[str]:
        return [self.read(tokens) for tokens, _ in self.words if pair in pairwise(tokens)]

    # Encoding.

    def units(self, text: str) -> tuple[Token, ...]:
        return units_of(text, self.unit, self.marker)

    def encode(self, text: str) -> tuple[Token, ...]:
        return merge_all(self.units(text), [pair for pair, _ in self.rules])

    def encoded(self, name: str = "word") -> tuple[Token, ...]:
        return self.encode(self.word(name))

    @property
    def size(self) -> int:
        return len(self.encoded())

    @property
    def vocabulary(self) -> set[Token]:
        """The units of the words, or all bytes; the marker; and what the listed merges made."""
        made = {token for _, token in self.rules}
        if self.unit == "char":
            return made | {*self.uses}
        ends = {self.marker.encode()} if self.marker else set()
        return made | {bytes([byte]) for byte in range(256)} | ends

    # Cuts.

    @property
    def cuts(self) -> list[tuple[str, str]]:
        word = self.word()
        return [(word[:at], word[at:]) for at in range(1, len(word))]

    def is_kept(self, left: str, right: str) -> bool:
        """Whether both parts of a text have the tokens of the whole."""
        return self.encode(left) + self.encode(right) == self.encode(left + right)

    @property
    def letters(self) -> list[str]:
        """The text of each token of the word, the marker removed from the last one."""
        *others, last = self.encoded()
        bare = [*others, last.removesuffix(self.typed(self.marker))]  # type: ignore[arg-type]
        return [t if isinstance(t, str) else t.decode("latin-1") for t in bare]

    @property
    def carries(self) -> list[int]:
        """The columns, counted from the right, out of which a one is carried."""
        digits = (self.word(side)[::-1].ljust(9, "0") for side in ("left", "right"))
        found, one = [], 0
        for place, (x, y) in enumerate(zip(*digits, strict=True), start=1):
            one = int(int(x) + int(y) + one > 9)
            found += [place] * one
        return found


def utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def size(token: Token) -> int:
    """In bytes."""
    return len(utf8(token) if isinstance(token, str) else token)


def count(words: Words) -> Counter[Two]:
    return Counter(count_pairs([tokens for tokens, _ in words], [n for _, n in words]))


def merge(tokens: tuple[Token, ...], pair: Two) -> tuple[Token, ...]:
    return tuple(merge_pair(list(tokens), pair, pair[0] + pair[1]))  # type: ignore[operator]


def uses(words: Words) -> Counter[Token]:
    counts: Counter[Token] = Counter()
    for tokens, n in words:
        for token in tokens:
            counts[token] += n
    return counts


def merge_all(tokens: tuple[Token, ...], pairs: Iterable[Two]) -> tuple[Token, ...]:
    """One pair after another, each from left to right."""
    for pair in pairs:
        tokens = merge(tokens, pair)
    return tokens


def units_of(text: str, unit: str, marker: str) -> tuple[Token, ...]:
    if unit == "char":
        return (*text, *([marker] if marker else []))
    ends = [marker.encode()] if marker else []
    return (*(bytes([byte]) for byte in utf8(text)), *ends)


def is_top(q: Shown, choice: Any) -> bool:
    return q.counts[q.tokens(choice)] == max(q.counts.values())  # type: ignore[index]


def letters_inside(q: Shown) -> int:
    """Letters in tokens of several units; a letter merged with the marker is inside, too."""
    pairs = zip(q.encoded(), q.letters, strict=True)
    return sum(len(bare) for token, bare in pairs if len(bare) > 1 or len(token) > len(bare))


def grouped(digits: str) -> list[str]:
    """In threes from the left."""
    return re.findall(r"\d{1,3}", digits)


def grouped_from_right(digits: str) -> list[str]:
    return f"{int(digits):,}".split(",")


def is_aligned(one: str, other: str) -> bool:
    """In each column that both have, either both numbers have a border to its left or none."""

    def borders(digits: str) -> set[int]:
        return {len(digits) - at for at in range(3, len(digits), 3)}

    shared = range(1, min(len(one), len(other)))
    return all((place in borders(one)) == (place in borders(other)) for place in shared)


def texts_of(q: Shown, choice: Any) -> tuple[str, ...]:
    return tuple(
        t if isinstance(t, str) else t.decode("utf-8", "surrogatepass") for t in q.tokens(choice)
    )


#: Whether a choice is right. A question is right if exactly one of its choices is.
IsRight = Callable[[Shown, Any], bool]

#: The rule of each kind of question about a training.
RIGHT: dict[str, IsRight] = {
    "pair_count": lambda q, c: q.number(c) == q.counts[q.pair()],
    "most_frequent_pair": is_top,
    "least_frequent_pair": lambda q, c: (
        q.counts[q.tokens(c)] == min(q.counts[q.tokens(each)] for each in q.choices)
    ),
    "absent_pair": lambda q, c: q.tokens(c) not in q.counts,
    "pair_words": lambda q, c: q.number(c) == len(q.words_with(q.pair())),
    "pair_in_word": lambda q, c: (
        q.number(c) == [*pairwise(q.tokens(q.facts["word"]))].count(q.pair())
    ),
    "word_share": lambda q, c: (
        q.number(c) == [*pairwise(q.tokens(q.facts["word"]))].count(q.pair()) * q.n()
    ),
    "tie_size": lambda q, c: 1 < q.number(c) == [*q.counts.values()].count(max(q.counts.values())),
    "tie_winner": lambda q, c: q.tokens(c) == q.merges[0] and is_top(q, c),
    "word_with_pair": lambda q, c: q.text(c) in q.words_with(q.pair()),
    "pair_kinds": lambda q, c: q.number(c) == len(q.counts),
    "next_merge": is_top,
    "merged_token": lambda q, c: q.tokens(c) == merge(q.pair(), q.pair()),
    "word_after": lambda q, c: q.tokens(c) == merge(q.tokens(q.facts["word"]), q.pair()),
    "word_at": lambda q, c: q.tokens(c) == q.encoded(),
    "tokens_saved": lambda q, c: q.number(c) == q.total - sum(uses(q.after).values()),
    "made_when": lambda q, c: (
        merge(q.merges[int(q.number(c)) - 1], q.merges[int(q.number(c)) - 1]) == (q.token(),)
    ),
    "parts_of": lambda q, c: is_top(q, c) and q.tokens(c) == q.merges[0],
    "learned_first": lambda q, c: (
        q.tokens(c) == min(map(q.tokens, q.choices), key=q.merges.index)  # type: ignore[arg-type]
    ),
    "count_after": lambda q, c: q.number(c) == count(q.after)[q.pair("other")],
    "new_pair": lambda q, c: q.tokens(c) in count(q.after) and q.tokens(c) not in q.counts,
    "gone_pair": lambda q, c: q.tokens(c) in q.counts and q.tokens(c) not in count(q.after),
    "dropped_token": lambda q, c: q.tokens(c)[0] in q.uses and q.tokens(c)[0] not in uses(q.after),
    "unchanged_word": lambda q, c: q.text(c) not in q.words_with(q.pair()),
    "vocabulary_size": lambda q, c: q.number(c) == q.base + q.special + q.n("step"),
    "tokens_in_use": lambda q, c: q.number(c) == len(q.uses),
    "base_size": lambda q, c: q.number(c) == q.base,
    "token_id": lambda q, c: q.number(c) == q.n("first") + q.n("step") - 1,
    "token_bytes": lambda q, c: q.number(c) == size(q.token()),
    "not_yet": lambda q, c: (
        len(q.tokens(c)[0]) > 1
        and q.tokens(c)[0] not in {made for _, made in q.rules}
        and q.tokens(c)[0] != q.typed(q.marker)
    ),
    "token_total": lambda q, c: q.number(c) == q.total,
    "word_tokens": lambda q, c: q.number(c) == q.size,
    "word_total": lambda q, c: q.number(c) == sum(n for _, n in q.words),
    "tokens_per_word": lambda q, c: q.number(c) == round(q.total / sum(n for _, n in q.words), 2),
    "bytes_per_token": lambda q, c: (
        q.text_bytes == q.n() and q.number(c) == round(q.n() / q.total, 2)
    ),
    "most_used_token": lambda q, c: q.uses[q.tokens(c)[0]] == max(q.uses.values()),
    "token_frequency": lambda q, c: q.number(c) == q.uses[q.token()],
    "encode_word": lambda q, c: q.tokens(c) == q.encoded(),
    "encode_length": lambda q, c: q.number(c) == q.size,
    "first_rule": lambda q, c: (
        q.tokens(c) == next(pair for pair, _ in q.rules if pair in pairwise(q.units(q.word())))
    ),
    "unknown_character": lambda q, c: q.text(c) not in q.uses,
    "unmerged_character": lambda q, c: q.number(c) == size(q.word("character")),
}

#: The rule of each kind of question about what a model sees. Most of these need no counts.
SEEN_RIGHT: dict[str, IsRight] = {
    "letter_tokens": lambda q, c: (
        q.number(c) == sum(q.word("character") in each for each in q.letters)
    ),
    "letters_inside": lambda q, c: q.number(c) == letters_inside(q),
    "letter_alone": lambda q, c: q.typed(q.word("character")) in q.encode(q.text(c)),
    "spelled_out": lambda q, c: (
        q.number(c) == sum(len(q.encode(letter)) for letter in q.word("spelled").split(" "))
    ),
    "parts_tokens": lambda q, c: q.number(c) == len(q.encoded("left")) + len(q.encoded("right")),
    "changed_places": lambda q, c: (
        q.n() == len(q.cuts) and q.number(c) == sum(not q.is_kept(*cut) for cut in q.cuts)
    ),
    "harmless_cut": lambda q, c: texts_of(q, c) in q.cuts and q.is_kept(*texts_of(q, c)),
    "healing_count": lambda q, c: (
        q.number(c) == sum(token.startswith(q.token()) for token in q.vocabulary)  # type: ignore[arg-type]
    ),
    "healing_token": lambda q, c: q.tokens(c)[0].startswith(q.token()),  # type: ignore[arg-type]
    "digits_from_left": lambda q, c: [*texts_of(q, c)] == grouped(q.word()),
    "digits_from_right": lambda q, c: [*texts_of(q, c)] == grouped_from_right(q.word()),
    "aligned_number": lambda q, c: is_aligned(q.text(c), q.word()),
    "place_value": lambda q, c: (
        q.number(c) == int(q.word()[:3]) * 10 ** (len(q.word()) - 3)
        and texts_of(q, q.facts["token"]) == (q.word()[:3],)
    ),
    "carry_count": lambda q, c: q.number(c) == len(q.carries),
    "carries_crossing": lambda q, c: q.number(c) == sum(place % 3 == 0 for place in q.carries),
    "copies_in_window": lambda q, c: q.number(c) * q.size <= q.n() < (q.number(c) + 1) * q.size,
    "attention_steps": lambda q, c: q.number(c) == len([*product(q.encoded(), q.encoded())]),
    "dearest_word": lambda q, c: (
        len(q.encode(q.text(c))) == max(len(q.encode(q.text(choice))) for choice in q.choices)
    ),
    "saved_by_merging": lambda q, c: q.number(c) == len(q.units(q.word())) - q.size,
    "embedding_numbers": lambda q, c: (
        q.number(c) == (q.base + q.special + q.n("step")) * q.n("width")
    ),
    "typed_special": lambda q, c: q.number(c) == len(q.word()),
    "chat_careful": lambda q, c: q.number(c) == 2 * q.n(),
    "chat_careless": lambda q, c: q.number(c) == 2 * q.n() + q.n("m"),
    "look_alike_bytes": lambda q, c: (
        q.number(c) == size(q.word().replace(q.word("character"), CYRILLIC[q.word("character")]))
    ),
    "decomposed_bytes": lambda q, c: (
        q.number(c) == size(unicodedata.normalize("NFD", q.word("character")))
    ),
    "invisible_bytes": lambda q, c: q.number(c) == size(q.word() + ZERO_WIDTH_SPACE * q.n()),
}


def merged_from_right(tokens: tuple[Token, ...], pairs: Iterable[Two]) -> tuple[Token, ...]:
    """One pair after another, each from the end of the word."""
    for pair in pairs:
        merged: list[Token] = []
        for token in reversed(tokens):
            if merged and (token, merged[0]) == pair:
                merged[0] = token + merged[0]  # type: ignore[operator]
            else:
                merged.insert(0, token)
        tokens = tuple(merged)
    return tokens


def longest_match(q: Shown) -> tuple[Token, ...]:
    """From the left, the longest token of the vocabulary each time."""
    units, found = q.units(q.word()), []
    while units:
        ends = range(len(units), 0, -1)
        joined = {end: q.typed("").join(units[:end]) for end in ends}  # type: ignore[arg-type]
        end = next((end for end in ends if joined[end] in q.vocabulary), 1)
        found.append(joined[end])
        units = units[end:]
    return tuple(found)


#: What somebody with a belief takes for right, by the kind of question.
BELIEVED: dict[str, dict[str, IsRight]] = {
    "encode_word": {
        "longest-match": lambda q, c: q.tokens(c) == longest_match(q),
        "reversed-merges": lambda q, c: (
            q.tokens(c) == merged_from_right(q.units(q.word()), [p for p, _ in reversed(q.rules)])
        ),
    },
    "letter_tokens": {
        "every-token": lambda q, c: q.number(c) == q.size,
        "each-letter": lambda q, c: q.number(c) == "".join(q.letters).count(q.word("character")),
    },
    "letters_inside": {
        "every-letter": lambda q, c: q.number(c) == len(q.word()),
        "tokens-not-letters": lambda q, c: (
            q.number(c)
            == sum(
                len(bare) > 1 or 0 < len(bare) < len(token)
                for token, bare in zip(q.encoded(), q.letters, strict=True)
            )
        ),
    },
    "spelled_out": {
        "as-if-whole": lambda q, c: q.number(c) == q.size,
        "spaces-added": lambda q, c: q.number(c) == q.size + len(q.word()) - 1,
    },
    "parts_tokens": {
        "cut-keeps-tokens": lambda q, c: q.number(c) == q.size,
        "cut-adds-one": lambda q, c: q.number(c) == q.size + 1,
    },
    "changed_places": {
        "counts-the-others": lambda q, c: q.number(c) == sum(q.is_kept(*cut) for cut in q.cuts),
        "every-cut": lambda q, c: q.number(c) == len(q.cuts),
    },
    "harmless_cut": {
        "cuts-a-token": lambda q, c: texts_of(q, c) in q.cuts and not q.is_kept(*texts_of(q, c))
    },
    "healing_count": {
        "healing-contains": lambda q, c: (
            q.number(c) == sum(q.token() in token for token in q.vocabulary)  # type: ignore[operator]
        ),
        "healing-not-itself": lambda q, c: (
            q.number(c) == sum(t.startswith(q.token()) for t in q.vocabulary - {q.token()})  # type: ignore[arg-type]
        ),
    },
    "healing_token": {"healing-contains": lambda q, c: q.token() in q.tokens(c)[0]},  # type: ignore[operator]
    "digits_from_left": {
        "from-the-other-end": lambda q, c: [*texts_of(q, c)] == grouped_from_right(q.word()),
        "digit-by-digit": lambda q, c: texts_of(q, c) == (*q.word(),),
        "in-twos": lambda q, c: [*texts_of(q, c)] == re.findall(r"\d\d?", q.word()),
    },
    "digits_from_right": {
        "from-the-other-end": lambda q, c: [*texts_of(q, c)] == grouped(q.word()),
        "digit-by-digit": lambda q, c: texts_of(q, c) == (*q.word(),),
        "in-twos": lambda q, c: [*texts_of(q, c)] == re.findall(r"\d\d?", q.word()),
    },
    "place_value": {
        "token-is-value": lambda q, c: q.number(c) == int(q.word()[:3]),
        "always-thousands": lambda q, c: q.number(c) == 1000 * int(q.word()[:3]),
    },
    "carries_crossing": {"every-carry": lambda q, c: q.number(c) == len(q.carries)},
    "copies_in_window": {
        "window-in-units": lambda q, c: q.number(c) == q.n() // len(q.units(q.word())),
        "window-in-words": lambda q, c: q.number(c) == q.n(),
    },
    "attention_steps": {
        "attention-grows-evenly": lambda q, c: q.number(c) in (q.size, 2 * q.size),
        "attention-on-units": lambda q, c: q.number(c) == len(q.units(q.word())) ** 2,
    },
    "dearest_word": {
        "longest-is-dearest": lambda q, c: (
            len(q.text(c)) == max(len(q.text(choice)) for choice in q.choices)
        )
    },
    "saved_by_merging": {
        "counts-what-is-left": lambda q, c: q.number(c) == q.size,
        "counts-base-tokens": lambda q, c: q.number(c) == len(q.units(q.word())),
    },
    "embedding_numbers": {
        "row-for-each-occurrence": lambda q, c: (
            q.number(c)
            == q.n("width")
            * sum(len(merge_all(tokens, q.merges[: q.n("step")])) * n for tokens, n in q.words)
        ),
        "row-for-each-merge": lambda q, c: q.number(c) == q.n("step") * q.n("width"),
        "row-for-each-base-token": lambda q, c: q.number(c) == q.base * q.n("width"),
    },
    "typed_special": {"typed-is-token": lambda q, c: q.number(c) == 1},
    "chat_careful": {
        "typed-is-token": lambda q, c: q.number(c) == 2 * q.n() + q.n("m"),
        "start-alone": lambda q, c: q.number(c) == q.n(),
    },
    "chat_careless": {
        "typed-is-text": lambda q, c: q.number(c) == 2 * q.n(),
        "start-alone": lambda q, c: q.number(c) == q.n() + q.n("m"),
    },
    "look_alike_bytes": {
        "all-take-two": lambda q, c: q.number(c) == 2 * len(q.word()),
        "looks-the-same": lambda q, c: q.number(c) == size(q.word()),
    },
    "decomposed_bytes": {
        "one-byte-each": lambda q, c: (
            q.number(c) == len(unicodedata.normalize("NFD", q.word("character")))
        ),
        "looks-the-same": lambda q, c: q.number(c) == size(q.word("character")),
    },
    "invisible_bytes": {
        "one-byte-each": lambda q, c: q.number(c) == size(q.word()) + q.n(),
        "invisible-is-nothing": lambda q, c: q.number(c) == size(q.word()),
    },
}


def right_choices(q: Shown) -> list[int]:
    """The positions of all right choices."""
    is_right = (RIGHT | SEEN_RIGHT)[q.kind]
    return [i for i, choice in enumerate(q.choices) if is_right(q, choice)]
