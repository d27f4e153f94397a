"""Questions on what a model reads, and on what it pays for: numbers, costs, and orders.

Numbers are read as digits in groups, columns, place values, and carries; no merge is needed for
these. Context windows, attention, and embeddings are counted in tokens. Orders are special tokens,
text that only looks like them, and texts that look the same.
"""

from random import Random
from typing import Any
from unicodedata import normalize

from bpe_core.experiments.letters_and_digits import carries, group_from_left, group_from_right
from bpe_core.text.corpus import encode_utf8
from classroom.hand import Facts, Hand, NotHereError, near, pick
from classroom.values import Question, Tokens, Word

#: Digits in a group.
GROUP = 3
#: Possible lengths of an embedding's rows.
WIDTHS = (8, 16, 64, 100)


def _uneven_number(random: Random) -> str:
    """A number whose groups from the left differ from those from the right."""
    return _number(random, random.choice((4, 5, 7, 8)))


def _number(random: Random, size: int) -> str:
    return str(random.randrange(10 ** (size - 1), 10**size))


def digits_from_left(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the left?"""
    return _grouped(hand, random, group_from_left, group_from_right)


def digits_from_right(hand: Hand, random: Random) -> Question:
    """Which are the tokens of a number, grouped from the right?"""
    return _grouped(hand, random, group_from_right, group_from_left)


def _grouped(hand: Hand, random: Random, right: Any, other: Any) -> Question:
    digits = _uneven_number(random)
    wrong = {
        Tokens(tuple(other(digits, GROUP))): "from-the-other-end",
        Tokens(tuple(digits)): "digit-by-digit",
        Tokens(tuple(group_from_left(digits, 2))): "in-twos",
    }
    return hand.question(Tokens(tuple(right(digits, GROUP))), wrong, word=Word(digits))


def aligned_number(hand: Hand, random: Random) -> Question:
    """Which number, grouped from the left, has its boundaries in the same columns as another?"""
    size = random.choice((4, 5, 6))
    first = _number(random, size)
    answer = Word(_number(random, random.choice((size, size + GROUP))))
    sizes = [n for n in range(size - 1, size + GROUP) if (n - size) % GROUP]
    wrong = [Word(_number(random, n)) for n in random.sample(sizes, 3)]
    return hand.question(answer, wrong, word=Word(first))


def place_value(hand: Hand, random: Random) -> Question:
    """Which number does the first token of a long number stand for, grouped from the left?"""
    digits = _uneven_number(random)
    first, following = int(digits[:GROUP]), len(digits) - GROUP
    return hand.number(
        first * 10**following,
        (first, "token-is-value"),
        (first * 10**GROUP, "always-thousands"),
        spare=[first * 10 ** max(0, following + by) for by in (1, -1, 2, -2, 3)],
        word=Word(digits),
        token=Tokens((digits[:GROUP],)),
        n=following,
    )


def carry_count(hand: Hand, random: Random) -> Question:
    """Into how many places is a one carried when two numbers are added?"""
    a, b = (_number(random, random.choice((4, 5, 6))) for _ in range(2))
    return hand.number(len(carries(a, b)), left=Word(a), right=Word(b))


def carries_crossing(hand: Hand, random: Random) -> Question:
    """How many carries go from one token into another, grouped from the right?"""
    a, b = (_number(random, random.choice((5, 6, 7, 8))) for _ in range(2))
    moved = carries(a, b)
    answer, n = len({*range(GROUP, 10, GROUP)} & {*moved}), len(moved)
    shown: Facts = {"left": Word(a), "right": Word(b), "n": n}
    return hand.number(answer, (n, "every-carry"), **shown)


def _short_word(hand: Hand, random: Random) -> tuple[int, int, Facts]:
    """The base tokens and the tokens, at least one of them merged, of a word; and what is shown."""
    step = pick(random, range(1, hand.last + 1))
    encoded = [(word, hand.encode(word, step)) for word in hand.corpus.words]
    merged = [row for row in encoded if 2 <= len(row[1]) < len(hand.spell(row[0]))]
    word, tokens = pick(random, merged)
    shown: Facts = {"word": Word(word), "tokens": Tokens(tokens), "rules": step}
    return len(hand.spell(word)), len(tokens), shown


def copies_in_window(hand: Hand, random: Random) -> Question:
    """How many copies of a word fit into a context window?"""
    units, size, shown = _short_word(hand, random)
    window = random.randrange(5 * size, 12 * size)
    wrong = (window // units, "window-in-units"), (window, "window-in-words")
    return hand.number(window // size, *wrong, n=window, size=size, **shown)


def attention_steps(hand: Hand, random: Random) -> Question:
    """How many comparisons does attention make for a word?"""
    units, size, shown = _short_word(hand, random)
    belief = "attention-grows-evenly"
    wrong = (size, belief), (units**2, "attention-on-units"), (2 * size, belief)
    return hand.number(size**2, *wrong, n=size, **shown)


def dearest_word(hand: Hand, random: Random) -> Question:
    """Which word costs the most tokens?"""
    step = pick(random, range(1, hand.last + 1))
    sizes = {word: len(hand.encode(word, step)) for word in hand.corpus.words}
    ranked = sorted(sizes, key=lambda word: -sizes[word])
    if len(ranked) < 3 or sizes[ranked[0]] == sizes[ranked[1]]:
        raise NotHereError
    answer, *others = ranked
    longest = max(map(len, others))
    believed = [word for word in others if len(word) == longest >= len(answer)]
    wrong = {Word(word): "longest-is-dearest" for word in believed}
    wrong |= {Word(word): "" for word in others if word not in believed}
    return hand.question(Word(answer), wrong, n=sizes[answer], rules=step)


def saved_by_merging(hand: Hand, random: Random) -> Question:
    """How many fewer tokens than base tokens does a word have?"""
    units, size, shown = _short_word(hand, random)
    wrong = (size, "counts-what-is-left"), (units, "counts-base-tokens")
    return hand.number(units - size, *wrong, before=units, n=size, **shown)


def embedding_numbers(hand: Hand, random: Random) -> Question:
    """How many numbers does the embedding of a vocabulary have?"""
    step = pick(random, range(1, hand.last + 1))
    width = random.choice(WIDTHS)
    size = len(hand.trace.vocabulary_at(step))
    base = len(hand.corpus.base_vocabulary)
    total = hand.trace.state_at(step).token_count
    beliefs = {
        total: "row-for-each-occurrence",
        step: "row-for-each-merge",
        base: "row-for-each-base-token",
    }
    wrong = {n * width: beliefs.get(int(n), "") for n in near(size, base, step, total)}
    shown: Facts = {"step": step, "width": width, "n": size}
    return hand.question(size * width, wrong, words_at=0, **shown)


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
    return hand.number(len(text), (1, "typed-is-token"), word=Word(text))


def _chat(random: Random) -> tuple[int, int, Facts]:
    """Draw the number of messages, and how often a special token is typed; and what is shown."""
    text, messages, typed = random.choice(TYPED[:2]), random.randint(2, 9), random.randint(1, 5)
    return messages, typed, {"word": Word(text), "n": messages, "m": typed}


def chat_careful(hand: Hand, random: Random) -> Question:
    """How many special tokens does a chat have if typed ones are treated as text?"""
    messages, typed, shown = _chat(random)
    wrong = (2 * messages + typed, "typed-is-token"), (messages, "start-alone")
    return hand.number(2 * messages, *wrong, **shown)


def chat_careless(hand: Hand, random: Random) -> Question:
    """How many special tokens does it have if typed ones are treated as special?"""
    messages, typed, shown = _chat(random)
    wrong = (2 * messages, "typed-is-text"), (messages + typed, "start-alone")
    return hand.number(2 * messages + typed, *wrong, **shown)


def look_alike_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a word have with one letter from another alphabet?"""
    word = pick(random, [word for word in hand.corpus.words if LOOK_ALIKES.keys() & {*word}])
    letter = pick(random, sorted(LOOK_ALIKES.keys() & {*word}))
    before, n = len(encode_utf8(word)), word.count(letter)
    wrong = (before, "looks-the-same"), (2 * len(word), "all-take-two")
    shown: Facts = {"word": Word(word), "character": Word(letter), "before": before, "n": n}
    return hand.number(before + n, *wrong, **shown)


def decomposed_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a character have in its decomposed form?"""
    character = random.choice(COMPOSED)
    parts = normalize("NFD", character)
    before, n = len(encode_utf8(character)), len(parts)
    wrong = (before, "looks-the-same"), (n, "one-byte-each")
    shown: Facts = {"character": Word(character), "before": before, "n": n}
    return hand.number(len(encode_utf8(parts)), *wrong, **shown)


def invisible_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does a word have with invisible characters behind it?"""
    word, n = pick(random, hand.corpus.words), random.randint(1, 4)
    before, answer = (len(encode_utf8(text)) for text in (word, word + ZERO_WIDTH_SPACE * n))
    wrong = (before, "invisible-is-nothing"), (before + n, "one-byte-each")
    return hand.number(answer, *wrong, word=Word(word), before=before, n=n)
