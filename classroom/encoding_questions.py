"""Questions on encoding: how the merges, in order, cut a word that is not in the corpus."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from bpe_core import Token
from classroom.hand import Hand, NotHereError, joined, near, pick
from classroom.merge_questions import merge_from_right
from classroom.values import Pair, Question, Tokens, Value, Word

#: Most units of a new word.
LONGEST = 10
#: Common letters, and characters of other scripts; a corpus may lack some of them.
CHARACTERS = "aeiourstlnmkzxq0123!?的是人在é"


def new_words(hand: Hand) -> list[str]:
    """Words that are not in the corpus: the beginning of one and the end of another."""
    words = hand.corpus.words
    made = {
        one[:i] + other[j:]
        for one in words
        for other in words
        if one != other
        for i in range(1, len(one))
        for j in range(1, len(other))
        if 3 <= len(hand.spell(one[:i] + other[j:])) <= LONGEST
    }
    return sorted(made - {*words})


def _new_word(hand: Hand, random: Random) -> tuple[str, int, tuple[Token, ...]]:
    """A new word, a step, and the word's tokens there: at least two, and one of them merged."""
    step = pick(random, range(1, hand.last + 1))
    options = random.sample(words := new_words(hand), min(60, len(words)))
    encoded = [(word, hand.encode(word, step)) for word in options]
    merged = [row for row in encoded if 2 <= len(row[1]) < len(hand.spell(row[0]))]
    word, tokens = pick(random, merged)
    return word, step, tokens


def encode_word(hand: Hand, random: Random) -> Question:
    """How is a new word cut?"""
    word, step, tokens = _new_word(hand, random)
    believed = believed_ways(hand, word, step)
    wrong = [Tokens(other) for other in _other_ways(hand, word, step, tokens)]
    beliefs: dict[Value, str] = {Tokens(other): name for name, other in reversed(believed)}
    answer = Tokens(tokens)
    return hand.question("encode_word", answer, wrong, beliefs=beliefs, word=Word(word), rules=step)


def _other_ways(
    hand: Hand, word: str, step: int, tokens: Sequence[Token]
) -> Iterator[tuple[Token, ...]]:
    """Wrong results: from the longest match, merges in reverse, or too few or too many merges."""
    yield from (other for _, other in believed_ways(hand, word, step))
    yield from (hand.encode(word, k) for k in (step - 1, 0))
    for i in range(len(tokens) - 1):
        yield (*tokens[:i], joined(tokens[i : i + 2]), *tokens[i + 2 :])


def believed_ways(hand: Hand, word: str, step: int) -> list[tuple[str, tuple[Token, ...]]]:
    """The results of the longest match, and of the merges in reverse."""
    units, known = hand.spell(word), {*hand.trace.vocabulary_at(step)}
    backwards: tuple[Token, ...] = tuple(units)
    for k in range(step, 0, -1):
        backwards = merge_from_right(backwards, hand.merged_pair(k))
    return [("longest-match", longest_match(units, known)), ("reversed-merges", backwards)]


def longest_match(units: Sequence[Token], known: set[Token]) -> tuple[Token, ...]:
    """Take the longest known token each time, from the left, which is not what BPE does.

    >>> longest_match("abc", {"a", "b", "c", "ab"})
    ('ab', 'c')
    """
    done: list[Token] = []
    start = 0
    while start < len(units):
        stop = len(units)
        while stop > start + 1 and joined(units[start:stop]) not in known:
            stop -= 1
        done.append(joined(units[start:stop]))
        start = stop
    return tuple(done)


def encode_length(hand: Hand, random: Random) -> Question:
    """Into how many tokens is a new word cut?"""
    word, step, tokens = _new_word(hand, random)
    wrong = near(len(tokens), len(hand.spell(word)), 1)
    return hand.question(
        "encode_length", len(tokens), wrong, word=Word(word), tokens=Tokens(tokens), rules=step
    )


def first_rule(hand: Hand, random: Random) -> Question:
    """Which merge is applied first in a new word? The one that was learned first."""
    word, step, _ = _new_word(hand, random)
    units = hand.spell(word)
    standing = {*pairwise(units)}
    merges = [hand.merged_pair(k) for k in range(1, step + 1)]
    first = next(i for i, pair in enumerate(merges) if (pair.left, pair.right) in standing)
    pairs = [Pair(*pair) for pair in pairwise(units)]
    wrong = [pair for pair in (*pairs, *reversed(merges)) if pair != merges[first]]
    return hand.question(
        "first_rule", merges[first], wrong, word=Word(word), step=first + 1, rules=step
    )


def unknown_character(hand: Hand, random: Random) -> Question:
    """Which of these characters would be unknown? Asked only if characters are the unit."""
    if hand.corpus.unit == "byte":
        raise NotHereError
    known = sorted({character for word in hand.corpus.words for character in word})
    answer = pick(random, [character for character in CHARACTERS if character not in known])
    wrong = [Word(character) for character in random.sample(known, len(known))]
    return hand.question("unknown_character", Word(answer), wrong, words_at=0)


def unmerged_character(hand: Hand, random: Random) -> Question:
    """How many tokens does a new character take at most? With bytes nothing is unknown."""
    if hand.corpus.unit == "char":
        raise NotHereError
    known = "".join(hand.corpus.words)
    character = pick(random, [one for one in CHARACTERS if one not in known])
    size = len(character.encode())
    wrong = near(size, 0, 256)
    return hand.question("unmerged_character", size, wrong, character=Word(character))
