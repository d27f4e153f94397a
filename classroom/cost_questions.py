"""Questions on what a model pays for, and on what it reads: costs, numbers, and orders.

Context windows, attention, and embeddings are counted in tokens. Numbers are read as digits in
groups, columns, place values, and carries; no merge is needed for these. Orders are special tokens,
text that only looks like them, and texts that look the same.
"""

from random import Random
from typing import Any
from unicodedata import normalize

from bpe_core.experiments.letters_and_digits import (
    carries,
    group_from_left,
    group_from_right,
)
from bpe_core.text.corpus import encode_utf8
from classroom.hand import Hand, NotHereError, near, pick
from classroom.values import Question, Tokens, Value, Word

#: Possible lengths of an embedding's rows.
WIDTHS = (8, 16, 64, 100)


def _short_word(hand: Hand, random: Random) -> tuple[int, int, dict[str, Any]]:
    """The base tokens and the tokens, at least one of them merged, of a word; and what is shown."""
    step = pick(random, range(1, hand.last + 1))
    encoded = [(word, hand.encode(word, step)) for word in hand.corpus.words]
    merged = [row for row in encoded if 2 <= len(row[1]) < len(hand.spell(row[0]))]
    word, tokens = pick(random, merged)
    shown = {"word": Word(word), "tokens": Tokens(tokens), "rules": step}
    return len(hand.spell(word)), len(tokens), shown


