"""A handful of words: so few, and so short, that their pairs can be counted with a pencil.

A small corpus is used as it is. From a larger one, a seed selects some words with their own counts,
and BPE is trained on these alone, so that every number can be checked on paper.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

import numpy as np

from bpe_core import Corpus, Merge, Token, Trace, train_bpe
from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.text.corpus import read_space
from bpe_core.text.pre_tokenization import SPACE_LETTER, find_pre_tokenizer
from classroom.values import Pair, Question, Sum, Tokens, Value, Word, different, look

MOST_WORDS = 6
#: Most units of a word that is easy to cut on paper.
SHORT = 8
#: Most units of any word. A longer one is cut off: a text without spaces is a single word.
MOST_UNITS = 12
#: Words are taken from this many of the most frequent ones.
KNOWN = 400
#: Words with nothing in common make dull merges, so words that share pairs of characters are taken.
SHARED_PAIRS, MOST_SHARED = 2, 16
MOST_MERGES = 24
WRONG = 3

T = TypeVar("T")

#: The values in a question's sentence, and which words and merges are shown beside it.
Facts = dict[str, Any]


class NotHereError(Exception):
    """This question cannot be asked about these words."""


class Hand:
    """Some words, BPE trained on them, and the facts that questions need.

    >>> hand = Hand.of(Corpus.from_counts({"hug": 10, "pug": 5}), seed=3)
    >>> hand.words(1), hand.pairs(1)[0]
    ([(('h', 'ug'), 10), (('p', 'ug'), 5)], (Pair(left='h', right='ug'), 10))
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.last = len(trace)
        # By step; cached, because they are small and most questions use them: the words' tokens and
        # counts, and all pairs with their counts, most frequent first.
        self.words = cache(lambda step: trace.state_at(step).words)
        self.pairs = cache(lambda step: [(Pair(*p), n) for p, n in trace.state_at(step).pairs()])

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        seed: int,
        *,
        tie_break: str = "first-seen",
        special_tokens: Sequence[str] = (),
    ) -> "Hand":
        """Train on the words that the seed selects from a corpus, as long as all tokens look
        different."""
        words = take_words(corpus, Random(seed))
        train = partial(train_bpe, words, tie_break=tie_break, special_tokens=special_tokens)
        trace = train(num_merges=MOST_MERGES)
        clear = clear_steps(trace)
        return cls(trace if clear == len(trace) else train(num_merges=max(0, clear)))

    @property
    def is_clear(self) -> bool:
        """Whether no two tokens look alike, as a marker `a` and the letter a would."""
        return clear_steps(self.trace) == self.last

    @property
    def corpus(self) -> Corpus:
        """The words, with their counts."""
        return self.trace.corpus

    def merge(self, step: int) -> Merge:
        """The merge of a step, from 1."""
        return self.trace.merges[step - 1]

    def merged_pair(self, step: int) -> Pair:
        """The two tokens that a step merged."""
        merge = self.merge(step)
        return Pair(merge.left, merge.right)

    def token_counts(self, step: int) -> dict[Token, int]:
        """How often each token occurs in the corpus."""
        counts: dict[Token, int] = {}
        for tokens, count in self.words(step):
            for token in tokens:
                counts[token] = counts.get(token, 0) + count
        return counts

    def sum_of(self, pair: Pair, step: int) -> Sum:
        """The words that contribute to a pair's count."""
        found = zip(self.corpus.words, self.words(step), strict=True)
        times = [(word, occurrences(tokens, pair), count) for word, (tokens, count) in found]
        return Sum(tuple(addend for addend in times if addend[1]))

    def encode(self, word: str, step: int) -> tuple[Token, ...]:
        """Encode a word with the merges of the first `step` steps, as the learner would.

        Raises `NotHereError` for a word with a unit that is not in the base vocabulary.
        """
        units = self.corpus.base_vocabulary
        number = {unit: i for i, unit in enumerate(units)}
        try:
            ids = [number[unit] for unit in self.spell(word)]
        except KeyError:
            raise NotHereError from None
        merges = self.trace.base_merges[:step].tolist()
        ranks = {left << 32 | right: new for left, right, new in merges}
        vocabulary, shift = self.trace.vocabulary, self.trace.first_base_id
        return tuple(vocabulary[i + shift] for i in merge_word(ids, ranks))

    def encoded(self, word: str, step: int) -> Facts:
        """A word, its tokens at a step, and the merges up to there, as a question shows them."""
        return {"word": Word(word), "tokens": Tokens(self.encode(word, step)), "rules": step}

    def spell(self, word: str) -> list[Token]:
        """A word as base tokens, its end-of-word marker last."""
        marker = self.corpus.end_of_word
        if self.corpus.unit == "char":
            return [*word, *([marker] if marker else [])]
        units: list[Token] = [bytes([byte]) for byte in word.encode("utf-8", "surrogatepass")]
        return [*units, marker.encode()] if marker else units

    def question(
        self,
        answer: Value,
        wrong: Iterable[Value],
        *,
        words_at: int | None = None,
        rules: int = 0,
        **facts: Value,
    ) -> Question:
        """A question with up to three of the wrong answers; `NotHereError` if there are too few.

        A mapping as `wrong` names the belief behind each answer; `""` if none is known.
        """
        choices = different(answer, wrong, WRONG)
        if len(choices) < 2:
            raise NotHereError
        behind = tuple(map(wrong.__getitem__, choices)) if isinstance(wrong, Mapping) else ()
        return Question("", facts, answer, choices, words_at, rules, behind)

    def next_merge(self, step: int, wrong: Mapping[Pair, str]) -> Question:
        """Which pair is merged at a step without a tie? `wrong` has others, with their beliefs."""
        winner, count = self.pairs(step - 1)[0]
        found = self.sum_of(winner, step - 1)
        return self.question(winner, wrong, step=step, count=count, sum=found, words_at=step - 1)

    def number(
        self,
        answer: float,
        *plausible: float | tuple[float, str],
        spare: Sequence[float] = (),
        **shown: Any,
    ) -> Question:
        """A question whose answer is a number, as are the wrong ones (`near`).

        A plausible number may come with the name of the belief behind it. `shown` is as in
        `question`.
        """
        believed = [each if isinstance(each, tuple) else (each, "") for each in plausible]
        names = dict(reversed(believed))  # the first name of a number
        wrong = near(answer, *(number for number, _ in believed), spare=spare)
        named = {number: names.get(number, "") for number in wrong}
        return self.question(answer, named if any(names.values()) else wrong, **shown)


