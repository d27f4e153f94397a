"""What was answered about tokenizer files: the next who asks the same does not wait for a process.

An answer is kept as packed JSON, by the file's digest and the question, and goes when there is no
room. Nobody gets an answer who could not have asked: the key holds the whole question.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections import OrderedDict
from typing import Any

from bpe_core.model_files.questions import Question

MOST_PACKED = 20_000_000
_LEVEL = 1


class AnswerStore:
    """Answers by file and question, those used last; bounded in bytes.

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
        """Bytes of all answers, packed."""
        return self._size

    def get(self, digest: str, question: Question) -> Any | None:
        """The answer; None where it is not held."""
        key = _key(digest, question)
        with self._lock:
            packed = self._held.get(key)
            if packed is None:
                return None
            self._held.move_to_end(key)
        return json.loads(zlib.decompress(packed))

    def put(self, digest: str, question: Question, answer: Any) -> None:
        """Keep an answer, and let go of those used longest ago where there is no room."""
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
