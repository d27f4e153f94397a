"""Questions on the vocabulary, and on encoding with it.

The vocabulary's size, ids, tokens in the corpus, tokens per word; and how the merges, in order, cut
a word that is not in the corpus.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from bpe_core import Token
from classroom.hand import Facts, Hand, NotHereError, joined, pick, tokens_of
from classroom.merge_questions import merge_from_right, one_more_merge
from classroom.values import Pair, Question, Tokens, Value, Word


def _some_state(hand: Hand, random: Random) -> int:
    return pick(random, range(hand.last + 1))


def vocabulary_size(hand: Hand, random: Random) -> Question:
    """How many tokens does the vocabulary have?"""
    step, base = _some_state(hand, random), len(hand.corpus.base_vocabulary)
    special = len(hand.trace.special_tokens)
    size = base + special + step
    wrong = base, len(hand.token_counts(step)), base + special + 2 * step
    return hand.number(size, *wrong, step=step, base=base, special=special, words_at=0)


def tokens_in_use(hand: Hand, random: Random) -> Question:
    """How many different tokens occur in the corpus?"""
    step = _some_state(hand, random)
    used = len(hand.token_counts(step))
    wrong = len(hand.trace.vocabulary_at(step)), hand.trace.state_at(step).token_count
    return hand.number(used, *wrong, step=step, words_at=step)


def base_size(hand: Hand, random: Random) -> Question:
    """How many base tokens are there?"""
    base = len(hand.corpus.base_vocabulary)
    unit = hand.corpus.unit
    wrong = sum(map(len, hand.corpus.words)), len(hand.corpus.words)
    return hand.number(
        base, *wrong, unit=unit, marker=int(bool(hand.corpus.end_of_word)), words_at=0
    )


def token_id(hand: Hand, random: Random) -> Question:
    """Which id does the token of a step get? Ids count from 0."""
    step = pick(random, range(1, hand.last + 1))
    first = hand.trace.first_merge_id
    token = tokens_of(hand.merge(step).token)
    return hand.number(first + step - 1, first + step, step, step=step, first=first, token=token)


def token_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does the token have in UTF-8? Asked only if it can't contain a marker."""
    if hand.corpus.end_of_word:
        raise NotHereError
    step = pick(random, range(1, hand.last + 1))
    token = hand.merge(step).token
    encoded = token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")
    return hand.number(len(encoded), len(token), 3 * len(token), token=tokens_of(token))


def not_yet(hand: Hand, random: Random) -> Question:
    """Which of these tokens is not yet in the vocabulary?"""
    step = pick(random, range(hand.last))
    known, later = hand.trace.vocabulary_at(step), range(step + 1, hand.last + 1)
    made = pick(random, later)
    used = sorted(hand.token_counts(step).keys() | {*known[hand.trace.first_merge_id :]})
    wrong = [tokens_of(token) for token in random.sample(used, len(used))]
    token = tokens_of(hand.merge(made).token)
    return hand.question(token, wrong, step=step, made=made, rules=step)


def token_total(hand: Hand, random: Random) -> Question:
    """How many tokens does the corpus have?"""
    step = _some_state(hand, random)
    words = hand.words(step)
    total = sum(len(tokens) * count for tokens, count in words)
    once = sum(len(tokens) for tokens, _ in words)
    wrong = once, sum((count for _, count in words)), len(hand.token_counts(step))
    return hand.number(total, *wrong, step=step, words_at=step)


def word_tokens(hand: Hand, random: Random) -> Question:
    """Into how many tokens is the word cut, given the merges so far?"""
    step = _some_state(hand, random)
    place = pick(random, range(len(hand.corpus.words)))
    word, tokens = hand.corpus.words[place], hand.words(step)[place][0]
    return hand.number(len(tokens), len(word), word=Word(word), rules=step)


def word_total(hand: Hand, random: Random) -> Question:
    "How many words does the corpus have, counting each as often as it occurs?"
    counts = [count for _, count in hand.words(0)]
    return hand.number(sum(counts), len(counts), max(counts), n=len(counts), words_at=0)


def tokens_per_word(hand: Hand, random: Random) -> Question:
    """How many tokens does a word have on average, frequent words counting more?"""
    step = _some_state(hand, random)
    words = hand.words(step)
    tokens = sum(len(parts) * count for parts, count in words)
    total = sum(count for _, count in words)
    once = sum(len(parts) for parts, _ in words)
    wrong = once / len(words), total / tokens, tokens / len(words)
    return _ratio(hand, step, tokens, total, *wrong)


