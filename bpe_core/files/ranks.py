"""tiktoken's ranks: a line a token, the token in base64 and its rank.

Source: OpenAI, tiktoken, `load.py`. The file holds tokens and not pairs: two neighbours are merged
wherever the joined text is a token, that of the lowest rank first. For what BPE learned from a
text this comes to the same; merges that somebody made up may differ, which is checked. Pattern
and special tokens are given to `tiktoken.Encoding` by the program that reads the file:
`bpe_core.files.patterns` has the patterns.
"""

from __future__ import annotations

import base64

from bpe_core.bpe.tokenizer import merge_word
from bpe_core.files.errors import OtherSplitError, shown
from bpe_core.files.format import Format
from bpe_core.files.gpt2 import check_bytes_only
from bpe_core.files.minbpe import numbers_by_value
from bpe_core.files.model import BpeModel, check_distinct
from bpe_core.files.patterns import pattern_of

NAME = "tiktoken"


def write_ranks(model: BpeModel) -> bytes:
    """The file: bytes ranked by their value, then merges from 256 on.

    Raises `NeedsBytesError`, `MarkerError`, `NormalizationError`, `PreTokenizationError`,
    `OtherSplitError`.

    >>> from bpe_core.text.byte_alphabet import BY_VALUE
    >>> model = BpeModel(tuple(bytes([b]) for b in BY_VALUE), ((104, 117),), "byte", "gpt2")
    >>> write_ranks(model).splitlines()[-1]
    b'aHU= 256'
    """
    check_bytes_only(model, NAME)
    pattern_of(model.pre_tokenizer, NAME)  # whoever reads the file must be able to give it
    check_distinct(model.tokens, NAME)
    _check_splits(model)
    numbers = numbers_by_value(model.base, len(model.merges))
    ranked = sorted(zip(numbers, model.tokens, strict=True))
    return b"".join(b"%b %d\n" % (base64.b64encode(bytes(t)), n) for n, t in ranked)  # type: ignore[arg-type]


def _check_splits(model: BpeModel) -> None:
    """Raise `OtherSplitError` for a token that ranks would make of other parts.

    It is enough that the merges make each token of its own text: until a pair's turn comes, no
    merge has crossed the token's borders, so what happens inside is what happens to the text
    alone, and there is only one way to get there.
    """
    first = len(model.base)
    pairs = enumerate(model.merges, start=first)
    ranks = {left << 32 | right: place for place, (left, right) in pairs}
    values = {ord(byte): place for place, byte in enumerate(model.base)}
    for place in range(first, len(model.tokens)):
        token = bytes(model.tokens[place])  # type: ignore[arg-type]
        if merge_word([values[byte] for byte in token], ranks) != [place]:
            raise OtherSplitError(format=NAME, token=shown(token))


FORMAT = Format(
    name="tiktoken",
    title=NAME,
    label="Tokenizer: ranks (tiktoken)",
    about="The tokenizer at this step, for tiktoken, which also needs the pattern.",
    file_name="ranks.tiktoken",
    mime="text/plain",
    write=write_ranks,
)
