"""Encoding with the merges of BPE: the earliest learned first.

A text is normalized and cut into words as the corpus was. In each word the merges are applied in
the order in which they were learned (Sennrich et al., 2016), which is the same as always merging
the pair that was learned first, leftmost first. Unlike `longest_match`, the greedy method of
WordPiece and of some tutorials, this gives each word of the corpus exactly the tokens it had at
that step of the training.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, repeat
from random import Random
from typing import Literal, get_args

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.encoding.encoding_steps import (
    Cut,
    EncodingStep,
    LongestMatch,
    Ranks,
    check_probability,
    drop_merges,
    encoding_steps,
    in_one_loop,
    leftmost_first,
    longest_anywhere,
    shares_of_cuts,
)

SHORT = 100  # up to this many units, looking at all pairs each time is faster
#: Ways to encode a word: the merge learned first, wherever it fits; one loop over the merges; the
#: leftmost pair that any merge fits; longest match from the left; the longest token anywhere.
Way = Literal["rank", "loop", "leftmost", "match", "anywhere"]
WAYS: tuple[Way, ...] = get_args(Way)
NEVER = 1 << 62  # in place of a token, where a pair is not merged


class Tokenizer(BaseTokenizer):
    """A tokenizer that applies the merges up to one step; get it with `trace.tokenizer(step)`.

    Ids are those of the trace: special tokens, base vocabulary, merges.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer = train_bpe(corpus, num_merges=3).tokenizer()
    >>> tokenizer.encode("hugs bugs"), tokenizer.tokens("hugs bug!")
    ([9, 5, 0, 7, 5], ['hug', 's', 'b', 'ug', '<unk>'])
    >>> tokenizer.decode([9, 5])
    'hugs'
    """

    def __init__(self, recorded: RecordedMerges, step: int, unknown: str | None = None) -> None:
        super().__init__(recorded, step, unknown)
        self._recorded = recorded

    @cached_property
    def _matchers(self) -> dict[int, LongestMatch]:
        return {}

    def encoding_steps(self, word: str) -> list[EncodingStep]:
        """How a word, written as in `encoded_words`, gets its tokens, merge by merge.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> [[tokenizer.token(i) for i in step.ids] for step in tokenizer.encoding_steps("hugs")]
        [['h', 'u', 'g', 's'], ['hu', 'g', 's'], ['hug', 's']]
        """
        return encoding_steps(self._spell(word), self._ranks)

    def drop_merges(self, word: str, probability: float, seed: int = 0) -> Iterator[Cut]:
        """Draw a word's tokens with merges dropped at random, endlessly: BPE-dropout.

        The word is written as in `encoded_words`. The same seed gives the same draws. Raises
        `ProbabilityError`.

        >>> from itertools import islice
        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> drawn = islice(tokenizer.drop_merges("hug", 0.5, seed=1), 2)
        >>> [[tokenizer.token(i) for i in ids] for ids in drawn]
        [['h', 'u', 'g'], ['hug']]
        """
        check_probability(probability)
        drawing = (self._spell(word), self._ranks, probability, Random(seed))
        return (drop_merges(*drawing) for _ in repeat(None))

    def shares_of_cuts(self, word: str, probability: float) -> dict[Cut, float]:
        """All cuts that `drop_merges` can draw, with their probabilities. Only for short words.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 5, "hugs": 2})).tokenizer(2)
        >>> tokenizer.shares_of_cuts("hug", 0.25)
        {(1, 3, 0): 0.25, (4, 0): 0.1875, (5,): 0.5625}
        """
        return shares_of_cuts(self._spell(word), self._ranks, probability)

    def rule_of(self, token_id: int) -> int:
        """The number of the merge that made a token, from 1; 0 for a token that no merge made."""
        return self._rules.get(token_id, 0)

    @cached_property
    def _rules(self) -> dict[int, int]:
        return {new: rule for rule, new in enumerate(self._ranks.values(), start=1)}

    def encode_word(self, word: str) -> list[int]:
        """The token ids of one word, written as in `encoded_words`."""
        return merge_word(self._spell(word), self._ranks)

    @cached_property
    def _ranks(self) -> Ranks:
        merges = self._recorded.merge_ids[: self.step].tolist()
        return {left << 32 | right: new for left, right, new in merges}

    def has_marker(self, token_id: int) -> bool:
        """Whether the token ends with the end-of-word marker (which may look like a letter).

        >>> from bpe_core import Corpus, train_bpe
        >>> corpus = Corpus.from_counts({"see": 2}, end_of_word="e")
        >>> tokenizer = train_bpe(corpus, num_merges=1).tokenizer()
        >>> [(token, tokenizer.has_marker(i)) for i, token in enumerate(tokenizer.vocabulary)]
        [('e', False), ('e', True), ('s', False), ('se', False)]
        """
        return token_id < len(self.vocabulary) and self._recorded.has_marker(token_id)

    def match_word(self, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by longest match."""
        ids = self._spell(word)
        spelled, tokens = self._spelled_with_tokens(ids)
        return tokens.encode(spelled, ids)

    def encode_word_by(self, way: Way, word: str) -> list[int]:
        """The ids of a word, written as in `encoded_words`, by one of the `WAYS`.

        Only "rank", which `encode` uses, and "loop" give every word of the corpus the tokens that
        it had in training.

        >>> from bpe_core import Corpus, train_bpe
        >>> tokenizer = train_bpe(Corpus.from_counts({"bc": 5, "ab": 3})).tokenizer()
        >>> found = [tokenizer.encode_word_by(way, "abc") for way in WAYS]
        >>> [[str(tokenizer.token(i)) for i in ids] for ids in found]
        [['a', 'bc'], ['a', 'bc'], ['ab', 'c'], ['ab', 'c'], ['ab', 'c']]
        """
        ids = self._spell(word)
        if way == "rank":
            return merge_word(ids, self._ranks)
        if way == "loop":
            return in_one_loop(ids, self._ranks)
        if way == "leftmost":
            return leftmost_first(ids, self._ranks)
        if way == "match":
            return self.match_word(word)
        return longest_anywhere(ids, *self._spelled_with_tokens(ids))

    def _spelled_with_tokens(self, ids: Sequence[int]) -> tuple[str, LongestMatch]:
        """A word with one character per base token, and all tokens that may match, so spelled."""
        beyond = len(self.vocabulary)  # no token fits what is not in the vocabulary
        spelled = "".join(chr(min(token_id, beyond)) for token_id in ids)
        return spelled, self._matcher_up_to(1 << max(6, len(ids).bit_length()))

    def _matcher_up_to(self, longest: int) -> LongestMatch:
        """A matcher that finds tokens of up to `longest` base tokens."""
        if longest not in self._matchers:
            spelled = self._spell_tokens(longest)
            self._matchers[longest] = LongestMatch({text: i for i, text in spelled.items()})
        return self._matchers[longest]

    def _spell_tokens(self, longest: int) -> dict[int, str]:
        """Each token spelled with one character per base token."""
        spelled = {i: chr(i) for i in self._base_ids.values()}
        # The marker is spelled by its id. A token that is too long leaves its id unused.
        for pair, new in self._ranks.items():
            left, right = (spelled.get(i, chr(i)) for i in (pair >> 32, pair & 0xFFFFFFFF))
            if len(left) + len(right) <= longest:
                spelled[new] = left + right
        return spelled


