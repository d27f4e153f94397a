"""Tokenizers from files on the command line, written by `train` in any format or by others.

Unlike `bpe_core.files.exchange`, which knows only BPE, this also opens a tokenizer.json of
WordPiece or Unigram. It uses the library whose format that is, and gives the library's ids.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.encoding.encoding_steps import cut_at_special_tokens
from bpe_core.encoding.token_ids import check_token_ids, wanted_tokens
from bpe_core.errors import TokenIdError
from bpe_core.files.errors import ModelFileError
from bpe_core.files.exchange import read_tokenizer
from bpe_core.files.formats.opened_json import load
from bpe_core.text.corpus import Token
from bpe_core.text.counting import STANDARD_INPUT
from bpe_core.text.reading import read_text

#: Saved trainings by the bytes with which they begin, before the digit of their version.
_TRACES: dict[bytes, type[Trace] | type[UnigramTrace]] = {
    b"BPETRAC": Trace,
    b"WPCTRAC": WordPieceTrace,
    b"UNITRAC": UnigramTrace,
}


def read_file(name: str) -> bytes:
    """A file, or standard input."""
    return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()


def read_trace(data: bytes) -> Trace | UnigramTrace | None:
    """The training in a file, or None if it is another file. Raises `TraceFormatError`."""
    kind = _TRACES.get(data[:7])
    return None if kind is None else kind.from_bytes(data)


def open_tokenizer(data: bytes, pre_tokenizer: str | None) -> BaseTokenizer | PeerTokenizer:
    """The tokenizer in a file; `pre_tokenizer` is for files that do not say how to cut a text.

    Raises a `ModelFileError`, `NotTextError` or `TraceFormatError`.
    """
    trace = read_trace(data)
    if trace is not None:
        return trace.tokenizer()
    try:
        return read_tokenizer(data, pre_tokenizer)
    except ModelFileError as error:
        if error.code != "unsupported" or not (text := read_text(data)).lstrip().startswith("{"):
            raise
        return PeerTokenizer(text, error)


class PeerTokenizer:
    """A tokenizer.json, used by the library `tokenizers`."""

    def __init__(self, text: str, refusal: ModelFileError) -> None:
        """Open the file, or raise `refusal` if the library is missing or cannot read it either."""
        try:
            self._peer = load(text)
        except BaseException as error:  # a panic in the library is not an `Exception`
            if isinstance(error, KeyboardInterrupt):
                raise
            raise refusal from None
        self._peer.encode_special_tokens = True  # as ordinary text

    @cached_property
    def vocabulary(self) -> list[Token]:
        """The tokens by id, as the file writes them."""
        size = self._peer.get_vocab_size()
        return [self._peer.id_to_token(token_id) or "" for token_id in range(size)]

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens with their ids."""
        added = self._peer.get_added_tokens_decoder()
        return {token.content: token_id for token_id, token in added.items()}

    def encode(self, text: str, special_tokens: Collection[str] = ()) -> list[int]:
        """The token ids of a text, as our own tokenizers give them."""
        ids: list[int] = []
        for part, special in cut_at_special_tokens(
            text, wanted_tokens(special_tokens, self.special_ids)
        ):
            found = self._peer.encode(part, add_special_tokens=False).ids
            ids += found if special is None else [special]
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids. Raises `TokenIdError`."""
        listed = check_token_ids(ids, len(self.vocabulary) - 1)
        for token_id in listed:
            self.token(token_id)
        text: str = self._peer.decode(listed, skip_special_tokens=False)
        return text

    def token(self, token_id: int) -> Token:
        """The token with this id. Raises `TokenIdError`."""
        if not 0 <= token_id < len(self.vocabulary):
            raise TokenIdError(token_id=token_id, last=len(self.vocabulary) - 1)
        return self.vocabulary[token_id]
