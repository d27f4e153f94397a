"""A recorded run in a process of its own: `python -m bpe_core.teaching_materials.job`.

It speaks as `bpe_core.worker.job` does. The corpus is made as a training makes it; then the
textbook's program runs on it, and what it did is the answer, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, Literal, get_args

import numpy as np

from bpe_core import textbook
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.teaching_materials.recording import Run, record
from bpe_core.text.corpus import Corpus, Token, plain_token
from bpe_core.worker.handover import Part
from bpe_core.worker.job import Report, Task, work

ProgramPart = Literal["train", "encode", "decode"]
PARTS: tuple[ProgramPart, ...] = get_args(ProgramPart)
#: The textbook's function has no types.
encode: Callable[..., list[int]] = textbook.encode
#: Merges that are trained at most: a slow program is looked at.
MOST_MERGES = 200
#: Characters of a word that is encoded.
LONGEST_WORD = 40


class RecordingStoppedError(BpeError):
    """A run that took too long, or too much memory."""

    template = (
        "The run was stopped because it had not finished after {seconds} seconds or used too much "
        "memory. Use a shorter text or fewer merges."
    )


@dataclass(frozen=True)
class RecordingJob(Task):
    """A task to record `part` of the program, on the text that follows.

    `word` is encoded or decoded; what the corpus has no token for is left out of it.

    >>> RecordingJob.from_line(RecordingJob("encode", word="hugs").to_line()).word
    'hugs'
    """

    part: ProgramPart = "train"
    specification: TrainingSpecification = field(default_factory=TrainingSpecification)
    word: str = ""

    def answer(self, text: str, report: Report) -> list[Part]:
        """The recorded run, as JSON. Raises a `BpeError`."""
        report.stage("count")
        progress = partial(report.now_and_then, "train")
        run, vocabulary = recorded(
            self.part, self.specification, text, self.word, progress=progress
        )
        tokens = list(map(plain_token, vocabulary))
        return [json.dumps({"run": run.to_plain(), "tokens": tokens}).encode()]


def recorded(
    part: ProgramPart,
    specification: TrainingSpecification,
    text: str,
    word: str = "",
    *,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Run, list[Token]]:
    """Run a part of the program on a text: what was recorded, and the vocabulary at the end.

    To encode or decode, the merges come from the package's own trainer, which learns the same ones
    a hundred times faster. `progress` is told how many merges have been learned, and of how many.

    Raises a `BpeError`.

    >>> run, vocabulary = recorded("train", TrainingSpecification(num_merges=1), "hug 10\\npug 5")
    >>> run.values[run.result], vocabulary[-1]
    ({'dict': [[{'tuple': [3, 0], 'of': 2}, 4]], 'of': 1}, 'ug')
    """
    corpus = specification.corpus_of(text)
    trace = _trained(corpus, specification)
    merges = min(len(trace), MOST_MERGES)
    if part == "train":
        vocabulary = list(corpus.base_vocabulary)
        prefer = preference(specification.tie_break, vocabulary)

        def hear(held: Mapping[str, Any]) -> None:
            if progress is not None and "merges" in held:
                progress(len(held["merges"]), merges)

        run = record(textbook.train, spelled(corpus), vocabulary, merges, prefer, on_phase=hear)
        return run, vocabulary
    vocabulary = list(trace.vocabulary_at(merges))[trace.first_base_id :]
    pairs = map(tuple, trace.base_merges[:merges, :2].tolist())
    learned = {pair: len(corpus.base_vocabulary) + i for i, pair in enumerate(pairs)}
    ids = spell(word[:LONGEST_WORD], corpus)
    if part == "encode":
        return record(textbook.encode, ids, learned), vocabulary
    return record(textbook.decode, encode(ids, learned), vocabulary), vocabulary


def _trained(corpus: Corpus, specification: TrainingSpecification) -> Trace:
    """The merges that there are to learn: the textbook's program knows no minimum frequency."""
    return train_bpe(
        corpus,
        num_merges=specification.num_merges,
        vocab_size=specification.vocab_size,
        min_frequency=specification.min_frequency,
        tie_break=specification.tie_break,
        special_tokens=specification.special_tokens,
    )


def spelled(corpus: Corpus) -> list[tuple[list[int], int]]:
    """The corpus as the textbook has it: words as lists of ids, with their counts."""
    units, starts = corpus.units.tolist(), corpus.starts.tolist()
    words = (units[start:end] for start, end in pairwise(starts))
    return list(zip(words, corpus.counts.tolist(), strict=True))


def spell(word: str, corpus: Corpus) -> list[int]:
    """The ids of a word's units, and of its marker; units that the corpus lacks are left out."""
    places = {token: i for i, token in enumerate(corpus.base_vocabulary)}
    units: list[Token] = [*word]
    if corpus.unit == "byte":
        units = [bytes([value]) for value in word.encode("utf-8", "surrogatepass")]
    ids = [places[unit] for unit in units if unit in places]
    return ids if corpus.marker_id is None else [*ids, corpus.marker_id]


def preference(rule: str, vocabulary: list[Token]) -> Callable[[tuple[int, int]], int] | None:
    """The tie rule as the textbook takes it: the largest number wins; None for the first seen."""
    tie_rule = find_tie_rule(rule)
    if not tie_rule.python_key:
        return None

    def prefer(pair: tuple[int, int]) -> int:
        left, right = (np.array([token_id]) for token_id in pair)
        return -int(tie_rule.ranks(left, right, np.zeros(1, np.int64), lambda: vocabulary)[0])

    return prefer


if __name__ == "__main__":
    work(RecordingJob.from_line)
