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

from collections.abc import Callable, Mapping
from functools import partial

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece import WordPieceTrace
from bpe_core.files.errors import (
    FormatError,
    ModelFileError,
    UnknownFormatError,
)
from bpe_core.files.exchange.formats import (
    Format,
    codes,
    gpt2,
    gpt2_archive,
    hugging_face,
    minbpe,
    ranks,
)
from bpe_core.files.exchange.loaded_tokenizer import LoadedTokenizer
from bpe_core.files.exchange.model import (
    MOST_BYTES,
    BpeModel,
    check_count,
    check_plain_tokens,
    model_of,
)
from bpe_core.files.exchange.other_models import AnyTrace, write_other
from bpe_core.files.which_file import check_is_tokenizer, check_lists_merges, check_text_document
from bpe_core.text.reading import read_text

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


#: Lines that hold no merge: a version, a pattern, special tokens.
_OTHER_LINES = 1_000


#: The formats in the order in which they are offered: each file declares its own.
FORMATS: Mapping[str, Format] = {
    each.FORMAT.name: each.FORMAT for each in (hugging_face, gpt2, minbpe, ranks, codes)
}


def find_format(name: str) -> Format:
    """The format with that name. Raises `UnknownFormatError`.

    >>> find_format("minbpe").file_name
    'tokenizer.model'
    """
    if name not in FORMATS:
        raise UnknownFormatError(name=name, known=tuple(FORMATS))
    return FORMATS[name]


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


def read_model(data: bytes, pre_tokenizer: str | None = None) -> BpeModel:
    """Read a BPE tokenizer from a file.

    The file is a tokenizer.json, a .model, a merges.txt, alone or in an archive with vocab.json, a
    codes file, or tiktoken's ranks, which need a `pre_tokenizer`.

    Everything is checked before anything is built. The limits are 4 MB, 50,000 merges, 4,096 bytes
    per token, and 100 kB of special tokens.
    Raises a `ModelFileError`, or `NotTextError`.

    >>> read_model(b"minbpe v1\\n\\n0\\n104 117\\n").tokens[256]
    b'hu'
    """
    if len(data) > MOST_BYTES:
        raise ModelFileError("model-too-large", size=len(data), limit=MOST_BYTES)
    check_is_tokenizer(data)
    check_lists_merges(data)
    model = _read(data, pre_tokenizer)
    check_plain_tokens(model)
    return model


def _read(data: bytes, pre_tokenizer: str | None) -> BpeModel:
    if data.startswith(gpt2_archive.BEGINNING):
        return gpt2_archive.read_archive(data)
    text = read_text(data)
    return _reader_of(text, pre_tokenizer)(text)


def _reader_of(text: str, pre_tokenizer: str | None) -> Callable[[str], BpeModel]:
    first = text.lstrip()[:1]
    if first == "{":
        check_text_document(text)
        return hugging_face.read_hugging_face
    check_count(text.count("\n") - _OTHER_LINES)
    if text.startswith(minbpe.BEGINNING):
        return minbpe.read_minbpe
    if not text or first in ("", "["):
        raise ModelFileError("not-a-model")
    if ranks.looks_like_ranks(text):
        return partial(ranks.read_ranks, pre_tokenizer=pre_tokenizer)
    return codes.read_codes if codes.are_codes(text) else gpt2.read_merges


def read_tokenizer(data: bytes, pre_tokenizer: str | None = None) -> LoadedTokenizer:
    """The tokenizer in a file. Raises what `read_model` does."""
    return LoadedTokenizer(read_model(data, pre_tokenizer))
