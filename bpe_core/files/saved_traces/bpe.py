"""A BPE trace as bytes: a container of seven parts (`bpe_core.files.saved_traces.container`).

What follows from other parts (base vocabulary, spelling, token texts) is worked out again when
reading, and everything is checked: shapes, ranges and references, and computed lengths before
anything is built. The corpus comes first; WordPiece and Unigram store theirs in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict, get_args

import numpy as np
from numpy.typing import NDArray

from bpe_core.algorithms.bpe.recorded_merges import RecordedMerges
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.training.limits import StopReason, check_special_tokens
from bpe_core.files.saved_traces.container import (
    Container,
    check,
    natural,
    number_part,
    only_format_errors,
    text_parts,
    write_container,
)
from bpe_core.text.corpus import Corpus
from bpe_core.text.pre_tokenization import find_pre_tokenizer

MAGIC = b"BPETRAC1"
PARTS = 7


def merges_to_bytes(recorded: RecordedMerges) -> bytes:
    """The data of a training by merges as bytes.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10}))
    >>> merges_from_bytes(merges_to_bytes(trace))["closed"]
    array([1, 2, 0], dtype=int32)
    """
    header = {
        **corpus_header(recorded.corpus),
        "special_tokens": len(recorded.special_tokens),
        "tie_break": recorded.tie_break,
        "stopped_because": recorded.stopped_because,
        "chosen_steps": list(recorded.choices),
    }
    if recorded.min_frequency > 1:  # so that what needs no new field is the same file as ever
        header["min_frequency"] = recorded.min_frequency
    parts = [
        *corpus_parts(recorded.corpus, recorded.special_tokens),
        number_part(recorded.base_merges[:, :2], "<i4"),
        number_part(recorded.merge_counts, "<i8"),
        number_part(recorded.closed, "<i4"),
    ]
    return write_container(MAGIC, header, parts)


def merges_from_bytes(data: bytes) -> StoredMerges:
    """What `merges_to_bytes` wrote, for a `Trace`; `TraceFormatError` for anything else."""
    with only_format_errors():
        return checked(read_stored(Container(MAGIC, data, parts=PARTS)))


def read_stored(
    container: Container, respell: Callable[[Corpus], Corpus] = lambda corpus: corpus
) -> StoredMerges:
    """The parts of a container, not checked; `respell` spells the corpus as it was merged."""
    corpus, special = read_corpus(container)
    spelled = respell(corpus)
    merges = _read_merges(container, spelled)
    chosen = [natural(step) for step in container.header.get("chosen_steps", [])]
    ids = merges[:, :2] + np.int32(len(special))
    check(all(0 < step <= len(ids) for step in chosen), "a choice is not a merge")
    return StoredMerges(
        corpus=spelled,
        special_tokens=special,
        merges=merges,
        merge_counts=container.numbers("<i8"),
        closed=container.numbers("<i4"),
        tie_break=find_tie_rule(container.header["tie_break"]).name,
        # Older files do not say it.
        min_frequency=max(1, natural(container.header.get("min_frequency", 1))),
        stopped_because=read_stop_reason(container),
        choices={step: (int(ids[step - 1, 0]), int(ids[step - 1, 1])) for step in chosen},
    )


# The corpus: the first four parts


def corpus_header(corpus: Corpus) -> dict[str, Any]:
    """What a header says about the corpus."""
    return {
        "unit": corpus.unit,
        "alphabet": corpus.alphabet,
        "normalizer": list(corpus.normalizer),
        "pre_tokenizer": corpus.pre_tokenizer,
        "text_bytes": corpus.text_bytes,
    }


def corpus_parts(corpus: Corpus, special_tokens: tuple[str, ...]) -> list[bytes]:
    """All texts (two parts), how often each word occurs, and the running words."""
    return [
        *text_parts([corpus.end_of_word, *special_tokens, *corpus.words]),
        number_part(corpus.counts, "<i8"),
        number_part(corpus.running_words, "<i8"),
    ]


def read_corpus(container: Container) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus and the special tokens. Raises a `BpeError`, or what wrong types cause."""
    header, texts = container.header, container.texts()
    special = container.natural("special_tokens")
    check(len(texts) > special + 1, "there are no words")
    words = texts[1 + special :]
    counts, running = container.numbers("<i8"), container.numbers("<i8")
    check(len(counts) == len(words) == len(set(words)), "words and counts don't match")
    check(bool(np.all((running >= 0) & (running < len(words)))), "a running word is missing")
    corpus = Corpus.from_counts(
        dict(zip(words, counts.tolist(), strict=True)),
        unit=header["unit"],
        end_of_word=texts[0],
        alphabet=header["alphabet"],
        normalizer=header["normalizer"],
        pre_tokenizer=find_pre_tokenizer(header["pre_tokenizer"]).name,
    )
    whole = corpus.with_text(running, container.natural("text_bytes"))
    return whole, check_special_tokens(texts[1 : 1 + special])


