"""Questions on counting, and on figures.

How often pairs occur, in which words, and which of them tie; the vocabulary's size, ids, tokens in
the corpus, tokens per word.
"""

from random import Random

from classroom.hand import Hand, NotHereError, joined, near, occurrences, pick, tokens_of, words_of
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
    wrong = near(count, len(counts), max(counts), sum(times for _, times, _ in found.addends))
    return hand.question("pair_count", count, wrong, pair=pair, step=step, sum=found, words_at=step)


def most_frequent_pair(hand: Hand, random: Random) -> Question:
    """Which pair occurs most often? Asked only if there is no tie."""
    step = _step_with_pairs(hand, random, least=3)
    (best, count), *others = hand.pairs(step)
    if others[0][1] == count:
        raise NotHereError
    return hand.question(
        "most_frequent_pair",
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
    return hand.question("least_frequent_pair", least, wrong, step=step, count=count, words_at=step)


def absent_pair(hand: Hand, random: Random) -> Question:
    """Which of these pairs occurs nowhere? A reversed pair is a different pair."""
    step = _step_with_pairs(hand, random, least=3)
    standing = [pair for pair, _ in hand.pairs(step)]
    turned = [Pair(pair.right, pair.left) for pair in standing]
    absent = pick(random, [pair for pair in turned if pair not in standing])
    random.shuffle(standing)
    return hand.question("absent_pair", absent, standing, step=step, words_at=step)


def pair_words(hand: Hand, random: Random) -> Question:
    """In how many different words does the pair occur?"""
    step = _step_with_pairs(hand, random)
    pair, count = pick(random, hand.pairs(step)[:6])
    found = hand.sum_of(pair, step)
    wrong = near(len(found.addends), count, len(hand.corpus.words))
    return hand.question(
        "pair_words", len(found.addends), wrong, pair=pair, step=step, sum=found, words_at=step
    )


def pair_in_word(hand: Hand, random: Random) -> Question:
    """How often does the pair occur in the word, read once? Overlaps count."""
    step = _step_with_pairs(hand, random)
    tokens, count, pair = _word_with_pair(hand, random, step)
    times = occurrences(tokens, pair)
    wrong = near(times, count * times, len(tokens))
    return hand.question(
        "pair_in_word", times, wrong, pair=pair, word=Tokens(tokens), words_at=None
    )


def word_share(hand: Hand, random: Random) -> Question:
    """How much does the word add to the count of the pair?"""
    step = _step_with_pairs(hand, random)
    tokens, count, pair = _word_with_pair(hand, random, step)
    times = occurrences(tokens, pair)
    wrong = near(times * count, times, count, count * (times + 1), count + times)
    return hand.question(
        "word_share", times * count, wrong, pair=pair, word=Tokens(tokens), n=count, times=times
    )


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
    wrong = near(tied, len(pairs), count)
    return hand.question("tie_size", tied, wrong, step=step, count=count, words_at=step)


def tie_winner(hand: Hand, random: Random) -> Question:
    """Several pairs share the highest count: which one does the rule take?"""
    step = pick(random, _steps_with_ties(hand))
    winner, *others = [pair for pair, _ in hand.pairs(step)]
    return hand.question(
        "tie_winner",
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
    return hand.question("word_with_pair", Word(word), outside, pair=pair, step=step, words_at=step)


def pair_kinds(hand: Hand, random: Random) -> Question:
    """How many different pairs are there?"""
    step = _step_with_pairs(hand, random, least=2)
    kinds = len(hand.pairs(step))
    gaps = sum(len(tokens) - 1 for tokens, _ in hand.words(step))
    return hand.question("pair_kinds", kinds, near(kinds, gaps), step=step, n=gaps, words_at=step)


def _some_state(hand: Hand, random: Random) -> int:
    return pick(random, range(hand.last + 1))


def _base(hand: Hand) -> int:
    return len(hand.corpus.base_vocabulary)


def vocabulary_size(hand: Hand, random: Random) -> Question:
    """How many tokens does the vocabulary have?"""
    step, base = _some_state(hand, random), _base(hand)
    special = len(hand.trace.special_tokens)
    size = base + special + step
    wrong = near(size, base, len(hand.token_counts(step)), base + special + 2 * step)
    return hand.question(
        "vocabulary_size", size, wrong, step=step, base=base, special=special, words_at=0
    )


def tokens_in_use(hand: Hand, random: Random) -> Question:
    """How many different tokens occur in the corpus?"""
    step = _some_state(hand, random)
    used = len(hand.token_counts(step))
    wrong = near(used, len(hand.trace.vocabulary_at(step)), hand.trace.state_at(step).token_count)
    return hand.question("tokens_in_use", used, wrong, step=step, words_at=step)


def base_size(hand: Hand, random: Random) -> Question:
    """How many base tokens are there?"""
    base = _base(hand)
    wrong = near(base, sum(map(len, hand.corpus.words)), len(hand.corpus.words))
    unit = hand.corpus.unit
    return hand.question(
        "base_size", base, wrong, unit=unit, marker=int(bool(hand.corpus.end_of_word)), words_at=0
    )


def token_id(hand: Hand, random: Random) -> Question:
    """Which id does the token of a step get? Ids count from 0."""
    step = pick(random, range(1, hand.last + 1))
    first = hand.trace.first_merge_id
    token = tokens_of(hand.merge(step).token)
    wrong = near(first + step - 1, first + step, step)
    return hand.question("token_id", first + step - 1, wrong, step=step, first=first, token=token)


def token_bytes(hand: Hand, random: Random) -> Question:
    """How many bytes does the token have in UTF-8? Asked only if it can't contain a marker."""
    if hand.corpus.end_of_word:
        raise NotHereError
    step = pick(random, range(1, hand.last + 1))
    token = hand.merge(step).token
    encoded = token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")
    wrong = near(len(encoded), len(token), 3 * len(token))
    return hand.question("token_bytes", len(encoded), wrong, token=tokens_of(token))


def not_yet(hand: Hand, random: Random) -> Question:
    """Which of these tokens is not yet in the vocabulary?"""
    step = pick(random, range(hand.last))
    known, later = hand.trace.vocabulary_at(step), range(step + 1, hand.last + 1)
    made = pick(random, later)
    used = sorted(hand.token_counts(step).keys() | {*known[hand.trace.first_merge_id :]})
    wrong = [tokens_of(token) for token in random.sample(used, len(used))]
    token = tokens_of(hand.merge(made).token)
    return hand.question("not_yet", token, wrong, step=step, made=made, rules=step)


def token_total(hand: Hand, random: Random) -> Question:
    """How many tokens does the corpus have?"""
    step = _some_state(hand, random)
    words = hand.words(step)
    total = sum(len(tokens) * count for tokens, count in words)
    once = sum(len(tokens) for tokens, _ in words)
    wrong = near(total, once, sum(count for _, count in words), len(hand.token_counts(step)))
    return hand.question("token_total", total, wrong, step=step, words_at=step)


def word_tokens(hand: Hand, random: Random) -> Question:
    """Into how many tokens is the word cut, given the merges so far?"""
    step = _some_state(hand, random)
    place = pick(random, range(len(hand.corpus.words)))
    word, tokens = hand.corpus.words[place], hand.words(step)[place][0]
    return hand.question(
        "word_tokens", len(tokens), near(len(tokens), len(word)), word=Word(word), rules=step
    )


def word_total(hand: Hand, random: Random) -> Question:
    "How many words does the corpus have, counting each as often as it occurs?"
    counts = [count for _, count in hand.words(0)]
    wrong = near(sum(counts), len(counts), max(counts))
    return hand.question("word_total", sum(counts), wrong, n=len(counts), words_at=0)


def tokens_per_word(hand: Hand, random: Random) -> Question:
    """How many tokens does a word have on average, frequent words counting more?"""
    step = _some_state(hand, random)
    words = hand.words(step)
    tokens = sum(len(parts) * count for parts, count in words)
    total = sum(count for _, count in words)
    once = sum(len(parts) for parts, _ in words)
    answer = round(tokens / total, 2)
    plausible = (once / len(words), total / tokens, tokens / len(words))
    wrong = _near_ratio(answer, *plausible)
    return hand.question(
        "tokens_per_word", answer, wrong, step=step, n=tokens, total=total, words_at=step
    )


def _near_ratio(answer: float, *plausible: float) -> list[float]:
    """Wrong ratios, with two decimal places like the right one."""
    spare = [round(answer + far, 2) for far in (0.5, -0.5, 1, -1, 1.5, -1.5) if answer + far > 0]
    return near(answer, *(round(ratio, 2) for ratio in plausible), spare=spare)


def bytes_per_token(hand: Hand, random: Random) -> Question:
    """How many bytes of text does a token represent? Asked only if spaces are not symbols."""
    if hand.corpus.unit == "char" and hand.corpus.pre_tokenizer != "whitespace":
        raise NotHereError
    step = _some_state(hand, random)
    tokens, size = hand.trace.state_at(step).token_count, hand.corpus.text_bytes
    answer = round(size / tokens, 2)
    start = hand.trace.state_at(0).token_count
    wrong = _near_ratio(answer, tokens / size, start / tokens, size / start)
    return hand.question(
        "bytes_per_token", answer, wrong, step=step, n=size, total=tokens, words_at=step
    )


def most_used_token(hand: Hand, random: Random) -> Question:
    """Which token occurs most often?"""
    step = _some_state(hand, random)
    counts = sorted(hand.token_counts(step).items(), key=lambda row: -row[1])
    if len(counts) < 3 or counts[0][1] == counts[1][1]:
        raise NotHereError
    (token, count), *others = counts
    wrong = [tokens_of(other) for other, _ in others]
    return hand.question(
        "most_used_token", tokens_of(token), wrong, step=step, count=count, words_at=step
    )


def token_frequency(hand: Hand, random: Random) -> Question:
    """How often does the token itself occur? Occurrences inside longer tokens do not count."""
    step = _some_state(hand, random)
    counts = hand.token_counts(step)
    token = pick(random, sorted(counts))
    at_start = 0  # what searching the text would find, a likely mistake
    for tokens, count in hand.words(0):
        at_start += joined(tokens).count(token) * count  # type: ignore[arg-type]
    kinds = sum(token in tokens for tokens, _ in hand.words(step))
    wrong = near(counts[token], at_start, kinds)
    return hand.question(
        "token_frequency", counts[token], wrong, token=tokens_of(token), step=step, words_at=step
    )