def merge_word(ids: Iterable[int], ranks: Ranks) -> list[int]:
    """Merge the ids of one word, always the pair that was learned first, leftmost first.

    >>> merge_word([1, 2, 1, 2, 2], {1 << 32 | 2: 3, 3 << 32 | 3: 4})
    [4, 2]
    """
    word = list(ids)
    return merge_short_word(word, ranks) if len(word) <= SHORT else merge_long_word(word, ranks)


def merge_short_word(word: list[int], ranks: Ranks) -> list[int]:
    """Find the best of all pairs, merge it, and look again: good for few tokens.

    `merged[i]` is what the pair at i would become.
    """
    merged = [ranks.get(left << 32 | right, NEVER) for left, right in pairwise(word)]
    while merged and (best := min(merged)) != NEVER:
        i = merged.index(best)
        word[i : i + 2] = [best]
        del merged[i]
        if i > 0:
            merged[i - 1] = ranks.get(word[i - 1] << 32 | best, NEVER)
        if i < len(merged):
            merged[i] = ranks.get(best << 32 | word[i + 1], NEVER)
    return word


def merge_long_word(word: list[int], ranks: Ranks) -> list[int]:
    """The same for many tokens: all places of the best pair are merged in one go.

    A pair that a merge makes was learned later, so it waits for its turn. Time grows with the
    number of places, not with the number of merges.
    """
    following = list(range(1, len(word) + 1))
    previous = list(range(-1, len(word) - 1))
    waiting: dict[int, list[int]] = {}  # merged token -> where its pair occurs, or occurred
    turns: list[int] = []  # the keys of `waiting`, a heap

    def offer(i: int, j: int) -> None:
        new = ranks.get(word[i] << 32 | word[j])
        if new is None:
            return
        if new not in waiting:
            waiting[new] = []
            heapq.heappush(turns, new)
        waiting[new].append(i)

    for i in range(len(word) - 1):
        offer(i, i + 1)
    while turns:
        new = heapq.heappop(turns)
        for i in sorted(waiting.pop(new)):
            j = following[i]
            if word[i] < 0 or j == len(word) or ranks.get(word[i] << 32 | word[j]) != new:
                continue
            word[i], word[j] = new, -1
            following[i] = following[j]
            if following[i] < len(word):
                previous[following[i]] = i
                offer(i, following[i])
            if previous[i] >= 0:
                offer(previous[i], i)
    return [token for token in word if token >= 0]
