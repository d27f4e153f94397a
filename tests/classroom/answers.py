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


def is_number(work_out: Callable[[Shown], float]) -> IsRight:
    return lambda q, c: q.number(c) == work_out(q)


def are_tokens(work_out: Callable[[Shown], Sequence[Token]]) -> IsRight:
    return lambda q, c: q.tokens(c) == tuple(work_out(q))


def are_digits(work_out: Callable[[Shown], Sequence[str]]) -> IsRight:
    return lambda q, c: texts_of(q, c) == tuple(work_out(q))


#: The number that is the answer, by the kind of question.
NUMBERS: dict[str, Callable[[Shown], float]] = {
    # About a training.
    "pair_count": lambda q: q.counts[q.pair()],
    "pair_words": lambda q: len(q.words_with(q.pair())),
    "pair_in_word": lambda q: [*pairwise(q.tokens(q.facts["word"]))].count(q.pair()),
    "word_share": lambda q: [*pairwise(q.tokens(q.facts["word"]))].count(q.pair()) * q.n(),
    "pair_kinds": lambda q: len(q.counts),
    "tokens_saved": lambda q: q.total - sum(uses(q.after).values()),
    "count_after": lambda q: count(q.after)[q.pair("other")],
    "vocabulary_size": lambda q: q.base + q.special + q.n("step"),
    "tokens_in_use": lambda q: len(q.uses),
    "base_size": lambda q: q.base,
    "token_id": lambda q: q.n("first") + q.n("step") - 1,
    "token_bytes": lambda q: size(q.token()),
    "token_total": lambda q: q.total,
    "word_tokens": lambda q: q.size,
    "word_total": lambda q: sum(n for _, n in q.words),
    "tokens_per_word": lambda q: round(q.total / sum(n for _, n in q.words), 2),
    "token_frequency": lambda q: q.uses[q.token()],
    "encode_length": lambda q: q.size,
    "unmerged_character": lambda q: size(q.word("character")),
    # About what a model sees. Most of these need no counts.
    "letter_tokens": lambda q: sum(q.word("character") in each for each in q.letters),
    "letters_inside": letters_inside,
    "spelled_out": lambda q: sum(len(q.encode(one)) for one in q.word("spelled").split(" ")),
    "parts_tokens": lambda q: len(q.encoded("left")) + len(q.encoded("right")),
    "healing_count": lambda q: sum(token.startswith(q.token()) for token in q.vocabulary),  # type: ignore[arg-type]
    "carry_count": lambda q: len(q.carries),
    "carries_crossing": lambda q: sum(place % 3 == 0 for place in q.carries),
    "attention_steps": lambda q: len([*product(q.encoded(), q.encoded())]),
    "saved_by_merging": lambda q: len(q.units(q.word())) - q.size,
    "embedding_numbers": lambda q: (q.base + q.special + q.n("step")) * q.n("width"),
    "typed_special": lambda q: len(q.word()),
    "chat_careful": lambda q: 2 * q.n(),
    "chat_careless": lambda q: 2 * q.n() + q.n("m"),
    "look_alike_bytes": lambda q: size(
        q.word().replace(q.word("character"), CYRILLIC[q.word("character")])
    ),
    "decomposed_bytes": lambda q: size(unicodedata.normalize("NFD", q.word("character"))),
    "invisible_bytes": lambda q: size(q.word() + ZERO_WIDTH_SPACE * q.n()),
}

