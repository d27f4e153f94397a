"""Costs: context windows, attention, and embeddings are counted in tokens."""

from random import Random
from typing import Any

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
