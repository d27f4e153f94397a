"""Cuts: where a text is cut off, and what token healing does about it."""

from random import Random

from bpe_core import Token
from bpe_core.text.corpus import encode_utf8
from classroom.hand import Hand, NotHereError, near, pick, tokens_of
from classroom.values import Pair, Question, Tokens, Value, Word


def changes_tokens(hand: Hand, word: str, at: int, step: int) -> bool:
    """Whether the two parts of a word, encoded separately, have different tokens from the word."""
    parts = (*hand.encode(word[:at], step), *hand.encode(word[at:], step))
    return parts != hand.encode(word, step)


def parts_tokens(hand: Hand, random: Random) -> Question:
    """How many tokens do the two parts of a word have together?"""
    step = pick(random, range(1, hand.last + 1))
    cuts = [
        (word, at)
        for word in hand.corpus.words
        for at in range(1, len(word))
        if changes_tokens(hand, word, at, step)
    ]
    word, at = pick(random, cuts)
    left, right = hand.encode(word[:at], step), hand.encode(word[at:], step)
    whole, answer = len(hand.encode(word, step)), len(left) + len(right)
    beliefs: dict[Value, str] = {whole: "cut-keeps-tokens", whole + 1: "cut-adds-one"}
    return hand.question(
        "parts_tokens",
        answer,
        near(answer, whole, whole + 1),
        beliefs=beliefs,
        word=Word(word),
        left=Word(word[:at]),
        right=Word(word[at:]),
        tokens=Tokens(left),
        more=Tokens(right),
        rules=step,
    )


def _cuts_of_a_word(hand: Hand, random: Random) -> tuple[str, int, list[int], list[int]]:
    """A word, a step, the places where a cut changes the word's tokens, and the other places.

    Only for corpora without a marker: each part would get its own, so every cut would change the
    tokens.
    """
    if hand.corpus.end_of_word:
        raise NotHereError
    step = pick(random, range(1, hand.last + 1))
    word = pick(random, [word for word in hand.corpus.words if len(word) > 2])
    places = range(1, len(word))
    changed = [at for at in places if changes_tokens(hand, word, at, step)]
    return word, step, changed, [at for at in places if at not in changed]


def changed_places(hand: Hand, random: Random) -> Question:
    """At how many places does a cut change the tokens of a word?"""
    word, step, changed, same = _cuts_of_a_word(hand, random)
    borders = len(hand.encode(word, step)) - 1
    beliefs: dict[Value, str] = {len(same): "counts-the-others", len(word) - 1: "every-cut"}
    return hand.question(
        "changed_places",
        len(changed),
        near(len(changed), len(same), len(word) - 1, borders),
        beliefs=beliefs,
        word=Word(word),
        tokens=Tokens(hand.encode(word, step)),
        n=len(word) - 1,
        rules=step,
    )


def harmless_cut(hand: Hand, random: Random) -> Question:
    """Which cut of a word keeps its tokens?"""
    word, step, changed, same = _cuts_of_a_word(hand, random)
    answer, wrong = _cut(hand, word, pick(random, same)), [_cut(hand, word, at) for at in changed]
    beliefs: dict[Value, str] = dict.fromkeys(wrong, "cuts-a-token")
    tokens = Tokens(hand.encode(word, step))
    return hand.question(
        "harmless_cut", answer, wrong, beliefs=beliefs, word=Word(word), tokens=tokens, rules=step
    )


def _cut(hand: Hand, word: str, at: int) -> Pair:
    left, right = word[:at], word[at:]
    if hand.corpus.unit == "char":
        return Pair(left, right)
    return Pair(encode_utf8(left), encode_utf8(right))


def _vocabulary(hand: Hand, step: int) -> list[Token]:
    """All tokens except the special ones, which never result from text."""
    return list(hand.trace.vocabulary_at(step))[len(hand.trace.special_tokens) :]


def begins_with(token: Token, dropped: Token) -> bool:
    """Whether a token may replace `dropped` after it was dropped.

    >>> begins_with("hugs", "hu"), begins_with("hu", "hu"), begins_with("shu", "hu")
    (True, True, False)
    """
    return token[: len(dropped)] == dropped


def _dropped(hand: Hand, random: Random) -> tuple[Token, int, list[Token]]:
    """A token that another token begins with, a step, and all tokens at that step."""
    step = pick(random, range(1, hand.last + 1))
    vocabulary = _vocabulary(hand, step)
    beginnings = {token[:end] for token in vocabulary for end in range(len(token))}
    starts = [token for token in vocabulary if token in beginnings]
    return pick(random, starts), step, vocabulary


def healing_count(hand: Hand, random: Random) -> Question:
    """How many tokens may follow after healing?"""
    dropped, step, vocabulary = _dropped(hand, random)
    answer = sum(begins_with(token, dropped) for token in vocabulary)
    containing = sum(dropped in token for token in vocabulary)  # type: ignore[operator]
    beliefs: dict[Value, str] = {containing: "healing-contains", answer - 1: "healing-not-itself"}
    return hand.question(
        "healing_count",
        answer,
        near(answer, answer - 1, containing),
        beliefs=beliefs,
        token=tokens_of(dropped),
        rules=step,
        words_at=0,
    )


def healing_token(hand: Hand, random: Random) -> Question:
    """Which of some tokens may follow after healing?"""
    dropped, step, vocabulary = _dropped(hand, random)
    fitting = [t for t in vocabulary if begins_with(t, dropped) and t != dropped]
    others = [t for t in vocabulary if not begins_with(t, dropped)]
    random.shuffle(others)
    others.sort(key=lambda token: dropped not in token)  # type: ignore[operator]
    beliefs: dict[Value, str] = {
        tokens_of(t): "healing-contains"
        for t in others
        if dropped in t  # type: ignore[operator]
    }
    return hand.question(
        "healing_token",
        tokens_of(pick(random, fitting)),
        [tokens_of(token) for token in others],
        beliefs=beliefs,
        token=tokens_of(dropped),
        rules=step,
    )