#: The rule of each kind of question.
RIGHT: dict[str, IsRight] = {
    **{kind: is_number(work_out) for kind, work_out in NUMBERS.items()},
    "most_frequent_pair": is_top,
    "least_frequent_pair": lambda q, c: (
        q.counts[q.tokens(c)] == min(q.counts[q.tokens(each)] for each in q.choices)
    ),
    "absent_pair": lambda q, c: q.tokens(c) not in q.counts,
    "tie_size": lambda q, c: 1 < q.number(c) == [*q.counts.values()].count(max(q.counts.values())),
    "tie_winner": lambda q, c: q.tokens(c) == q.merges[0] and is_top(q, c),
    "word_with_pair": lambda q, c: q.text(c) in q.words_with(q.pair()),
    "next_merge": is_top,
    "merged_token": are_tokens(lambda q: merge(q.pair(), q.pair())),
    "word_after": are_tokens(lambda q: merge(q.tokens(q.facts["word"]), q.pair())),
    "word_at": are_tokens(lambda q: q.encoded()),
    "made_when": lambda q, c: (
        merge(q.merges[int(q.number(c)) - 1], q.merges[int(q.number(c)) - 1]) == (q.token(),)
    ),
    "parts_of": lambda q, c: is_top(q, c) and q.tokens(c) == q.merges[0],
    "learned_first": are_tokens(lambda q: min(map(q.tokens, q.choices), key=q.merges.index)),  # type: ignore[arg-type]
    "new_pair": lambda q, c: q.tokens(c) in count(q.after) and q.tokens(c) not in q.counts,
    "gone_pair": lambda q, c: q.tokens(c) in q.counts and q.tokens(c) not in count(q.after),
    "dropped_token": lambda q, c: q.tokens(c)[0] in q.uses and q.tokens(c)[0] not in uses(q.after),
    "unchanged_word": lambda q, c: q.text(c) not in q.words_with(q.pair()),
    "not_yet": lambda q, c: (
        len(q.tokens(c)[0]) > 1
        and q.tokens(c)[0] not in {made for _, made in q.rules}
        and q.tokens(c)[0] != q.typed(q.marker)
    ),
    "bytes_per_token": lambda q, c: (
        q.text_bytes == q.n() and q.number(c) == round(q.n() / q.total, 2)
    ),
    "most_used_token": lambda q, c: q.uses[q.tokens(c)[0]] == max(q.uses.values()),
    "encode_word": are_tokens(lambda q: q.encoded()),
    "first_rule": are_tokens(
        lambda q: next(pair for pair, _ in q.rules if pair in pairwise(q.units(q.word())))
    ),
    "unknown_character": lambda q, c: q.text(c) not in q.uses,
    "letter_alone": lambda q, c: q.typed(q.word("character")) in q.encode(q.text(c)),
    "changed_places": lambda q, c: (
        q.n() == len(q.cuts) and q.number(c) == sum(not q.is_kept(*cut) for cut in q.cuts)
    ),
    "harmless_cut": lambda q, c: texts_of(q, c) in q.cuts and q.is_kept(*texts_of(q, c)),
    "healing_token": lambda q, c: q.tokens(c)[0].startswith(q.token()),  # type: ignore[arg-type]
    "digits_from_left": are_digits(lambda q: grouped(q.word())),
    "digits_from_right": are_digits(lambda q: grouped_from_right(q.word())),
    "aligned_number": lambda q, c: is_aligned(q.text(c), q.word()),
    "place_value": lambda q, c: (
        q.number(c) == int(q.word()[:3]) * 10 ** (len(q.word()) - 3)
        and texts_of(q, q.facts["token"]) == (q.word()[:3],)
    ),
    "copies_in_window": lambda q, c: q.number(c) * q.size <= q.n() < (q.number(c) + 1) * q.size,
    "dearest_word": lambda q, c: (
        len(q.encode(q.text(c))) == max(len(q.encode(q.text(choice))) for choice in q.choices)
    ),
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


def parts_inside(q: Shown) -> int:
    """Tokens that have letters and are more than one letter."""
    pairs = zip(q.encoded(), q.letters, strict=True)
    return sum(len(bare) > 1 or 0 < len(bare) < len(token) for token, bare in pairs)


def token_total_after(q: Shown, merges: int) -> int:
    return sum(len(merge_all(tokens, q.merges[:merges])) * n for tokens, n in q.words)


#: The number that somebody with a belief takes for right, by the kind of question and the belief.
BELIEVED_NUMBERS: dict[tuple[str, str], Callable[[Shown], float]] = {
    ("letter_tokens", "every-token"): lambda q: q.size,
    ("letter_tokens", "each-letter"): lambda q: "".join(q.letters).count(q.word("character")),
    ("letters_inside", "every-letter"): lambda q: len(q.word()),
    ("letters_inside", "tokens-not-letters"): parts_inside,
    ("spelled_out", "as-if-whole"): lambda q: q.size,
    ("spelled_out", "spaces-added"): lambda q: q.size + len(q.word()) - 1,
    ("parts_tokens", "cut-keeps-tokens"): lambda q: q.size,
    ("parts_tokens", "cut-adds-one"): lambda q: q.size + 1,
    ("changed_places", "counts-the-others"): lambda q: sum(q.is_kept(*cut) for cut in q.cuts),
    ("changed_places", "every-cut"): lambda q: len(q.cuts),
    ("healing_count", "healing-contains"): lambda q: sum(q.token() in t for t in q.vocabulary),  # type: ignore[operator]
    ("healing_count", "healing-not-itself"): lambda q: NUMBERS["healing_count"](q) - 1,
    ("place_value", "token-is-value"): lambda q: int(q.word()[:3]),
    ("place_value", "always-thousands"): lambda q: 1000 * int(q.word()[:3]),
    ("carries_crossing", "every-carry"): lambda q: len(q.carries),
    ("copies_in_window", "window-in-units"): lambda q: q.n() // len(q.units(q.word())),
    ("copies_in_window", "window-in-words"): lambda q: q.n(),
    ("attention_steps", "attention-on-units"): lambda q: len(q.units(q.word())) ** 2,
    ("saved_by_merging", "counts-what-is-left"): lambda q: q.size,
    ("saved_by_merging", "counts-base-tokens"): lambda q: len(q.units(q.word())),
    ("embedding_numbers", "row-for-each-occurrence"): lambda q: (
        q.n("width") * token_total_after(q, q.n("step"))
    ),
    ("embedding_numbers", "row-for-each-merge"): lambda q: q.n("step") * q.n("width"),
    ("embedding_numbers", "row-for-each-base-token"): lambda q: q.base * q.n("width"),
    ("typed_special", "typed-is-token"): lambda q: 1,
    ("chat_careful", "typed-is-token"): lambda q: 2 * q.n() + q.n("m"),
    ("chat_careful", "start-alone"): lambda q: q.n(),
    ("chat_careless", "typed-is-text"): lambda q: 2 * q.n(),
    ("chat_careless", "start-alone"): lambda q: q.n() + q.n("m"),
    ("look_alike_bytes", "all-take-two"): lambda q: 2 * len(q.word()),
    ("look_alike_bytes", "looks-the-same"): lambda q: size(q.word()),
    ("decomposed_bytes", "one-byte-each"): lambda q: len(
        unicodedata.normalize("NFD", q.word("character"))
    ),
    ("decomposed_bytes", "looks-the-same"): lambda q: size(q.word("character")),
    ("invisible_bytes", "one-byte-each"): lambda q: size(q.word()) + q.n(),
    ("invisible_bytes", "invisible-is-nothing"): lambda q: size(q.word()),
}
#: What somebody with a belief takes for right.
BELIEVED: dict[tuple[str, str], IsRight] = {
    **{belief: is_number(work_out) for belief, work_out in BELIEVED_NUMBERS.items()},
    ("encode_word", "longest-match"): are_tokens(longest_match),
    ("encode_word", "reversed-merges"): are_tokens(
        lambda q: merged_from_right(q.units(q.word()), [pair for pair, _ in reversed(q.rules)])
    ),
    ("harmless_cut", "cuts-a-token"): lambda q, c: (
        texts_of(q, c) in q.cuts and not q.is_kept(*texts_of(q, c))
    ),
    ("healing_token", "healing-contains"): lambda q, c: q.token() in q.tokens(c)[0],  # type: ignore[operator]
    ("digits_from_left", "from-the-other-end"): RIGHT["digits_from_right"],
    ("digits_from_right", "from-the-other-end"): RIGHT["digits_from_left"],
    ("attention_steps", "attention-grows-evenly"): lambda q, c: q.number(c) in (q.size, 2 * q.size),
    ("dearest_word", "longest-is-dearest"): lambda q, c: (
        len(q.text(c)) == max(len(q.text(choice)) for choice in q.choices)
    ),
}
for side in ("digits_from_left", "digits_from_right"):
    BELIEVED[side, "digit-by-digit"] = are_digits(lambda q: q.word())
    BELIEVED[side, "in-twos"] = are_digits(lambda q: re.findall(r"\d\d?", q.word()))


def right_choices(q: Shown) -> list[int]:
    """The positions of all right choices."""
    return [i for i, choice in enumerate(q.choices) if RIGHT[q.kind](q, choice)]
