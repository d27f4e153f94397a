"""BPE, WordPiece and Unigram on the same words, to the same vocabulary size.

Every tenth distinct word is held out: none of the three learns from it, so it shows how each copes
with a word it has never seen. BPE and WordPiece grow by one merge per step; Unigram prunes, and its
rounds are spread evenly over the steps. At the last step all three vocabularies have the same size,
unless the words offer too little to learn. Unlike the three traces alone, this knows where BPE and
WordPiece diverge, and what all three share.

All three count characters. Where WordPiece's tokens are compared with the others', they are read
without their prefix: `##ug` and `ug` are both the text *ug*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, compress, islice
from typing import Any

import numpy as np

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import ReportSteps
from bpe_core.algorithms.unigram.lattice import Lattice
from bpe_core.algorithms.unigram.tokenizer import UnigramTokenizer
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram
from bpe_core.algorithms.wordpiece.spelling import respell
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN, WordPieceTokenizer
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.text.corpus import Corpus, Token, encode_utf8

#: One word in this many is held out; a corpus of fewer than twice as many can't spare one.
HOLD_OUT = 10
#: How many of the held-out words are used (the first ones), and the most characters of each.
MOST_HELD_OUT, LONGEST_HELD_OUT = 1_000, 200
PERCENT = 100

#: The tokens of a word at step 0, and after each later step that changes them.
History = list[tuple[int, list[Token]]]
#: The same with token ids.
Steps = Sequence[tuple[int, Sequence[int]]]


def hold_out(corpus: Corpus) -> tuple[Corpus, dict[str, int]]:
    """The corpus without every tenth word, and those words with their counts.

    >>> kept, held_out = hold_out(Corpus.from_counts({f"w{i:02}": 1 for i in range(20)}))
    >>> len(kept.words), held_out
    (18, {'w09': 1, 'w19': 1})
    """
    words = list(zip(corpus.words, corpus.counts.tolist(), strict=True))
    if len(words) < 2 * HOLD_OUT:
        return corpus, {}
    held_out = words[HOLD_OUT - 1 :: HOLD_OUT]
    del words[HOLD_OUT - 1 :: HOLD_OUT]
    remaining = Corpus.from_counts(dict(words), **corpus.settings)
    handy = (each for each in held_out if len(each[0]) <= LONGEST_HELD_OUT)
    return remaining, dict(islice(handy, MOST_HELD_OUT))


def usual_size(corpus: Corpus, special: int, num_merges: int) -> int:
    """The vocabulary size at which WordPiece has made this many merges.

    WordPiece begins with more tokens than BPE.

    >>> usual_size(Corpus.from_counts({"hug": 10, "gu": 1}), special=1, num_merges=3)  # h g ##g ##u
    8
    """
    remaining, _ = hold_out(corpus)
    return special + len(respell(remaining, "##").base_vocabulary) + num_merges


def train_side_by_side(
    corpus: Corpus,
    *,
    vocab_size: int,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (DEFAULT_UNKNOWN,),
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> SideBySide:
    """Train the three on a corpus of characters without end-of-word marker.

    `vocab_size` counts special tokens; if there is too little to learn, none of the three may
    reach it. `progress` is called with the percentage done of all three; each may take
    `time_limit` seconds of processor time. Raises what `train_wordpiece` raises, which needs the
    largest vocabulary.
    """
    remaining, held_out = hold_out(corpus)
    limits: dict[str, Any] = {
        "vocab_size": vocab_size,
        "special_tokens": special_tokens,
        "time_limit": time_limit,
    }
    rules: dict[str, Any] = {"min_frequency": min_frequency, "tie_break": tie_break}
    wordpiece = train_wordpiece(remaining, **limits, **rules, progress=_part(progress, 0))
    bpe = train_bpe(remaining, **limits, **rules, progress=_part(progress, 1))
    unigram = train_unigram(remaining, **limits, progress=_part(progress, 2))
    parting = find_parting(bpe, wordpiece)
    return SideBySide(bpe, wordpiece, unigram, held_out, parting)


def _part(progress: ReportSteps | None, part: int) -> ReportSteps | None:
    """The callback to which one of the three trainings reports its progress."""
    if progress is None:
        return None
    return lambda done, total: progress(
        PERCENT * part + (PERCENT * done // total if total else 0), 3 * PERCENT
    )


@dataclass(frozen=True)
class Cut:
    """How a tokenizer cuts words; each word counts as often as it occurs."""

    tokens: int
    unknown_tokens: int
    words: int
    unknown_words: int
    text_bytes: int


@dataclass(frozen=True, eq=False)
class SideBySide:
    """Three trainings on the same words; get it with `train_side_by_side`.

    - `held_out`: words, with counts, that none of the three has seen
    - `parting`: the first step at which BPE and WordPiece merge different texts, or None

    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> three = train_side_by_side(Corpus.from_counts(counts), vocab_size=12)
    >>> len(three), three.parting, [three.steps_at(step) for step in (0, 2, 4)]
    (4, 1, [(0, 0, 0), (2, 2, 1), (4, 4, 2)])
    >>> [history[-1] for history in three.histories("hugs")]
    [(3, ['hug', 's']), (3, ['hugs']), (4, ['hug', 's'])]
    """

    bpe: Trace
    wordpiece: WordPieceTrace
    unigram: UnigramTrace
    held_out: dict[str, int]
    parting: int | None

    def __len__(self) -> int:
        """The number of steps: the merges of BPE, or those of WordPiece if there are more."""
        return max(len(self.bpe), len(self.wordpiece))

    @property
    def corpus(self) -> Corpus:
        """The words that all three learned from."""
        return self.bpe.corpus

    def steps_at(self, step: int) -> tuple[int, int, int]:
        """The merges of BPE, the merges of WordPiece and the round of Unigram at a step."""
        rounds = len(self.unigram) * step // len(self) if len(self) else len(self.unigram)
        return min(step, len(self.bpe)), min(step, len(self.wordpiece)), rounds

    def step_of_round(self, number: int) -> int:
        """The first step at which Unigram has completed `number` rounds."""
        return -(-number * len(self) // len(self.unigram)) if len(self.unigram) else 0

    def _at(self, step: int) -> Iterator[tuple[Trace | UnigramTrace, int]]:
        """The three traces, each with its own step."""
        return zip((self.bpe, self.wordpiece, self.unigram), self.steps_at(step), strict=True)

    def sizes_at(self, step: int) -> tuple[int, ...]:
        """How large the three vocabularies are at a step, special tokens included."""
        return tuple(len(trace.vocabulary_at(k)) for trace, k in self._at(step))

    def texts_at(self, step: int) -> tuple[set[Token], ...]:
        """The texts of the three vocabularies at a step, without special tokens and prefixes."""
        return tuple(set(plain_texts(trace, k)) for trace, k in self._at(step))

    def token_counts_at(self, step: int) -> tuple[int, ...]:
        """How many tokens the corpus has at a step, as each of the three cuts it in training."""
        return tuple(int(trace.token_counts[k]) for trace, k in self._at(step))

    def cuts_at(self, step: int) -> list[Cut]:
        """How each of the three cuts the held-out words at a step."""
        return [self._cut_by(trace.tokenizer(k)) for trace, k in self._at(step)]

    def _cut_by(self, tokenizer: BaseTokenizer) -> Cut:
        tokens = unknown_tokens = unknown_words = 0
        for word, times in self.held_out.items():
            ids = tokenizer.encode_word(word)
            unknown = ids.count(tokenizer.unknown_id)
            tokens += times * len(ids)
            unknown_tokens += times * unknown
            unknown_words += times * bool(unknown)
        text_bytes = sum(n * len(encode_utf8(word)) for word, n in self.held_out.items())
        words = sum(self.held_out.values())
        return Cut(tokens, unknown_tokens, words, unknown_words, text_bytes)

    def histories(self, word: str) -> tuple[History, History, History]:
        """How each of the three encodes a word, written as the corpus writes it."""
        bpe, wordpiece, _ = self._encoders
        by_match = wordpiece.encoding_history(word)
        return _spelled(bpe, _grown(bpe, word)), _spelled(wordpiece, by_match), self._pruned(word)

    @cached_property
    def _encoders(self) -> tuple[Tokenizer, WordPieceTokenizer, UnigramTokenizer]:
        """The final BPE and WordPiece and the first Unigram: other steps have fewer tokens."""
        return (
            self.bpe.tokenizer(unknown=DEFAULT_UNKNOWN),
            self.wordpiece.tokenizer(),
            self.unigram.tokenizer(0, unknown=DEFAULT_UNKNOWN),
        )

    def _pruned(self, word: str) -> History:
        """How Unigram cuts a word, round by round.

        Every later round has a subset of the seed's tokens, so the seed's lattice has all edges.
        That of an unknown character has no rival, so its score does not matter.
        """
        seed = self._encoders[2]
        lattice, first = seed.lattice(word), self.unigram.first_base_id
        numbers = np.array([edge.token_id - first for edge in lattice.edges], np.int64)
        is_unknown = numbers == seed.unknown_id - first
        history: History = []
        for step, snapshot in enumerate(self.unigram.snapshots):
            place = np.minimum(
                np.searchsorted(snapshot.numbers, numbers), len(snapshot.numbers) - 1
            )
            scores = snapshot.log_probabilities[place]
            stays = (snapshot.numbers[place] == numbers) | is_unknown
            remaining = zip(compress(lattice.edges, stays), scores[stays].tolist(), strict=True)
            edges = [replace(edge, log_probability=score) for edge, score in remaining]
            tokens = [seed.token(i) for i in Lattice(lattice.length, edges).best.token_ids]
            if not history or history[-1][1] != tokens:
                history.append((self.step_of_round(step), tokens))
        return history


def find_parting(bpe: Trace, wordpiece: WordPieceTrace) -> int | None:
    """The first step at which the two merge different texts; None if there is none.

    They also diverge where only one of them has something left to merge.
    """
    merged = zip(_merged(bpe), _merged(wordpiece), strict=False)
    alike = list(accumulate((one == other for one, other in merged), min))
    is_all = sum(alike) == len(bpe) == len(wordpiece)
    return None if is_all else sum(alike) + 1


def _grown(bpe: Tokenizer, word: str) -> Steps:
    """The ids of a word at step 0, and after each later merge that changes them."""
    states = bpe.encoding_steps(word)
    merges = [0, *(bpe.rule_of(state.token_id or 0) for state in states[:-1])]
    return list(zip(merges, (state.ids for state in states), strict=True))


def _spelled(tokenizer: BaseTokenizer, history: Iterable[tuple[int, Sequence[int]]]) -> History:
    return [(step, [tokenizer.token(i) for i in ids]) for step, ids in history]


def plain_texts(trace: Trace | UnigramTrace, step: int) -> list[Token]:
    """The tokens of a trace at a step, except special ones; those of WordPiece lose their prefix.

    >>> corpus = Corpus.from_counts({"hug": 10})
    >>> plain_texts(train_wordpiece(corpus), 1), plain_texts(train_bpe(corpus), 2)
    (['g', 'u', 'h', 'hu'], ['g', 'h', 'u', 'hu', 'hug'])
    """
    tokens = list(trace.vocabulary_at(step))[trace.first_base_id :]
    if not isinstance(trace, WordPieceTrace):
        return tokens
    size = len(trace.prefix)
    return [t[size:] if inner else t for t, inner in zip(tokens, trace.inner, strict=False)]


def _merged(trace: Trace) -> Iterator[tuple[Token, Token]]:
    """The two texts that each step merges."""
    texts = plain_texts(trace, len(trace))
    return ((texts[left], texts[right]) for left, right, _ in trace.base_merges.tolist())
