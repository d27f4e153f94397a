"""Experiments on what a model sees of a text, and what it does not, computed from tokens alone.

Each file is one experiment. It takes anything that encodes a text and gives the bytes of each
token, so that it works for published vocabularies and for those trained here.
"""

from collections.abc import Sequence
from typing import Protocol


class Encoder(Protocol):
    """Text to ids, and the bytes of each token; an unknown token contains none of the text."""

    def encode(self, text: str) -> Sequence[int]: ...
    def token(self, token_id: int) -> bytes: ...


def token_bytes(encoder: Encoder, text: str) -> list[bytes]:
    """The bytes of each token of a text."""
    return [encoder.token(token_id) for token_id in encoder.encode(text)]
