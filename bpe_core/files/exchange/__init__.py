"""Tokenizers as files of other libraries: written, read, and turned into one another.

Unlike a trace's own bytes, these hold no history, only what is needed to encode. If a format cannot
express what was trained, a `FormatError` says why; a file that cannot be read raises a
`ModelFileError`.

>>> from bpe_core import Corpus, train_bpe
>>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}), num_merges=1)
>>> read_tokenizer(write_tokenizer(trace, "tokenizer.json")).tokens("hugs")
['h', 'ug', '<unk>']
"""

from __future__ import annotations

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.bpe_model import BpeModel, Format, model_of
from bpe_core.files.errors import FormatError, ModelFileError
from bpe_core.files.exchange.loaded_tokenizer import LoadedTokenizer
from bpe_core.files.exchange.other_models import AnyTrace, write_other
from bpe_core.files.formats import FORMATS, find_format, read_model

__all__ = [
    "FORMATS",
    "BpeModel",
    "Format",
    "FormatError",
    "LoadedTokenizer",
    "ModelFileError",
    "find_format",
    "model_of",
    "read_model",
    "read_tokenizer",
    "write_model",
    "write_tokenizer",
]


def write_tokenizer(trace: AnyTrace, format: str, step: int | None = None) -> bytes:
    """Write what was trained up to a step (all by default) as a file.

    Raises `UnknownFormatError`, `StepError` and a `FormatError` where the format cannot say it.
    """
    found = find_format(format)
    if isinstance(trace, Trace) and not isinstance(trace, WordPieceTrace):
        return found.write(model_of(trace, step))
    if found.name != "tokenizer.json":
        raise FormatError("only-merges", format=found.title)
    return write_other(trace, step)


def write_model(model: BpeModel, format: str) -> bytes:
    """A model that was read, as a file of another format. Raises what `write_tokenizer` does."""
    return find_format(format).write(model)


def read_tokenizer(data: bytes, pre_tokenizer: str | None = None) -> LoadedTokenizer:
    """The tokenizer in a file. Raises what `read_model` does."""
    return LoadedTokenizer(read_model(data, pre_tokenizer))