def _ratio(hand: Hand, step: int, n: int, total: int, *plausible: float) -> Question:
    """A question on `n / total` at a step, with two decimal places in all answers."""
    answer, *wrong = (round(ratio, 2) for ratio in (n / total, *plausible))
    spare = [round(answer + far, 2) for far in (0.5, -0.5, 1, -1, 1.5, -1.5) if answer + far > 0]
    shown: Facts = {"step": step, "n": n, "total": total, "words_at": step}
    return hand.number(answer, *wrong, spare=spare, **shown)


def bytes_per_token(hand: Hand, random: Random) -> Question:
    """How many bytes of text does a token represent? Asked only if spaces are not symbols."""
    if hand.corpus.unit == "char" and hand.corpus.pre_tokenizer != "whitespace":
        raise NotHereError
    step = _some_state(hand, random)
    tokens, size = hand.trace.state_at(step).token_count, hand.corpus.text_bytes
    start = hand.trace.state_at(0).token_count
    wrong = tokens / size, start / tokens, size / start
    return _ratio(hand, step, size, tokens, *wrong)


def most_used_token(hand: Hand, random: Random) -> Question:
    """Which token occurs most often?"""
    step = _some_state(hand, random)
    counts = sorted(hand.token_counts(step).items(), key=lambda row: -row[1])
    if len(counts) < 3 or counts[0][1] == counts[1][1]:
        raise NotHereError
    (token, count), *others = counts
    wrong = [tokens_of(other) for other, _ in others]
    return hand.question(tokens_of(token), wrong, step=step, count=count, words_at=step)


def token_frequency(hand: Hand, random: Random) -> Question:
    """How often does the token itself occur? Occurrences inside longer tokens do not count."""
    step = _some_state(hand, random)
    counts = hand.token_counts(step)
    token = pick(random, sorted(counts))
    at_start = 0  # what searching the text would find, a likely mistake
    for tokens, count in hand.words(0):
        at_start += joined(tokens).count(token) * count  # type: ignore[arg-type]
    kinds = sum(token in tokens for tokens, _ in hand.words(step))
    wrong = at_start, kinds
    return hand.number(counts[token], *wrong, token=tokens_of(token), step=step, words_at=step)


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
    wrong: dict[Value, str] = {}
    for name, other in _other_ways(hand, word, step, tokens):
        wrong.setdefault(Tokens(other), name)
    return hand.question(Tokens(tokens), wrong, word=Word(word), rules=step)


def _other_ways(
    hand: Hand, word: str, step: int, tokens: Sequence[Token]
) -> Iterator[tuple[str, tuple[Token, ...]]]:
    """Wrong results, with their beliefs; then those of too few or too many merges."""
    yield from believed_ways(hand, word, step)
    yield from (("", hand.encode(word, k)) for k in (step - 1, 0))
    yield from (("", each) for each in one_more_merge(tokens))


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
    wrong = len(hand.spell(word)), 1
    return hand.number(len(tokens), *wrong, word=Word(word), tokens=Tokens(tokens), rules=step)


def first_rule(hand: Hand, random: Random) -> Question:
    """Which merge is applied first in a new word? The one that was learned first."""
    word, step, _ = _new_word(hand, random)
    units = hand.spell(word)
    standing = {*pairwise(units)}
    merges = [hand.merged_pair(k) for k in range(1, step + 1)]
    first = next(i for i, pair in enumerate(merges) if (pair.left, pair.right) in standing)
    pairs = [Pair(*pair) for pair in pairwise(units)]
    wrong = [pair for pair in (*pairs, *reversed(merges)) if pair != merges[first]]
    return hand.question(merges[first], wrong, word=Word(word), step=first + 1, rules=step)


def unknown_character(hand: Hand, random: Random) -> Question:
    """Which of these characters would be unknown? Asked only if characters are the unit."""
    if hand.corpus.unit == "byte":
        raise NotHereError
    known = sorted({character for word in hand.corpus.words for character in word})
    answer = pick(random, [character for character in CHARACTERS if character not in known])
    wrong = [Word(character) for character in random.sample(known, len(known))]
    return hand.question(Word(answer), wrong, words_at=0)


def unmerged_character(hand: Hand, random: Random) -> Question:
    """How many tokens does a new character take at most? With bytes nothing is unknown."""
    if hand.corpus.unit == "char":
        raise NotHereError
    known = "".join(hand.corpus.words)
    character = pick(random, [one for one in CHARACTERS if one not in known])
    size = len(character.encode())
    return hand.number(size, 0, 256, character=Word(character))