# The merges: the last three parts


class StoredMerges(TypedDict):
    """What a trace is made of, by the names of its arguments."""

    corpus: Corpus
    special_tokens: tuple[str, ...]
    merges: NDArray[np.int32]
    merge_counts: NDArray[np.int64]
    closed: NDArray[np.int32]
    tie_break: str
    min_frequency: int
    stopped_because: StopReason
    choices: dict[int, tuple[int, int]]


def _read_merges(container: Container, corpus: Corpus) -> NDArray[np.int32]:
    """The merges over the base tokens of this corpus: left, right and new id of each."""
    pairs = container.numbers("<i4")
    check(len(pairs) % 2 == 0, "the merges are not pairs")
    base = len(corpus.base_vocabulary)
    made = np.arange(base, base + len(pairs) // 2, dtype=np.int32)
    return np.column_stack([pairs.reshape(-1, 2), made]).astype(np.int32)


def read_stop_reason(container: Container) -> StopReason:
    """Why the training stopped, if it is one of the reasons that there are."""
    reason: StopReason = container.header["stopped_because"]
    check(reason in get_args(StopReason), "the reason to stop is not known")
    return reason


def checked(stored: StoredMerges) -> StoredMerges:
    """The same if it can be walked; `TraceFormatError` if not."""
    recorded = RecordedMerges(**stored)
    _check_merges(recorded)
    _check_gaps(recorded)
    return stored


def _check_merges(recorded: RecordedMerges) -> None:
    """Every merge joins two older tokens, and no token is longer than the longest word."""
    merges, n = recorded.base_merges, len(recorded)
    check(len(recorded.merge_counts) == n, "merges and their counts don't match")
    check(bool(np.all(recorded.merge_counts > 0)), "a merge has no count")
    older = (merges[:, :2] >= 0) & (merges[:, :2] < merges[:, 2:])
    check(bool(np.all(older)), "a merge joins a token that does not exist yet")
    longest = int(np.diff(recorded.corpus.starts).max())
    lengths = [1] * len(recorded.corpus.base_vocabulary)
    for left, right in merges[:, :2].tolist():
        lengths.append(lengths[left] + lengths[right])
        check(lengths[-1] <= longest, "a token is longer than every word")


def _check_gaps(recorded: RecordedMerges) -> None:
    """Every gap is closed by a merge, and the token that it makes lies inside the word."""
    corpus, closed = recorded.corpus, recorded.closed
    check(len(closed) == len(corpus.units), "gaps and words don't match")
    check(bool(np.all((closed >= 0) & (closed <= len(recorded)))), "a gap refers to no merge")
    check(not np.any(closed[~corpus.inside]), "a gap lies outside the words")
    merged = np.flatnonzero(closed)
    check(len(np.unique(closed[merged])) == len(recorded), "a merge closes no gap")
    ids = recorded.base_merges[closed[merged] - 1]
    word = corpus.word_of_unit[merged]
    begin = merged - recorded.token_lengths[ids[:, 0]] + 1
    end = merged + recorded.token_lengths[ids[:, 1]]
    fits = (begin >= corpus.starts[word]) & (end < corpus.starts[word + 1])
    check(bool(np.all(fits)), "a token reaches over a word")
