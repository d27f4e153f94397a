"""GPT-2's two files in one ZIP archive, as `write_gpt2` packs them.

`merges.txt` holds the merges and `vocab.json` the ids; a token of the vocabulary that no merge
makes is a special token. Unlike `merges.txt` alone, this keeps the ids.
"""

from __future__ import annotations

import io
import zipfile

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.exchange.formats.gpt2 import printed, read_merges
from bpe_core.files.exchange.formats.hugging_face import order_of
from bpe_core.files.exchange.formats.hugging_face_tables import read_vocabulary
from bpe_core.files.exchange.model import MOST_BYTES, BpeModel
from bpe_core.files.exchange.safe_json import read_json
from bpe_core.text.reading import read_text

#: The first bytes of every ZIP archive that is not empty.
BEGINNING = b"PK\x03\x04"


def read_archive(data: bytes) -> BpeModel:
    """The model in an archive of `vocab.json` and `merges.txt`. Raises a `ModelFileError`.

    >>> from bpe_core import Corpus, train_bpe
    >>> from bpe_core.files.exchange import write_tokenizer
    >>> corpus = Corpus.from_text("hug", unit="byte", pre_tokenizer="gpt2")
    >>> read_archive(write_tokenizer(train_bpe(corpus), "gpt2")).tokens[256:]
    [b'hu', b'hug']
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            merges, vocabulary = (_read(archive, name) for name in ("merges.txt", "vocab.json"))
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError):
        raise ModelFileError("not-a-model") from None
    model = read_merges(merges)
    ids = read_vocabulary(read_json(vocabulary))
    tokens = [printed(token) for token in model.tokens]
    for token in tokens:
        if token not in ids:
            raise ModelFileError("missing-token", token=shown(token))
    special = sorted(ids.keys() - set(tokens), key=ids.__getitem__)
    order = order_of([*special, *tokens], ids, len(model.merges))
    return BpeModel(
        model.base,
        model.merges,
        unit="byte",
        pre_tokenizer="gpt2",
        special_tokens=tuple(special),
        order=order,
    )


def _read(archive: zipfile.ZipFile, name: str) -> str:
    """The text of a file in the archive, which may claim to be smaller than it is."""
    with archive.open(name) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ModelFileError(
            "model-too-large", size=archive.getinfo(name).file_size, limit=MOST_BYTES
        )
    return read_text(data)
