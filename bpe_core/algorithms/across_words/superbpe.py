"""SuperBPE: BPE inside words up to a switch, and from there on also across them.

The walls between words stand for the first merges, so that the vocabulary learns words first; then
they fall, and the most frequent pair may lie across a space: "of the" becomes one token. Source:
Liu, Hayase, Hofmann, Oh, Smith and Choi, 2025, "SuperBPE: Space Travel for Language Models".

Unlike BPE, which never looks past a word, this has one setting more, the switch; at 0 there are no
words at all. Unlike the authors' configuration, a token may have any number of words and may
contain a colon, and the second stage carries on from the merged text instead of encoding the whole
text again. That differs only where a pair of the first stage also occurs at a wall: merging it
there makes a second token with the same text.

Both stages are `train_bpe`: the first on the bag of words, the second on lines whose base tokens
are the tokens of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.trace import SUPERBPE_MAGIC, AcrossTrace
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.limits import (
    ReportSteps,
    check_number,
    check_special_tokens,
    find_limit,
)
from bpe_core.saved_training import trains_again
from bpe_core.text.corpus import Corpus


def train_superbpe(
    text: RunningText,
    *,
    switch: int,
    num_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    tie_break: str = "first-seen",
    special_tokens: Sequence[str] = (),
    progress: ReportSteps | None = None,
    time_limit: float | None = None,
) -> AcrossTrace:
    """Learn `switch` merges inside words, then the rest across them; keep the whole history.

    If the words are used up before the switch, the walls fall then. The other settings, the ways
    to stop and the errors are those of `train_bpe`.

    >>> text = RunningText.read("of the hug of the pug of the bug")
    >>> trace = train_superbpe(text, switch=6, num_merges=8)
    >>> [merge.token for merge in trace.merges][4:], trace.switch
    (['ug', 'Ġof', 'ĠtheĠ', 'ugĠof'], 6)
    """
    check_number("switch", switch, smallest=0)
    special = check_special_tokens(special_tokens)
    limit, limited_by = find_limit(text, num_merges, vocab_size, len(special))
    settings: dict[str, Any] = {"min_frequency": min_frequency, "tie_break": tie_break}
    begun = monotonic()
    first = train_bpe(
        text.bag,
        num_merges=switch if limit is None else min(switch, limit),
        progress=part_of_progress(progress, 0, limit),
        time_limit=time_limit,
        **settings,
    )
    lines = replace(first, corpus=text, closed=text.spread(first.closed))
    fallen = len(first)
    if fallen == limit:
        fallen += 2  # beyond the last state
    elif first.stopped_because != "time_limit":
        lines = _across_words(
            lines,
            num_merges=None if limit is None else limit - fallen,
            progress=part_of_progress(progress, fallen, limit),
            time_limit=None if time_limit is None else _left(time_limit, begun),
            **settings,
        )
    opened = np.full(len(text.units), -1, np.int32)
    opened[text.walls] = fallen
    return AcrossTrace(
        corpus=text,
        base_merges=lines.base_merges,
        merge_counts=lines.merge_counts,
        closed=lines.closed,
        special_tokens=special,
        stopped_because=limited_by if len(lines) == limit else lines.stopped_because,
        opened=opened,
        across=np.arange(len(lines)) >= len(first),
        needs_ready=False,
        **settings,
    )


def _across_words(lines: Trace, **settings: Any) -> Trace:
    """The merges inside words, of the lines, and after them those across words."""
    tokens, ends = _tokens_as_units(lines)
    second = train_bpe(tokens, **settings)
    closed = lines.closed.copy()
    closed[ends] = np.where(second.closed > 0, second.closed + np.int32(len(lines)), 0)
    return replace(
        lines,
        base_merges=np.concatenate([lines.base_merges, second.base_merges]),
        merge_counts=np.concatenate([lines.merge_counts, second.merge_counts]),
        closed=closed,
        stopped_because=second.stopped_because,
    )


@trains_again(SUPERBPE_MAGIC)
def _train_again(lines: Corpus, *, switch: int, **settings: Any) -> AcrossTrace:
    return train_superbpe(RunningText.of_corpus(lines), switch=switch, **settings)


def _tokens_as_units(lines: Trace) -> tuple[Corpus, NDArray[np.int64]]:
    """The lines in the tokens of the first stage, and the unit with which each token ends."""
    words = lines.state_at(len(lines)).word_ids(range(len(lines.corpus.words)))
    fields_of = {field.name: getattr(lines.corpus, field.name) for field in fields(Corpus)}
    fields_of |= {
        "units": np.array([token_id for word in words for token_id in word], np.int32),
        "starts": np.cumsum([0, *map(len, words)]).astype(np.int64),
        "base_vocabulary": tuple(lines.vocabulary),
    }
    return Corpus(**fields_of), np.flatnonzero(lines.closed == 0)


def part_of_progress(
    progress: ReportSteps | None, done: int, total: int | None
) -> ReportSteps | None:
    """Report the steps of one stage as steps of the whole."""
    return None if progress is None else lambda steps, _: progress(done + steps, total)


def _left(time_limit: float, begun: float) -> float:
    """The seconds that are left; never none, because a few steps are always made."""
    return max(time_limit - (monotonic() - begun), 1e-3)
