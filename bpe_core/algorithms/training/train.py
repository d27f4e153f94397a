"""Training according to a specification, with any of the algorithms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import ReportSteps
from bpe_core.algorithms.picky.training import PickyTrace, train_picky
from bpe_core.algorithms.training.three_algorithms import SideBySide, train_side_by_side
from bpe_core.algorithms.training.three_algorithms import usual_size as usual_size_of_three
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram, usual_size
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.specification import Algorithm, TrainingSpecification
from bpe_core.text.corpus import Corpus

#: The result of a training.
AnyTrace = Trace | UnigramTrace | SideBySide | PickyTrace
#: The merges when three trainings have to agree, and neither their number nor a size is given.
FEW_MERGES = 200

Train = Callable[[Corpus, TrainingSpecification, ReportSteps | None, float | None], AnyTrace]


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
    return _TRAININGS[specification.algorithm](corpus, specification, progress, time_limit)


def _bpe(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> Trace:
    return train_bpe(
        corpus,
        **_limits(asked),
        choices={step: (left, right) for step, left, right in asked.choices},
        progress=progress,
        time_limit=time_limit,
    )


def _superbpe(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> Trace:
    assert isinstance(corpus, RunningText)
    return train_superbpe(
        corpus, switch=asked.switch, **_limits(asked), progress=progress, time_limit=time_limit
    )


def _boundless(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> Trace:
    assert isinstance(corpus, RunningText)
    return train_boundless(corpus, **_limits(asked), progress=progress, time_limit=time_limit)


def _picky(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> PickyTrace:
    return train_picky(
        corpus,
        threshold=Fraction(asked.threshold, 100),
        num_merges=asked.num_merges,
        vocab_size=asked.vocab_size,
        min_frequency=asked.min_frequency,
        tie_break=asked.tie_break,
        progress=progress,
        time_limit=time_limit,
    )


def _limits(asked: TrainingSpecification) -> dict[str, Any]:
    """The settings that all trainings by counts share."""
    return {
        "num_merges": asked.num_merges,
        "vocab_size": asked.vocab_size,
        "min_frequency": asked.min_frequency,
        "tie_break": asked.tie_break,
        "special_tokens": asked.special_tokens,
    }


def _wordpiece(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> Trace:
    return train_wordpiece(
        corpus,
        num_merges=asked.num_merges,
        vocab_size=asked.vocab_size,
        min_frequency=asked.min_frequency,
        tie_break=asked.tie_break,
        special_tokens=asked.special_tokens or (DEFAULT_UNKNOWN,),
        progress=progress,
        time_limit=time_limit,
    )


def _unigram(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> UnigramTrace:
    special = len(asked.special_tokens)
    return train_unigram(
        corpus,
        vocab_size=asked.vocab_size or usual_size(corpus, special, asked.num_merges),
        special_tokens=asked.special_tokens,
        progress=progress,
        time_limit=time_limit,
    )


def _side_by_side(
    corpus: Corpus,
    asked: TrainingSpecification,
    progress: ReportSteps | None,
    time_limit: float | None,
) -> SideBySide:
    special = asked.special_tokens or (DEFAULT_UNKNOWN,)
    merges = FEW_MERGES if asked.num_merges is None else asked.num_merges
    return train_side_by_side(
        corpus,
        vocab_size=asked.vocab_size or usual_size_of_three(corpus, len(special), merges),
        min_frequency=asked.min_frequency,
        tie_break=asked.tie_break,
        special_tokens=special,
        progress=progress,
        time_limit=time_limit,
    )


_TRAININGS: dict[Algorithm, Train] = {
    "bpe": _bpe,
    "wordpiece": _wordpiece,
    "unigram": _unigram,
    "side-by-side": _side_by_side,
    "superbpe": _superbpe,
    "boundless": _boundless,
    "picky": _picky,
}
