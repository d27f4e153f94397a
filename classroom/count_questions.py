"""Questions on counting: how often pairs occur, in which words, and which of them tie."""

from random import Random

from classroom.hand import Hand, NotHereError, occurrences, pick, words_of
from classroom.values import Pair, Question, Tokens, Word


def _step_with_pairs(hand: Hand, random: Random, least: int = 1) -> int:
    """A step at which at least `least` different pairs occur."""
    return pick(random, [k for k in range(hand.last + 1) if len(hand.pairs(k)) >= least])


def _steps_with_ties(hand: Hand) -> list[int]:
    """The steps at which several pairs share the highest count, and one of them is merged next."""
    return [k for k in range(hand.last) if len(hand.trace.state_at(k).ties) > 1]


def pair_count(hand: Hand, random: Random) -> Question:
    """How often does the pair occur?"""
    step = _step_with_pairs(hand, random)
    pair, count = pick(random, hand.pairs(step)[:6])
    found = hand.sum_of(pair, step)
    counts = [n for _, _, n in found.addends]
    wrong = len(counts), max(counts), sum((times for _, times, _ in found.addends))
    return hand.number(count, *wrong, pair=pair, step=step, sum=found, words_at=step)


def most_frequent_pair(hand: Hand, random: Random) -> Question:
    """Which pair occurs most often? Asked only if there is no tie."""
    step = _step_with_pairs(hand, random, least=3)
    (best, count), *others = hand.pairs(step)
    if others[0][1] == count:
        raise NotHereError
    return hand.question(
        best,
        [pair for pair, _ in others],
        step=step,
        count=count,
        sum=hand.sum_of(best, step),
        words_at=step,
    )


def least_frequent_pair(hand: Hand, random: Random) -> Question:
    """Which of these pairs occurs least often?"""
    step = _step_with_pairs(hand, random, least=3)
    pairs = hand.pairs(step)
    chosen = sorted(random.sample(pairs, min(4, len(pairs))), key=lambda row: row[1])
    (least, count), *others = chosen
    if others[0][1] == count:
        raise NotHereError
    wrong = [pair for pair, _ in others]
    return hand.question(least, wrong, step=step, count=count, words_at=step)


def absent_pair(hand: Hand, random: Random) -> Question:
    """Which of these pairs occurs nowhere? A reversed pair is a different pair."""
    step = _step_with_pairs(hand, random, least=3)
    standing = [pair for pair, _ in hand.pairs(step)]
    turned = [Pair(pair.right, pair.left) for pair in standing]
    absent = pick(random, [pair for pair in turned if pair not in standing])
    random.shuffle(standing)
    return hand.question(absent, standing, step=step, words_at=step)


def pair_words(hand: Hand, random: Random) -> Question:
    """In how many different words does the pair occur?"""
    step = _step_with_pairs(hand, random)
    pair, count = pick(random, hand.pairs(step)[:6])
    found = hand.sum_of(pair, step)
    wrong = count, len(hand.corpus.words)
    return hand.number(len(found.addends), *wrong, pair=pair, step=step, sum=found, words_at=step)


def pair_in_word(hand: Hand, random: Random) -> Question:
    """How often does the pair occur in the word, read once? Overlaps count."""
    step = _step_with_pairs(hand, random)
    tokens, count, pair = _word_with_pair(hand, random, step)
    times = occurrences(tokens, pair)
    wrong = count * times, len(tokens)
    return hand.number(times, *wrong, pair=pair, word=Tokens(tokens), words_at=None)


def word_share(hand: Hand, random: Random) -> Question:
    """How much does the word add to the count of the pair?"""
    step = _step_with_pairs(hand, random)
    tokens, count, pair = _word_with_pair(hand, random, step)
    times = occurrences(tokens, pair)
    wrong = times, count, count * (times + 1), count + times
    return hand.number(times * count, *wrong, pair=pair, word=Tokens(tokens), n=count, times=times)


def _word_with_pair(
    hand: Hand, random: Random, step: int
) -> tuple[tuple[str | bytes, ...], int, Pair]:
    """A word, its count and a pair in it; preferably a pair that occurs there twice."""
    standing = [
        (tokens, count, pair)
        for tokens, count in hand.words(step)
        for pair, _ in hand.pairs(step)
        if occurrences(tokens, pair)
    ]
    twice = [row for row in standing if occurrences(row[0], row[2]) > 1]
    return pick(random, twice or standing)


def tie_size(hand: Hand, random: Random) -> Question:
    """How many pairs share the highest count?"""
    step = pick(random, _steps_with_ties(hand))
    pairs = hand.pairs(step)
    count = pairs[0][1]
    tied = sum(n == count for _, n in pairs)
    return hand.number(tied, len(pairs), count, step=step, count=count, words_at=step)


def tie_winner(hand: Hand, random: Random) -> Question:
    """Several pairs share the highest count: which one does the rule take?"""
    step = pick(random, _steps_with_ties(hand))
    winner, *others = [pair for pair, _ in hand.pairs(step)]
    return hand.question(
        winner,
        others,
        step=step,
        rule=hand.trace.tie_break,
        n=len(hand.trace.state_at(step).ties),
        count=hand.pairs(step)[0][1],
        words_at=step,
    )


def word_with_pair(hand: Hand, random: Random) -> Question:
    """In which of these words does the pair occur?"""
    step = _step_with_pairs(hand, random)
    pair, _ = pick(random, hand.pairs(step))
    inside = {word for word, _, _ in hand.sum_of(pair, step).addends}
    outside = [word for word in words_of(hand) if word.text not in inside]
    random.shuffle(outside)
    word = pick(random, sorted(inside))
    return hand.question(Word(word), outside, pair=pair, step=step, words_at=step)


def pair_kinds(hand: Hand, random: Random) -> Question:
    """How many different pairs are there?"""
    step = _step_with_pairs(hand, random, least=2)
    kinds = len(hand.pairs(step))
    gaps = sum(len(tokens) - 1 for tokens, _ in hand.words(step))
    return hand.number(kinds, gaps, step=step, n=gaps, words_at=step)