def copies_in_window(hand: Hand, random: Random) -> Question:
    """How many copies of a word fit into a context window?"""
    units, size, shown = _short_word(hand, random)
    window = random.randrange(5 * size, 12 * size)
    answer = window // size
    beliefs: dict[Value, str] = {window // units: "window-in-units", window: "window-in-words"}
    return hand.question(
        "copies_in_window",
        answer,
        near(answer, window // units, window),
        beliefs=beliefs,
        n=window,
        size=size,
        **shown,
    )


def attention_steps(hand: Hand, random: Random) -> Question:
    """How many comparisons does attention make for a word?"""
    units, size, shown = _short_word(hand, random)
    beliefs: dict[Value, str] = {
        2 * size: "attention-grows-evenly",
        size: "attention-grows-evenly",
        units**2: "attention-on-units",
    }
    return hand.question(
        "attention_steps",
        size**2,
        near(size**2, size, units**2, 2 * size),
        beliefs=beliefs,
        n=size,
        **shown,
    )


def dearest_word(hand: Hand, random: Random) -> Question:
    """Which word costs the most tokens?"""
    step = pick(random, range(1, hand.last + 1))
    sizes = {word: len(hand.encode(word, step)) for word in hand.corpus.words}
    ranked = sorted(sizes, key=lambda word: -sizes[word])
    if len(ranked) < 3 or sizes[ranked[0]] == sizes[ranked[1]]:
        raise NotHereError
    answer, *others = ranked
    longest = max(map(len, others))
    beliefs: dict[Value, str] = {
        Word(word): "longest-is-dearest" for word in others if len(word) == longest >= len(answer)
    }
    wrong = sorted(map(Word, others), key=lambda word: word not in beliefs)
    return hand.question(
        "dearest_word", Word(answer), wrong, beliefs=beliefs, n=sizes[answer], rules=step
    )


def saved_by_merging(hand: Hand, random: Random) -> Question:
    """How many fewer tokens than base tokens does a word have?"""
    units, size, shown = _short_word(hand, random)
    beliefs: dict[Value, str] = {size: "counts-what-is-left", units: "counts-base-tokens"}
    return hand.question(
        "saved_by_merging",
        units - size,
        near(units - size, size, units),
        beliefs=beliefs,
        before=units,
        n=size,
        **shown,
    )


def embedding_numbers(hand: Hand, random: Random) -> Question:
    """How many numbers does the embedding of a vocabulary have?"""
    step = pick(random, range(1, hand.last + 1))
    width = random.choice(WIDTHS)
    size = len(hand.trace.vocabulary_at(step))
    base = len(hand.corpus.base_vocabulary)
    total = hand.trace.state_at(step).token_count
    beliefs: dict[Value, str] = {
        total * width: "row-for-each-occurrence",
        step * width: "row-for-each-merge",
        base * width: "row-for-each-base-token",
    }
    return hand.question(
        "embedding_numbers",
        size * width,
        [n * width for n in near(size, base, step, total)],
        beliefs=beliefs,
        step=step,
        width=width,
        n=size,
        words_at=0,
    )


#: Digits in a group.
GROUP = 3


def _uneven_number(random: Random) -> str:
    """A number whose groups from the left differ from those from the right."""
    return _number(random, random.choice((4, 5, 7, 8)))


def _number(random: Random, size: int) -> str:
    return str(random.randrange(10 ** (size - 1), 10**size))


def _groups(digits: str, kind: str) -> Tokens:
    by_kind = {
        "left": group_from_left(digits, GROUP),
        "right": group_from_right(digits, GROUP),
        "single": [*digits],
        "twos": group_from_left(digits, 2),
    }
    return Tokens(tuple(by_kind[kind]))


def _grouped(hand: Hand, random: Random, kind: str, right: str, other: str) -> Question:
    digits = _uneven_number(random)
    wrong = [_groups(digits, name) for name in (other, "single", "twos")]
    names = ("from-the-other-end", "digit-by-digit", "in-twos")
    beliefs: dict[Value, str] = dict(zip(wrong, names, strict=True))
    return hand.question(kind, _groups(digits, right), wrong, beliefs=beliefs, word=Word(digits))


def digits_from_left(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the left?"""
    return _grouped(hand, random, "digits_from_left", "left", "right")


def digits_from_right(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the right?"""
    return _grouped(hand, random, "digits_from_right", "right", "left")


def aligned_number(hand: Hand, random: Random) -> Question:
    """Which number, grouped from the left, has its boundaries in the same columns as another?"""
    size = random.choice((4, 5, 6))
    first = _number(random, size)
    answer = Word(_number(random, random.choice((size, size + GROUP))))
    sizes = [n for n in range(size - 1, size + GROUP) if (n - size) % GROUP]
    wrong = [Word(_number(random, n)) for n in random.sample(sizes, 3)]
    return hand.question("aligned_number", answer, wrong, word=Word(first))


def place_value(hand: Hand, random: Random) -> Question:
    """Which number does the first token of a long number stand for, grouped from the left?"""
    digits = _uneven_number(random)
    first, following = int(digits[:GROUP]), len(digits) - GROUP
    beliefs: dict[Value, str] = {
        first: "token-is-value",
        first * 10**GROUP: "always-thousands",
    }
    answer = first * 10**following
    powers = [first * 10 ** max(0, following + by) for by in (1, -1, 2, -2, 3)]
    wrong = near(answer, first, first * 10**GROUP, spare=powers)
    return hand.question(
        "place_value",
        answer,
        wrong,
        beliefs=beliefs,
        word=Word(digits),
        token=Tokens((digits[:GROUP],)),
        n=following,
    )


def carry_count(hand: Hand, random: Random) -> Question:
    """Into how many places is a one carried when two numbers are added?"""
    a, b = (_number(random, random.choice((4, 5, 6))) for _ in range(2))
    answer = len(carries(a, b))
    return hand.question("carry_count", answer, near(answer), left=Word(a), right=Word(b))


def carries_crossing(hand: Hand, random: Random) -> Question:
    """How many carries go from one token into another, grouped from the right?"""
    a, b = (_number(random, random.choice((5, 6, 7, 8))) for _ in range(2))
    moved = carries(a, b)
    borders = set(range(GROUP, 10, GROUP))
    answer = len(borders & set(moved))
    beliefs: dict[Value, str] = {len(moved): "every-carry"}
    return hand.question(
        "carries_crossing",
        answer,
        near(answer, len(moved)),
        beliefs=beliefs,
        left=Word(a),
        right=Word(b),
        n=len(moved),
    )


#: Texts that users may type if they have read about special tokens.
TYPED = ("<|im_end|>", "<|im_start|>", "<|endoftext|>", "</s>", "[SEP]")
#: Latin letters, and the Cyrillic ones that look the same.
LOOK_ALIKES = dict(zip("aeopcxy", "аеорсху", strict=True))
#: Characters that can be written as one code point or as several.
COMPOSED = "éñüçåōệがド"
ZERO_WIDTH_SPACE = "\u200b"


def typed_special(hand: Hand, random: Random) -> Question:
    """How many tokens does a text have that only looks like a special token?"""
    text = random.choice(TYPED)
    beliefs: dict[Value, str] = {1: "typed-is-token"}
    return hand.question(
        "typed_special",
        len(text),
        near(len(text), 1),
        beliefs=beliefs,
        word=Word(text),
    )


def _chat(random: Random) -> tuple[str, int, int]:
    """Draw the typed text, the number of messages, and how often it is typed."""
    return random.choice(TYPED[:2]), random.randint(2, 9), random.randint(1, 5)


def chat_careful(hand: Hand, random: Random) -> Question:
    """How many special tokens does a chat have if typed ones are treated as text?"""
    text, messages, typed = _chat(random)
    beliefs: dict[Value, str] = {2 * messages + typed: "typed-is-token", messages: "start-alone"}
    wrong = near(2 * messages, 2 * messages + typed, messages)
    return hand.question(
        "chat_careful", 2 * messages, wrong, beliefs=beliefs, word=Word(text), n=messages, m=typed
    )


def chat_careless(hand: Hand, random: Random) -> Question:
    """How many special tokens does it have if typed ones are treated as special?"""
    text, messages, typed = _chat(random)
    answer = 2 * messages + typed
    beliefs: dict[Value, str] = {2 * messages: "typed-is-text", messages + typed: "start-alone"}
    wrong = near(answer, 2 * messages, messages + typed)
    return hand.question(
        "chat_careless", answer, wrong, beliefs=beliefs, word=Word(text), n=messages, m=typed
    )


def look_alike_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a word have with one letter from another alphabet?"""
    words = [word for word in hand.corpus.words if LOOK_ALIKES.keys() & {*word}]
    word = pick(random, words)
    letter = pick(random, sorted(LOOK_ALIKES.keys() & {*word}))
    before = len(encode_utf8(word))
    answer = before + word.count(letter)
    beliefs: dict[Value, str] = {2 * len(word): "all-take-two", before: "looks-the-same"}
    return hand.question(
        "look_alike_bytes",
        answer,
        near(answer, before, 2 * len(word)),
        beliefs=beliefs,
        word=Word(word),
        character=Word(letter),
        before=before,
        n=word.count(letter),
    )


def decomposed_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a character have in its decomposed form?"""
    character = random.choice(COMPOSED)
    parts = normalize("NFD", character)
    before, answer = len(encode_utf8(character)), len(encode_utf8(parts))
    beliefs: dict[Value, str] = {len(parts): "one-byte-each", before: "looks-the-same"}
    return hand.question(
        "decomposed_bytes",
        answer,
        near(answer, before, len(parts)),
        beliefs=beliefs,
        character=Word(character),
        before=before,
        n=len(parts),
    )


def invisible_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a word have with invisible characters behind it?"""
    word, times = pick(random, hand.corpus.words), random.randint(1, 4)
    before = len(encode_utf8(word))
    answer = len(encode_utf8(word + ZERO_WIDTH_SPACE * times))
    beliefs: dict[Value, str] = {before + times: "one-byte-each", before: "invisible-is-nothing"}
    return hand.question(
        "invisible_bytes",
        answer,
        near(answer, before, before + times),
        beliefs=beliefs,
        word=Word(word),
        before=before,
        n=times,
    )
