"""A training as bytes: its corpus and its settings, from which it is trained again when read.

The layout: eight bytes that say which algorithm and version, then JSON in UTF-8. Unlike
`bpe_core.worker.handover`, which carries everything that was worked out and trusts the bytes, this
may come from a stranger: no merge is read, so none can be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, TypeVar, get_args

from bpe_core.algorithms.limits import StopReason
from bpe_core.errors import BpeError, TraceFormatError
from bpe_core.text.corpus import Corpus, encode_utf8

MAGIC_BYTES = 8
#: What JSON that is no training may cause.
_FAULTS = (
    BpeError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)


class SavedTraining:
    """A trace that can be saved; a file begins with one of the `MAGICS` of its class."""

    MAGICS: ClassVar[tuple[bytes, ...]]
    corpus: Corpus
    stopped_because: StopReason

    def _settings(self) -> dict[str, Any]:
        """The settings that lead to this training again."""
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        """The corpus and the settings as bytes, for `from_bytes`."""
        return write_training(self.MAGICS[0], self, self._settings())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Train again what `to_bytes` wrote. Raises `TraceFormatError` for anything else."""
        trace: Self = read_training(data, *cls.MAGICS)
        return trace


_TrainAgain = TypeVar("_TrainAgain", bound=Callable[..., SavedTraining])
#: By the bytes with which a file begins: what trains again, given the corpus and the settings.
_TRAININGS: dict[bytes, Callable[..., SavedTraining]] = {}


def trains_again(magic: bytes) -> Callable[[_TrainAgain], _TrainAgain]:
    """Declare the function that trains again what was saved behind these eight bytes."""

    def declare(train: _TrainAgain) -> _TrainAgain:
        _TRAININGS[magic] = train
        return train

    return declare


def write_training(magic: bytes, trace: SavedTraining, settings: Mapping[str, Any]) -> bytes:
    """The corpus and the settings of a training as bytes; the settings can be written as JSON.

    >>> from bpe_core import train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"hug": 10}))
    >>> write_training(b"EXAMPLE2", trace, {"num_merges": 1})[:21]
    b'EXAMPLE2{"spelling": '
    """
    corpus = trace.corpus
    record = {
        "spelling": corpus.settings,
        "words": list(corpus.words),
        "counts": corpus.counts.tolist(),
        "running_words": corpus.running_words.tolist(),
        "text_bytes": corpus.text_bytes,
        "settings": dict(settings),
        "stopped_because": trace.stopped_because,
    }
    return magic + encode_utf8(json.dumps(record, ensure_ascii=False))


def read_training(data: bytes, *magics: bytes) -> Any:
    """The trace of the training that `write_training` wrote behind one of the magics.

    Raises `TraceFormatError` for anything else.

    >>> from bpe_core import train_bpe
    >>> data = train_bpe(Corpus.from_counts({"hug": 10})).to_bytes()
    >>> read_training(data, b"BPETRAC2").merges[0].token
    'hu'
    """
    magic = data[:MAGIC_BYTES]
    if magic in [each[:-1] + b"1" for each in magics]:
        raise TraceFormatError(reason="an older version of this program saved it")
    if magic not in magics:
        raise TraceFormatError(reason="it does not begin as a saved training does")
    try:
        record = json.loads(data[MAGIC_BYTES:].decode("utf-8", "surrogatepass"))
        trace = _TRAININGS[magic](_corpus_of(record), **record["settings"])
        if record["stopped_because"] not in get_args(StopReason):
            raise ValueError("the reason to stop is not known")
        trace.stopped_because = record["stopped_because"]
        return trace
    except _FAULTS as error:
        raise TraceFormatError(reason=str(error) or type(error).__name__) from error


def _corpus_of(record: Mapping[str, Any]) -> Corpus:
    counts = dict(zip(record["words"], record["counts"], strict=True))
    running = record["running_words"]
    if running and not 0 <= min(running) <= max(running) < len(counts):
        raise ValueError("a running word is missing")
    first_words = [record["words"][i] for i in running]
    corpus = Corpus.from_counts(counts, **record["spelling"])
    return corpus.with_text(first_words, record["text_bytes"])
