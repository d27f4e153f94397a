"""Encoding with the ranks of tokens, as OpenAI's tiktoken publishes its vocabularies.

Two neighbours are merged wherever the joined bytes are a token, the lowest rank first and leftmost
first; the rank is the token's id. Unlike the merges of a `Tokenizer`, a rank does not say from
which two parts a token was made. For a vocabulary that BPE learned from a text, the result is the
same. Unlike tiktoken itself, this encodes half a character, and the four vocabularies that a server
holds take 98 MB instead of 177; a new text mostly takes it three to six times as long (ten at
worst), one seen before up to five times.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from bpe_core.encoding.base_tokenizer import decode_utf8
from bpe_core.encoding.token_ids import check_token_ids
from bpe_core.errors import TokenIdError
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize

Ranks = Mapping[bytes, int]
KEPT_WORDS = 20_000
KEPT_LENGTH = 100  # the ids of longer words are not kept


class RankedTokenizer:
    """A vocabulary given by ranks; it contains all 256 single bytes, so nothing is unknown.

    `split` cuts a text into words that, joined, are the text again.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"ug": 256, b"hug": 257}
    >>> tokenizer = RankedTokenizer(ranks, str.split)
    >>> tokenizer.encode("hugs"), tokenizer.decode([257, 115])
    ([257, 115], 'hugs')
    """

    def __init__(
        self, ranks: Ranks, split: Callable[[str], list[str]], normalizer: Sequence[str] = ()
    ) -> None:
        self.ranks = ranks
        self.normalizer = tuple(normalizer)
        self._split = split
        self._encoded: dict[str, list[int]] = {}
        # Made right away: loading a vocabulary may take time, but using it should not.
        self._tokens = {rank: token for token, rank in ranks.items()}

    def __len__(self) -> int:
        """How many tokens there are, not counting special tokens."""
        return len(self.ranks)

    def encode(self, text: str) -> list[int]:
        """The token ids of a text; a special token's text is ordinary text."""
        words = self._split(normalize(text, self.normalizer))
        return list(chain.from_iterable(map(self._encode_word, words)))

    def _encode_word(self, word: str) -> list[int]:
        known = self._encoded.get(word)
        if known is not None:
            return known
        ids = merge_by_rank(encode_utf8(word), self.ranks)
        if len(word) <= KEPT_LENGTH:
            if len(self._encoded) >= KEPT_WORDS:
                self._encoded.clear()
            self._encoded[word] = ids
        return ids

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The exact bytes of token ids. Raises `TokenIdError`."""
        ids = check_token_ids(ids, max(self._tokens))
        try:
            return b"".join(map(self._tokens.__getitem__, ids))
        except KeyError as error:
            raise TokenIdError(token_id=error.args[0], last=max(self._tokens)) from None

    def decode(self, ids: Sequence[int]) -> str:
        """The text of token ids; U+FFFD for bytes that are not UTF-8. Raises `TokenIdError`."""
        return decode_utf8(self.decode_bytes(ids))

    def token(self, token_id: int) -> bytes:
        """The bytes of a token. Raises `TokenIdError`."""
        try:
            return self._tokens[token_id]
        except KeyError:
            raise TokenIdError(token_id=token_id, last=max(self._tokens)) from None


def merge_by_rank(word: bytes, ranks: Ranks) -> list[int]:
    """The ids of a word. Time grows with its length times its logarithm.

    >>> merge_by_rank(b"aaa", {b"a": 0, b"aa": 1})
    [1, 0]
    """
    if word in ranks:
        return [ranks[word]]
    ends = list(range(1, len(word) + 1))  # where the part that starts here ends, 0: not a part
    starts = list(range(-1, len(word)))  # where the part that ends here starts
    starts[0] = 0
    waiting = [
        (ranks[word[i : i + 2]], i, i + 2) for i in range(len(word) - 1) if word[i : i + 2] in ranks
    ]
    heapq.heapify(waiting)

    def offer(start: int, end: int) -> None:
        rank = ranks.get(word[start:end])
        if rank is not None:
            heapq.heappush(waiting, (rank, start, end))

    while waiting:
        _, start, end = heapq.heappop(waiting)
        middle = ends[start]
        if not middle or middle >= end or ends[middle] != end:
            continue  # its parts have been merged with others
        ends[start], ends[middle], starts[end] = end, 0, start
        if start > 0:
            offer(starts[start], end)
        if end < len(word):
            offer(start, ends[end])
    return [ranks[word[i:end]] for i, end in enumerate(ends) if end]
