"""Questions on merging: which pair is next, what becomes of the words, what the merge changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from bpe_core import Token
from classroom.beliefs import Sight, winners_of
from classroom.hand import Facts, Hand, NotHereError, joined, occurrences, pick, tokens_of, words_of
from classroom.values import Pair, Question, Tokens, Value, Word

#: The last step that is asked about if the learner has to work out the earlier ones mentally.
BY_HEAD = 5

#: The two tokens that each token was made of.
Made = Mapping[Token, tuple[Token, Token]]


def _some_step(hand: Hand, random: Random, last: int | None = None) -> int:
    """A step that merges."""
    return pick(random, range(1, min(hand.last, last or hand.last) + 1))


def next_merge(hand: Hand, random: Random) -> Question:
    """Which pair is merged next? Asked only if there is no tie."""
    steps = range(1, hand.last + 1)
    step = pick(random, [k for k in steps if len(hand.trace.state_at(k - 1).ties) == 1])
    believed = believed_pairs(hand, step)
    others = [pair for pair, _ in hand.pairs(step - 1)[1:]]
    named = {pair: believed.get(pair, "") for pair in (*believed, *others)}
    return hand.next_merge(step, named)


def believed_pairs(hand: Hand, step: int) -> dict[Pair, str]:
    """The pairs that beliefs would merge at a step, with their names; only pairs of one belief."""
    names_of: dict[Pair, list[str]] = {}
    for name, pair in winners_of(Sight.of(hand.trace, step - 1)).items():
        names_of.setdefault(Pair(*pair), []).append(name)
    return {pair: names[0] for pair, names in names_of.items() if len(names) == 1}


def merged_token(hand: Hand, random: Random) -> Question:
    """Which token does the merge make?"""
    step = _some_step(hand, random)
    merge = hand.merge(step)
    left, right = merge.left, merge.right
    wrong = [
        tokens_of(joined([right, left])),
        tokens_of(joined([left, left])),
        tokens_of(right),
        tokens_of(left),
    ]
    return hand.question(tokens_of(merge.token), wrong, pair=Pair(left, right), step=step)


def word_after(hand: Hand, random: Random) -> Question:
    """How is the word cut after the merge? From left to right, no token is used twice."""
    step = _some_step(hand, random)
    pair = hand.merged_pair(step)
    words = zip(hand.words(step - 1), hand.words(step), strict=True)
    changed = [(old, new) for (old, _), (new, _) in words if old != new]
    before, after = pick(random, sorted(changed, key=lambda two: -occurrences(two[0], pair))[:2])
    return hand.question(
        Tokens(after),
        [Tokens(tokens) for tokens in _wrong_merges(before, pair)],
        pair=pair,
        word=Tokens(before),
    )


def _wrong_merges(tokens: Sequence[Token], pair: Pair) -> Iterator[tuple[Token, ...]]:
    """The results of merging from the right, only once, not at all, or in the wrong place."""
    yield merge_from_right(tokens, pair)
    yield from one_more_merge(tokens)
    yield tuple(tokens)
    yield (joined(tokens),)


def one_more_merge(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The results of merging two adjacent tokens, wherever they stand.

    >>> list(one_more_merge("abc"))
    [('ab', 'c'), ('a', 'bc')]
    """
    for i in range(len(tokens) - 1):
        yield (*tokens[:i], joined(tokens[i : i + 2]), *tokens[i + 2 :])


def merge_from_right(tokens: Sequence[Token], pair: Pair) -> tuple[Token, ...]:
    """Merge from right to left, which is the wrong direction.

    >>> merge_from_right("aaab", Pair("a", "a"))
    ('a', 'aa', 'b')
    """
    done: list[Token] = []
    i = len(tokens) - 1
    while i >= 0:
        if i > 0 and (tokens[i - 1], tokens[i]) == (pair.left, pair.right):
            done.insert(0, joined(tokens[i - 1 : i + 1]))
            i -= 2
        else:
            done.insert(0, tokens[i])
            i -= 1
    return tuple(done)


def word_at(hand: Hand, random: Random) -> Question:
    """How is the word cut, given the merges so far?"""
    step = _some_step(hand, random)
    place = pick(random, range(len(hand.corpus.words)))
    answer = hand.words(step)[place][0]
    others = [hand.words(k)[place][0] for k in range(hand.last + 1)]
    random.shuffle(others)
    wrong = [Tokens(tokens) for tokens in (*others, *one_more_merge(answer))]
    word = Word(hand.corpus.words[place])
    return hand.question(Tokens(answer), wrong, word=word, step=step, rules=step)


def tokens_saved(hand: Hand, random: Random) -> Question:
    """By how many tokens does the corpus shrink?"""
    step = _some_step(hand, random)
    counts = hand.trace.token_counts
    saved = int(counts[step - 1] - counts[step])
    merge = hand.merge(step)
    pair = hand.merged_pair(step)
    words = len(hand.sum_of(pair, step - 1).addends)
    wrong = merge.count, words, 2 * saved, 1
    return hand.number(saved, *wrong, pair=pair, step=step, count=merge.count, words_at=step - 1)


