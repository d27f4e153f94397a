"""Orders: special tokens, text that only looks like them, and texts that look the same."""

from random import Random
from unicodedata import normalize

from bpe_core.text.corpus import encode_utf8
from classroom.hand import Hand, near, pick
from classroom.values import Question, Value, Word

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
