"""Training according to a specification, with any of the algorithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import ReportSteps
from bpe_core.algorithms.parity.parallel_corpus import ParallelCorpus
from bpe_core.algorithms.parity.training import ParityTrace, train_parity
from bpe_core.algorithms.picky.trace import PickyTrace
from bpe_core.algorithms.picky.training import train_picky
from bpe_core.algorithms.training.three_algorithms import SideBySide, train_side_by_side
from bpe_core.algorithms.training.three_algorithms import usual_size as usual_size_of_three
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram, usual_size
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.specification import Algorithm, TrainingSpecification
from bpe_core.text.corpus import Corpus

#: The result of a training.
AnyTrace = Trace | UnigramTrace | SideBySide | PickyTrace | ParityTrace
#: The merges when three trainings have to agree, and neither their number nor a size is given.
FEW_MERGES = 200


@dataclass(frozen=True)
class _Run:
    """A training that was asked for, with the arguments that several algorithms share."""

    corpus: Corpus
    specification: TrainingSpecification
    progress: ReportSteps | None
    time_limit: float | None

    @property
    def clock(self) -> dict[str, Any]:
        return {"progress": self.progress, "time_limit": self.time_limit}

    @property
    def counts(self) -> dict[str, Any]:
        """The settings that all trainings by counts share, besides special tokens."""
        names = ("num_merges", "vocab_size", "min_frequency", "tie_break")
        return self.clock | {name: getattr(self.specification, name) for name in names}

    @property
    def special_or_unknown(self) -> tuple[str, ...]:
        """The special tokens: WordPiece has its unknown token even if none is named."""
        return self.specification.special_tokens or (DEFAULT_UNKNOWN,)

    @property
    def lines(self) -> RunningText:
        assert isinstance(self.corpus, RunningText)
        return self.corpus


def train(
    corpus: Corpus,
    specification: TrainingSpecification,
    *,
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> AnyTrace:
    """Train on a corpus that was made by the same specification. Raises a `BpeError`.

    `progress` and `time_limit` are those of `train_bpe`.

    >>> specification = TrainingSpecification(algorithm="wordpiece", num_merges=1)
    >>> train(specification.corpus_of("hug pug hugs"), specification).vocabulary
    ('[UNK]', '##g', '##s', '##u', 'h', 'p', 'hu')
    """
    run = _Run(corpus, specification, progress, time_limit)
    return _TRAININGS[specification.algorithm](run)


def _bpe(run: _Run) -> Trace:
    choices = {step: (left, right) for step, left, right in run.specification.choices}
    special = run.specification.special_tokens
    return train_bpe(
        run.corpus,
        special_tokens=special,
        choices=choices,
        max_token_length=run.specification.max_token_length,
        **run.counts,
    )


def _superbpe(run: _Run) -> Trace:
    specification = run.specification
    return train_superbpe(
        run.lines,
        switch=specification.switch,
        special_tokens=specification.special_tokens,
        **run.counts,
    )


def _boundless(run: _Run) -> Trace:
    return train_boundless(run.lines, special_tokens=run.specification.special_tokens, **run.counts)


def _picky(run: _Run) -> PickyTrace:
    return train_picky(
        run.corpus, threshold=Fraction(run.specification.threshold, 100), **run.counts
    )


def _parity(run: _Run) -> ParityTrace:
    assert isinstance(run.corpus, ParallelCorpus)
    specification = run.specification
    return train_parity(
        run.corpus,
        num_merges=specification.num_merges or 0,
        together=specification.together,
        min_frequency=specification.min_frequency,
        tie_break=specification.tie_break,
        **run.clock,
    )


def _wordpiece(run: _Run) -> Trace:
    return train_wordpiece(run.corpus, special_tokens=run.special_or_unknown, **run.counts)


def _unigram(run: _Run) -> UnigramTrace:
    specification, special = run.specification, len(run.specification.special_tokens)
    return train_unigram(
        run.corpus,
        vocab_size=specification.vocab_size
        or usual_size(run.corpus, special, specification.num_merges),
        special_tokens=specification.special_tokens,
        **run.clock,
    )


def _side_by_side(run: _Run) -> SideBySide:
    specification, special = run.specification, run.special_or_unknown
    merges = FEW_MERGES if specification.num_merges is None else specification.num_merges
    return train_side_by_side(
        run.corpus,
        vocab_size=specification.vocab_size
        or usual_size_of_three(run.corpus, len(special), merges),
        min_frequency=specification.min_frequency,
        tie_break=specification.tie_break,
        special_tokens=special,
        **run.clock,
    )


_TRAININGS: dict[Algorithm, Callable[[_Run], AnyTrace]] = {
    "bpe": _bpe,
    "wordpiece": _wordpiece,
    "unigram": _unigram,
    "side-by-side": _side_by_side,
    "superbpe": _superbpe,
    "boundless": _boundless,
    "picky": _picky,
    "parity": _parity,
}
