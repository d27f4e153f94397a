"""A cache of answers about tokenizer files, shared by all sessions.

An answer is kept as compressed JSON, under the file's digest and the question, and is dropped when
room runs out. Nobody gets an answer that they could not have asked for, because the key holds the
whole question.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections import OrderedDict
from typing import Any

from bpe_core.files.inspection.questions import Question

MOST_PACKED = 20_000_000
_LEVEL = 1


class AnswerStore:
    """The most recently used answers, by file and question; bounded in bytes.

    >>> store = AnswerStore()
    >>> store.put("digest", {"ask": "ids", "texts": ["hug"]}, [[257, 103]])
    >>> store.get("digest", {"texts": ["hug"], "ask": "ids"}), store.get("another", {"ask": "ids"})
    ([[257, 103]], None)
    """

    def __init__(self, most_bytes: int = MOST_PACKED) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._size = 0
        self._held: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    @property
    def size(self) -> int:
        """The compressed size of all answers, in bytes."""
        return self._size

    def get(self, digest: str, question: Question) -> Any | None:
        """The answer; None if it is not held."""
        key = _key(digest, question)
        with self._lock:
            packed = self._held.get(key)
            if packed is None:
                return None
            self._held.move_to_end(key)
        return json.loads(zlib.decompress(packed))

    def put(self, digest: str, question: Question, answer: Any) -> None:
        """Keep an answer, and drop the least recently used ones if there is no room."""
        packed = zlib.compress(json.dumps(answer).encode(), _LEVEL)
        key = _key(digest, question)
        with self._lock:
            self._size += len(packed) - len(self._held.get(key, b""))
            self._held[key] = packed
            self._held.move_to_end(key)
            while self._size > self._most_bytes:
                _, dropped = self._held.popitem(last=False)
                self._size -= len(dropped)


def _key(digest: str, question: Question) -> tuple[str, str]:
    return digest, json.dumps(question, sort_keys=True)
