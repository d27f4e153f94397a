"""A cache of answers about tokenizer files, shared by all sessions.

An answer is kept as compressed JSON, under the file's digest and the question, and is dropped when
room runs out. Nobody gets an answer that they could not have asked for, because the key holds the
whole question.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from bpe_core.files.inspection.questions import Question
from server.stores.bounded import BoundedStore, Held

MOST_ANSWERS, MOST_PACKED = 100_000, 20_000_000
_LEVEL = 1


class AnswerStore(BoundedStore[tuple[str, str], bytes]):
    """The most recently used answers, by file and question; bounded in bytes.

    >>> store = AnswerStore()
    >>> store.put("digest", {"ask": "ids", "texts": ["hug"]}, [[257, 103]])
    >>> store.get("digest", {"texts": ["hug"], "ask": "ids"}), store.get("another", {"ask": "ids"})
    ([[257, 103]], None)
    """

    def __init__(self, most_bytes: int = MOST_PACKED) -> None:
        super().__init__(MOST_ANSWERS, most_bytes)

    def get(self, digest: str, question: Question) -> Any | None:
        """The answer; None if it is not held."""
        held = self._find(_key(digest, question))
        return None if held is None else json.loads(zlib.decompress(held.thing))

    def put(self, digest: str, question: Question, answer: Any) -> None:
        """Keep an answer, and drop the least recently used ones if there is no room."""
        packed = zlib.compress(json.dumps(answer).encode(), _LEVEL)
        self._keep(_key(digest, question), Held(packed, len(packed)))


def _key(digest: str, question: Question) -> tuple[str, str]:
    return digest, json.dumps(question, sort_keys=True)