def take_words(corpus: Corpus, random: Random) -> Corpus:
    """A corpus of at most `MOST_WORDS` of the words, in their original order.

    A space in them is a space, as learners read it, and not the letter that GPT-2 writes for it.
    """
    rule = find_pre_tokenizer(corpus.pre_tokenizer)
    by_count = np.argsort(-corpus.counts, kind="stable").tolist()
    lengths = np.diff(corpus.starts)
    short = [i for i in by_count if 2 <= lengths[i] <= SHORT][:KNOWN]
    # If there are no short words, use the beginnings of long ones. A single unit has no pairs.
    usable = short or [i for i in by_count[:KNOWN] if lengths[i] > 1] or by_count[:KNOWN]
    random.shuffle(usable)
    related = _related([corpus.words[i] for i in usable], random)
    usable.sort(key=lambda i: corpus.words[i] not in related)
    counts: dict[str, int] = {}
    for i in sorted(usable[:MOST_WORDS]):
        word = read_space(corpus.words[i][:MOST_UNITS], rule, corpus.unit)
        counts[word] = counts.get(word, 0) + int(corpus.counts[i])
    return Corpus.from_counts(
        counts,
        unit=corpus.unit,
        end_of_word=corpus.end_of_word,
        alphabet=corpus.alphabet,
        normalizer=corpus.normalizer,
        pre_tokenizer="none" if rule.space == SPACE_LETTER else rule.name,
    )


def _related(words: Sequence[str], random: Random) -> set[str]:
    """The words that share one of a few pairs of characters."""
    having: dict[tuple[str, str], set[str]] = {}
    for word in words:
        for two in pairwise(word[:MOST_UNITS]):
            having.setdefault(two, set()).add(word)
    shared = sorted((two for two in having if len(having[two]) > 1), key=lambda t: -len(having[t]))
    usual = shared[:MOST_SHARED]
    chosen = random.sample(usual, min(SHARED_PAIRS, len(usual)))
    return {word for two in chosen for word in having[two]}


def clear_steps(trace: Trace) -> int:
    """How many merges can be made before two tokens look alike; negative if base tokens do.

    >>> clear_steps(train_bpe(Corpus.from_counts({"ab": 1}, end_of_word="a"))) < 0
    True
    """
    seen: set[object] = set()
    for i, token in enumerate(trace.vocabulary):
        if look(token) in seen:
            return i - trace.first_merge_id
        seen.add(look(token))
    return len(trace)


def occurrences(tokens: Sequence[Token], pair: Pair) -> int:
    """How often a pair occurs in a word, overlaps included.

    >>> occurrences("aaa", Pair("a", "a"))
    2
    """
    return sum(two == (pair.left, pair.right) for two in pairwise(tokens))


def pick(random: Random, options: Sequence[T]) -> T:
    """One of the options; `NotHereError` if there are none."""
    if not options:
        raise NotHereError
    return random.choice(options)


def near(answer: float, *plausible: float, spare: Sequence[float] = ()) -> list[float]:
    """Three wrong numbers, chosen so that the right one may have any rank among the four.

    What people believe often lies on both sides of the right number, which would then always be in
    the middle. So how many are smaller is drawn. On each side, the plausible numbers are taken
    first, and then the `spare` ones, by default neighbours. At least one is plausible; none is
    negative. The same arguments give the same numbers, so a question that recurs is recognized.

    >>> near(5, 5, 12), near(6, 5, 12), near(0)
    ([4, 12, 6], [5, 4, 12], [1, 2, 3])
    """
    spare = spare or [answer + far * side for far in range(1, WRONG + 1) for side in (1, -1)]
    numbers = [n for n in dict.fromkeys((*plausible, *spare)) if n >= 0]
    below, above = [n for n in numbers if n < answer], [n for n in numbers if n > answer]
    choices = [below[:k] + above[: WRONG - k] for k in range(WRONG + 1)]
    most = max(map(len, choices))
    likely = {*numbers} & {*plausible} - {answer}
    usable = [each for each in choices if len(each) == most and (likely & {*each} or not likely)]
    return Random(" ".join(map(str, (answer, *plausible)))).choice(usable)


def joined(tokens: Sequence[Token]) -> Token:
    """The joined text or bytes of several tokens.

    >>> joined(["h", "ug"]), joined([b"h", b"ug"])
    ('hug', b'hug')
    """
    empty = tokens[0][:0]
    return empty.join(tokens)  # type: ignore[arg-type]  # all are text, or all are bytes


def tokens_of(*tokens: Token) -> Tokens:
    """Tokens as one value."""
    return Tokens(tokens)


def words_of(hand: Hand) -> list[Word]:
    """The words of a hand as values."""
    return [Word(word) for word in hand.corpus.words]


#: A question's template: it asks something about the words, with randomly drawn numbers. Its name
#: is the question's kind (`classroom.quiz`).
Kind = Callable[[Hand, Random], Question]
