"""Training according to a specification, with any of the algorithms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import ReportSteps
from bpe_core.algorithms.parity import ParityTrace, train_parity
from bpe_core.algorithms.picky import PickyTrace, train_picky
from bpe_core.algorithms.three_algorithms import SideBySide, train_side_by_side
from bpe_core.algorithms.three_algorithms import usual_size as usual_size_of_three
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram, usual_size
from bpe_core.algorithms.wordpiece.tokenizer import DEFAULT_UNKNOWN
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Corpus
from bpe_core.text.parallel import ParallelCorpus
from bpe_core.text.running_text import RunningText

#: The result of a training.
AnyTrace = Trace | UnigramTrace | SideBySide | PickyTrace | ParityTrace
#: The merges when three trainings have to agree, and neither their number nor a size is given.
FEW_MERGES = 200


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
    asked = specification
    clock: dict[str, Any] = {"progress": progress, "time_limit": time_limit}
    rules: dict[str, Any] = {"min_frequency": asked.min_frequency, "tie_break": asked.tie_break}
    counts = clock | rules | {"num_merges": asked.num_merges, "vocab_size": asked.vocab_size}
    special = asked.special_tokens
    match asked.algorithm:
        case "bpe":
            choices = {step: (left, right) for step, left, right in asked.choices}
            longest = asked.max_token_length
            return train_bpe(
                corpus, special_tokens=special, choices=choices, max_token_length=longest, **counts
            )
        case "wordpiece":
            return train_wordpiece(corpus, special_tokens=special or (DEFAULT_UNKNOWN,), **counts)
        case "unigram":
            size = asked.vocab_size or usual_size(corpus, len(special), asked.num_merges)
            return train_unigram(corpus, vocab_size=size, special_tokens=special, **clock)
        case "side-by-side":
            special = special or (DEFAULT_UNKNOWN,)
            merges = FEW_MERGES if asked.num_merges is None else asked.num_merges
            size = asked.vocab_size or usual_size_of_three(corpus, len(special), merges)
            return train_side_by_side(
                corpus, vocab_size=size, special_tokens=special, **rules, **clock
            )
        case "superbpe":
            return train_superbpe(
                _lines(corpus), switch=asked.switch, special_tokens=special, **counts
            )
        case "boundless":
            return train_boundless(_lines(corpus), special_tokens=special, **counts)
        case "picky":
            return train_picky(corpus, threshold=Fraction(asked.threshold, 100), **counts)
        case "parity":
            assert isinstance(corpus, ParallelCorpus)
            merges, together = asked.num_merges or 0, asked.together
            return train_parity(corpus, num_merges=merges, together=together, **rules, **clock)


def _lines(corpus: Corpus) -> RunningText:
    assert isinstance(corpus, RunningText)
    return corpus
