"""What a model sees of a text, and what it does not: pure computations on tokens.

Each file is one experiment. It takes anything that encodes a text and tells what each token holds,
so that published vocabularies and those trained here are asked the same.
"""

from collections.abc import Sequence
from typing import Protocol


class Encoder(Protocol):
    """Text to ids, and the bytes of each token; an unknown token has none of the text."""

    def encode(self, text: str) -> Sequence[int]: ...
    def token(self, token_id: int) -> bytes: ...


def token_bytes(encoder: Encoder, text: str) -> list[bytes]:
    """What each token of a text holds."""
    return [encoder.token(token_id) for token_id in encoder.encode(text)]