def made_when(hand: Hand, random: Random) -> Question:
    """At which step is the token made?"""
    step = _some_step(hand, random, BY_HEAD)
    shown: Facts = {"token": tokens_of(hand.merge(step).token), "pair": hand.merged_pair(step)}
    spare = random.sample(range(1, hand.last + 1), hand.last)
    return hand.number(step, spare=spare, words_at=0, **shown)


def parts_of(hand: Hand, random: Random) -> Question:
    """Of which two tokens was the token made?"""
    made: Made = {merge.token: (merge.left, merge.right) for merge in hand.trace.merges}
    steps = range(1, hand.last + 1)
    step = pick(random, [k for k in steps if len(units_of(hand.merge(k).token, made)) > 2])
    token = hand.merge(step).token
    units = units_of(token, made)
    splits = [Pair(joined(units[:i]), joined(units[i:])) for i in range(1, len(units))]
    splits += [Pair(right, left) for left, right in ((s.left, s.right) for s in splits)]
    answer = hand.merged_pair(step)
    return hand.question(answer, splits, token=tokens_of(token), step=step, words_at=step - 1)


def units_of(token: Token, made: Made) -> list[Token]:
    """The base tokens that a token covers, given what each token was made of.

    >>> units_of("hug", {"ug": ("u", "g"), "hug": ("h", "ug")})
    ['h', 'u', 'g']
    """
    if token not in made:
        return [token]
    left, right = made[token]
    return units_of(left, made) + units_of(right, made)


def learned_first(hand: Hand, random: Random) -> Question:
    """Which of these pairs is merged first?"""
    last = min(hand.last, BY_HEAD + 2)
    steps = sorted(random.sample(range(1, last + 1), min(4, last)))
    if len(steps) < 3:
        raise NotHereError
    first, *later = [hand.merged_pair(step) for step in steps]
    return hand.question(first, later, step=steps[0], words_at=0)


def _changes(hand: Hand, step: int) -> tuple[dict[Pair, int], dict[Pair, int]]:
    """The counts of the pairs before and after a step, except the pair that it merges."""
    before, after = dict(hand.pairs(step - 1)), dict(hand.pairs(step))
    before.pop(hand.merged_pair(step))
    return before, after


def count_after(hand: Hand, random: Random) -> Question:
    """How often does a neighbour of the merged pair occur afterwards?"""
    options = []
    for step in range(1, hand.last + 1):
        before, after = _changes(hand, step)
        fell = [pair for pair in before if 0 < after.get(pair, 0) < before[pair]]
        options += [(step, pair, before[pair], after[pair]) for pair in fell]
    step, pair, was, now = pick(random, options)
    shown: Facts = {"pair": hand.merged_pair(step), "other": pair, "before": was}
    return hand.number(now, was, was - now, 0, step=step, words_at=step - 1, **shown)


def _about_a_merge(
    hand: Hand, random: Random, options: Callable[[int], list[tuple[Value, list[Value]]]]
) -> Question:
    """Ask about some step; `options` are the right answers there, each with the wrong ones."""
    steps = range(1, hand.last + 1)
    step, answer, others = pick(random, [(k, *option) for k in steps for option in options(k)])
    wrong, pair = random.sample(others, len(others)), hand.merged_pair(step)
    return hand.question(answer, wrong, step=step, pair=pair, words_at=step - 1)


def new_pair(hand: Hand, random: Random) -> Question:
    """Which of these pairs does the merge create?"""

    def options(step: int) -> list[tuple[Value, list[Value]]]:
        before, after = _changes(hand, step)
        return [(pair, [*before]) for pair in after if pair not in before]

    return _about_a_merge(hand, random, options)


def gone_pair(hand: Hand, random: Random) -> Question:
    """Which of these pairs is gone after the merge?"""

    def options(step: int) -> list[tuple[Value, list[Value]]]:
        before, after = _changes(hand, step)
        staying: list[Value] = [pair for pair in before if pair in after]
        return [(pair, staying) for pair in before if pair not in after]

    return _about_a_merge(hand, random, options)


def dropped_token(hand: Hand, random: Random) -> Question:
    """Which token no longer occurs anywhere after the merge?"""

    def options(step: int) -> list[tuple[Value, list[Value]]]:
        before, after = (hand.token_counts(k) for k in (step - 1, step))
        staying: list[Value] = [*map(tokens_of, after)]
        return [(tokens_of(token), staying) for token in sorted(before.keys() - after.keys())]

    return _about_a_merge(hand, random, options)


def unchanged_word(hand: Hand, random: Random) -> Question:
    """Which of these words does the merge leave unchanged?"""
    options = []
    for step in range(1, hand.last + 1):
        old, new = hand.words(step - 1), hand.words(step)
        same = [i for i in range(len(old)) if old[i] == new[i]]
        options += [(step, i) for i in same if len(old) - len(same) >= 2]
    step, place = pick(random, options)
    pair = hand.merged_pair(step)
    words = zip(words_of(hand), hand.words(step - 1), strict=True)
    wrong = [word for word, (tokens, _) in words if (pair.left, pair.right) in pairwise(tokens)]
    random.shuffle(wrong)
    answer = Word(hand.corpus.words[place])
    return hand.question(answer, wrong, step=step, pair=pair, words_at=step - 1)
