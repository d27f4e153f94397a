"""Questions on what a model sees of a word: its letters, and the cuts inside it.

A model gets ids, and is not told which letters are inside a token. Where a text is cut off, its
tokens may change; token healing does something about it.
"""

from collections.abc import Sequence
from random import Random

from bpe_core import Token
from bpe_core.text.corpus import encode_utf8
from classroom.hand import Facts, Hand, NotHereError, joined, pick, tokens_of
from classroom.values import Pair, Question, Tokens, Word


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
    wrong = (sum(times), "each-letter"), (len(groups), "every-token")
    return hand.number(answer, *wrong, character=Word(letter), **hand.encoded(word, step))


def letters_inside(hand: Hand, random: Random) -> Question:
    """How many letters of a word are not tokens by themselves?"""
    word, step, groups = _read_word(hand, random)
    sizes = [
        (len(group), len(found))
        for group, found in zip(groups, _letters(hand, groups), strict=True)
    ]
    answer = sum(letters for units, letters in sizes if units > 1)
    merged = sum(units > 1 for units, _ in sizes)
    wrong = (len(word), "every-letter"), (merged, "tokens-not-letters")
    return hand.number(answer, *wrong, **hand.encoded(word, step))


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
            answer, shown = Word(pick(random, alone)), Word(letter)
            return hand.question(answer, others, character=shown, rules=step)
    raise NotHereError


def spelled_out(hand: Hand, random: Random) -> Question:
    """How many tokens does a word have if it is spelled out, each letter as a separate word?"""
    step = pick(random, range(1, hand.last + 1))
    word = pick(random, [word for word in hand.corpus.words if len(word) > 2 and word.isalpha()])
    whole = len(hand.encode(word, step))
    answer = sum(len(hand.encode(letter, step)) for letter in word)
    wrong = (whole, "as-if-whole"), (whole + len(word) - 1, "spaces-added"), len(word)
    shown: Facts = {"word": Word(word), "spelled": Word(" ".join(word)), "rules": step}
    return hand.number(answer, *wrong, **shown)


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
    return hand.number(
        answer,
        (whole, "cut-keeps-tokens"),
        (whole + 1, "cut-adds-one"),
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
    others = "counts-the-others" if changed else "every-cut"
    wrong = (len(same), others), (len(word) - 1, "every-cut"), borders
    return hand.number(len(changed), *wrong, n=len(word) - 1, **hand.encoded(word, step))


def harmless_cut(hand: Hand, random: Random) -> Question:
    """Which cut of a word keeps its tokens?"""
    word, step, changed, same = _cuts_of_a_word(hand, random)
    answer = _cut(hand, word, pick(random, same))
    wrong = {_cut(hand, word, at): "cuts-a-token" for at in changed}
    return hand.question(answer, wrong, **hand.encoded(word, step))


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
    wrong = (answer - 1, "healing-not-itself"), (containing, "healing-contains")
    shown: Facts = {"token": tokens_of(dropped), "rules": step, "words_at": 0}
    return hand.number(answer, *wrong, **shown)


def healing_token(hand: Hand, random: Random) -> Question:
    """Which of some tokens may follow after healing?"""
    dropped, step, vocabulary = _dropped(hand, random)
    fitting = [t for t in vocabulary if begins_with(t, dropped) and t != dropped]
    others = [t for t in vocabulary if not begins_with(t, dropped)]
    random.shuffle(others)
    others.sort(key=lambda token: dropped not in token)  # type: ignore[operator]
    wrong = {
        tokens_of(t): "healing-contains" if dropped in t else ""  # type: ignore[operator]
        for t in others
    }
    answer = tokens_of(pick(random, fitting))
    return hand.question(answer, wrong, token=tokens_of(dropped), rules=step)
