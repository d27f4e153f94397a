"""WordPiece: merge the pair that is most frequent for how frequent its two tokens are.

The score of a pair is count(pair) / (count(left) * count(right)): a pair whose tokens hardly
occur anywhere else wins over a frequent pair of frequent tokens. Unlike BPE, which asks "how
often", this asks "how much more often than its parts would suggest".

Source: Schuster and Nakajima, 2012, "Japanese and Korean Voice Search", who choose the merge that
raises the likelihood of the text most. Their trainer was never published; this is the public form
that courses teach (Hugging Face's course, "WordPiece tokenization"). Google's own trainer may work
differently.

The places of the tokens come from BPE (`bpe_core.algorithms.bpe.places`); `ScoreQueue` makes the
choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.algorithms.bpe.merging import Merger, merge_until_over
from bpe_core.algorithms.bpe.tie_rules import LargestText, TieRule, find_tie_rule
from bpe_core.algorithms.limits import (
    Clock,
    ReportSteps,
    check_corpus,
    check_number,
    check_special_tokens,
    find_limit,
)
from bpe_core.algorithms.saved_training import trains_again
from bpe_core.algorithms.wordpiece.score_queue import ScoreQueue
from bpe_core.algorithms.wordpiece.spelling import respell
from bpe_core.algorithms.wordpiece.trace import MAGIC, WordPieceTrace
from bpe_core.text.corpus import Corpus, encode_utf8


@trains_again(MAGIC)
def train_wordpiece(
    corpus: Corpus,
    *,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = ("[UNK]",),
    prefix: str = "##",
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> WordPieceTrace:
    """Learn WordPiece merges from a corpus and keep the whole history.

    The settings, limits, ways to stop and errors are those of `train_bpe`; `min_frequency` applies
    to the pair's count, not to its score. `prefix` marks word-inner tokens and must not be empty
    (`PrefixError`).

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merge = train_wordpiece(corpus, num_merges=1).merges[0]
    >>> merge.left, merge.right, merge.token, merge.score
    ('##g', '##s', '##gs', Fraction(1, 20))
    >>> merge.count, merge.left_count, merge.right_count
    (5, 20, 5)
    """
    find_tie_rule(tie_break)
    check_corpus(corpus)
    special = check_special_tokens(special_tokens)
    check_number("min_frequency", min_frequency, smallest=1)
    spelled = respell(corpus, prefix)
    limit, limited_by = find_limit(spelled, num_merges, vocab_size, len(special))
    clock = Clock(limit, progress, time_limit)
    pairs = ScoreQueue(spelled, make_rule(spelled, tie_break, prefix), min_frequency)
    merger = Merger(spelled, pairs, shared_bytes=len(encode_utf8(prefix)))
    stopped = merge_until_over(merger, clock, limit, limited_by)
    return WordPieceTrace(
        corpus=spelled,
        special_tokens=special,
        tie_break=tie_break,
        min_frequency=min_frequency,
        stopped_because=stopped,
        prefix=prefix,
        **merger.recorded(),
    )


class _LargestPiece(LargestText):
    """The rule `largest-text` for merges that strip the prefix of the right part."""

    def __init__(self, corpus: Corpus, prefix: str) -> None:
        super().__init__(corpus.base_vocabulary)
        self._extra = len(prefix) if corpus.unit == "char" else len(encode_utf8(prefix))

    def learn(self, left: int, right: int) -> None:
        self._turned.append(self._turned[left] + self._turned[right][self._extra :])


def make_rule(corpus: Corpus, tie_break: str, prefix: str) -> TieRule:
    """Make the tie rule of that name for a respelled corpus."""
    rule = find_tie_rule(tie_break)
    return _LargestPiece(corpus, prefix) if rule is LargestText else rule(corpus.base_vocabulary)
