"""Questions on figures: the vocabulary's size, ids, tokens in the corpus, tokens per word."""

from random import Random

from classroom.hand import Hand, NotHereError, joined, near, pick, tokens_of
from classroom.values import Question, Word


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
