"""Letters: a model gets ids, and is not told which letters are inside a token."""

from collections.abc import Sequence
from random import Random

from bpe_core import Token
from classroom.hand import Hand, NotHereError, joined, near, pick
from classroom.values import Question, Tokens, Value, Word


def units_by_token(hand: Hand, word: str, step: int) -> list[list[Token]]:
    """The units of a word, grouped by token. An end-of-word marker is the last unit.

    >>> from bpe_core import Corpus
    >>> hand = Hand.of(Corpus.from_counts({"hug": 3, "pug": 1}, end_of_word="."), seed=1)
    >>> units_by_token(hand, "hug", 1)
    [['h'], ['u', 'g'], ['.']]
    """
    rest = hand.spell(word)
    groups = []
    for token in hand.encode(word, step):
        size = next(n for n in range(1, len(rest) + 1) if joined(rest[:n]) == token)
        groups.append(rest[:size])
        rest = rest[size:]
    return groups


def _letters(hand: Hand, groups: Sequence[Sequence[Token]]) -> list[str]:
    """The letters of each token, without the marker."""
    marker = bool(hand.corpus.end_of_word)
    bare = [*groups[:-1], groups[-1][:-1]] if marker else groups
    return ["".join(u if isinstance(u, str) else chr(u[0]) for u in group) for group in bare]


def _read_word(hand: Hand, random: Random) -> tuple[str, int, list[list[Token]]]:
    """A word of the corpus whose units are letters, some of them merged."""
    step = pick(random, range(1, hand.last + 1))
    words = [word for word in hand.corpus.words if is_spelled_by_letters(hand, word)]
    split = [(word, units_by_token(hand, word, step)) for word in words]
    word, groups = pick(random, [row for row in split if any(len(group) > 1 for group in row[1])])
    return word, step, groups


def is_spelled_by_letters(hand: Hand, word: str) -> bool:
    """Whether each unit of the word is a character."""
    return hand.corpus.unit == "char" or word.isascii()


def letter_tokens(hand: Hand, random: Random) -> Question:
    """In how many tokens of a word is a letter?"""
    word, step, groups = _read_word(hand, random)
    letter = pick(random, sorted({c for c in word if c.isalnum()}))
    times = [letters.count(letter) for letters in _letters(hand, groups)]
    answer = sum(n > 0 for n in times)
    beliefs: dict[Value, str] = {len(groups): "every-token", sum(times): "each-letter"}
    return hand.question(
        "letter_tokens",
        answer,
        near(answer, *map(int, (sum(times), len(groups)))),
        beliefs=beliefs,
        word=Word(word),
        character=Word(letter),
        tokens=Tokens(hand.encode(word, step)),
        rules=step,
    )


def letters_inside(hand: Hand, random: Random) -> Question:
    """How many letters of a word are not tokens by themselves?"""
    word, step, groups = _read_word(hand, random)
    sizes = [
        (len(group), len(found))
        for group, found in zip(groups, _letters(hand, groups), strict=True)
    ]
    answer = sum(letters for units, letters in sizes if units > 1)
    beliefs: dict[Value, str] = {
        len(word): "every-letter",
        sum(units > 1 for units, _ in sizes): "tokens-not-letters",
    }
    return hand.question(
        "letters_inside",
        answer,
        near(answer, len(word), sum(units > 1 for units, _ in sizes)),
        beliefs=beliefs,
        word=Word(word),
        tokens=Tokens(hand.encode(word, step)),
        rules=step,
    )


def letter_alone(hand: Hand, random: Random) -> Question:
    """In which of several words with the same letter is that letter a token by itself?"""
    step = pick(random, range(1, hand.last + 1))
    words = [word for word in hand.corpus.words if is_spelled_by_letters(hand, word)]
    letters = sorted({c for word in words for c in word if c.isalnum()})
    random.shuffle(letters)
    for letter in letters:
        unit = hand.spell(letter)[0]
        having = [word for word in words if letter in word]
        alone = [word for word in having if [unit] in units_by_token(hand, word, step)]
        others = [Word(word) for word in having if word not in alone]
        if alone and len(others) > 1:
            return hand.question(
                "letter_alone",
                Word(pick(random, alone)),
                others,
                character=Word(letter),
                rules=step,
            )
    raise NotHereError


def spelled_out(hand: Hand, random: Random) -> Question:
    """How many tokens does a word have if it is spelled out, each letter as a separate word?"""
    step = pick(random, range(1, hand.last + 1))
    word = pick(random, [word for word in hand.corpus.words if len(word) > 2 and word.isalpha()])
    whole = len(hand.encode(word, step))
    answer = sum(len(hand.encode(letter, step)) for letter in word)
    beliefs: dict[Value, str] = {whole: "as-if-whole", whole + len(word) - 1: "spaces-added"}
    return hand.question(
        "spelled_out",
        answer,
        near(answer, whole, whole + len(word) - 1, len(word)),
        beliefs=beliefs,
        word=Word(word),
        spelled=Word(" ".join(word)),
        rules=step,
    )
