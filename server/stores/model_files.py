"""Uploaded tokenizer files, and a queue of questions to the processes that have some of them open.

A file is kept compressed, under its digest; only the process that opens it unpacks it whole.
Visitors who upload the same file share it, and it is dropped with the last session that wants it,
or when room runs out. At most `most_open` files are open at a time, each in its own process
(`bpe_core.files.inspection.process`), because opening one takes seconds and a question
milliseconds. A process ends when nobody has asked it anything for a while. Questions are answered
first come, first served, except that questions about an open file do not wait for another file to
be opened. A session has one place for each purpose: its newest question wins. Unlike the workers of
`server.workers.jobs`, which do one job, these processes stay.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from bpe_core.errors import BpeError
from bpe_core.files.errors import ASK_LIMIT, LibraryStoppedError
from bpe_core.files.inspection import OpenFile
from bpe_core.files.inspection.process import PackedFile
from bpe_core.files.inspection.tokens import Question
from server.stores.bounded import BoundedStore, Held
from server.workers.jobs import Phase

#: Real files have 0.5 to 33 MB, and compress to a fifth of that.
MOST_FILES = 32
MOST_PACKED = 200_000_000
MOST_OPEN = 2
#: Seconds without a question after which a process ends, and seconds of waiting after which a
#: question about another file comes before one about the open file.
IDLE_SECONDS = 120.0
TURN_SECONDS = 2.0


class FileGoneError(BpeError):
    """The file is no longer kept."""

    template = "The server no longer has this tokenizer file. Choose it again."


class ModelFileStore(BoundedStore[str, PackedFile]):
    """The most recently used files, by digest; bounded in number and in bytes.

    >>> store = ModelFileStore()
    >>> file = PackedFile.of([b"#version: 0.2"])
    >>> digest = store.put(file, "somebody")
    >>> store.get(digest) == file, store.get("another")
    (True, None)
    """

    def __init__(self, most: int = MOST_FILES, most_bytes: int = MOST_PACKED) -> None:
        super().__init__(most, most_bytes)

    def put(self, file: PackedFile, session: str) -> str:
        """Keep a file; return its digest. Raises `ModelFileError`."""
        digest = file.digest
        if not self.own(digest, session):
            self._keep(digest, Held(file, len(file.packed), {session}))
        return digest

    def own(self, digest: str, session: str) -> bool:
        """Whether the file is held; if so, the session becomes one of its owners."""
        return self._find(digest, session) is not None

    def get(self, digest: str) -> PackedFile | None:
        """The file; None if it is not held."""
        held = self._find(digest)
        return None if held is None else held.thing


@dataclass(eq=False)
class PendingQuestion:
    """A question, as a page reads it: `answer` is set once it is done, `error` if it has failed."""

    session: str
    digest: str
    question: Question
    purpose: str
    phase: Phase = Phase.WAITING
    answer: Any = None
    error: BpeError | None = None
    since: float = field(default_factory=monotonic)
    over: threading.Event = field(default_factory=threading.Event)

    def _end(self, phase: Phase, answer: Any = None, error: BpeError | None = None) -> None:
        self.phase, self.answer, self.error = phase, answer, error
        self.over.set()


class FileSource(Protocol):
    """Where a file's parts are found by an identifier: a store of digests, or packages."""

    def get(self, digest: str, /) -> PackedFile | Sequence[bytes] | None:
        """A file, or its parts; None if it is not held. Raises a BpeError for one that cannot be
        written."""


class ModelFileReaders:
    """The open files, with one thread for each. Threads live only while there is work."""

    def __init__(
        self,
        store: FileSource,
        *,
        most_open: int = MOST_OPEN,
        idle_seconds: float = IDLE_SECONDS,
        is_alive: Callable[[str], bool] = lambda session: True,
        open_file: Callable[[PackedFile | Sequence[bytes]], OpenFile] = OpenFile,
    ) -> None:
        self._store = store
        self._most_open = most_open
        self._idle_seconds = idle_seconds
        self._is_alive = is_alive
        self._open_file = open_file
        self._changed = threading.Condition()
        self._waiting: list[PendingQuestion] = []
        self._open: dict[int, str | None] = {}  # what each thread has open
        self._is_closed = False

    def ask(
        self, session: str, digest: str, question: Question, purpose: str = ""
    ) -> PendingQuestion:
        """Queue a question, and return it. The session's previous question for the same purpose is
        dropped if it is still waiting."""
        pending = PendingQuestion(session, digest, question, purpose)
        with self._changed:
            self._end_those(lambda each: (each.session, each.purpose) == (session, purpose))
            self._waiting.append(pending)
            is_open = digest in self._open.values()
            if not is_open and len(self._open) < self._most_open and not self._is_closed:
                self._start()
            self._changed.notify_all()
        return pending

    def place_of(self, pending: PendingQuestion) -> int:
        """How many questions are ahead of this one in the queue; 0 for the next."""
        with self._changed:
            return self._waiting.index(pending) if pending in self._waiting else 0

    def close(self) -> None:
        """End all processes, when the server shuts down."""
        with self._changed:
            self._is_closed = True
            self._end_those(lambda _each: True)
            self._changed.notify_all()

    # Worker threads

    def _start(self) -> None:
        thread = threading.Thread(target=self._work, name="model file", daemon=True)
        self._open[id(thread)] = None
        thread.start()

    def _work(self) -> None:
        me = id(threading.current_thread())
        file: OpenFile | None = None
        digest: str | None = None
        try:
            while (pending := self._take(me, digest)) is not None:
                if pending.digest != digest or file is None or not file.is_open:
                    if file is not None:
                        file.close()
                    file, digest = self._opened(pending), pending.digest
                if file is not None:
                    self._answer(pending, file)
        finally:
            if file is not None:
                file.close()
            with self._changed:
                self._open.pop(me, None)

    def _take(self, me: int, digest: str | None) -> PendingQuestion | None:
        """The next question for this thread; None if the thread must end, which signs it off."""
        end = monotonic() + self._idle_seconds
        with self._changed:
            while not self._is_closed:
                self._end_those(lambda each: not self._is_alive(each.session))
                pending = self._choose(me, digest)
                if pending is not None:
                    self._waiting.remove(pending)
                    self._open[me] = pending.digest
                    pending.phase = Phase.RUNNING
                    return pending
                left = end - monotonic()
                if left <= 0 or not self._changed.wait(left):
                    break
            self._open.pop(me, None)
            return None

    def _end_those(
        self, are_meant: Callable[[PendingQuestion], bool], error: BpeError | None = None
    ) -> None:
        """End the waiting questions that are meant: they have this error, or nobody wants them."""
        for pending in list(filter(are_meant, self._waiting)):
            self._waiting.remove(pending)
            pending._end(Phase.FAILED if error else Phase.CANCELLED, error=error)

    def _choose(self, me: int, digest: str | None) -> PendingQuestion | None:
        """The oldest question about the file that is open here, unless a question about a file that
        no thread has open has waited long enough to come first."""
        elsewhere = {held for thread, held in self._open.items() if thread != me and held}
        mine = next((pending for pending in self._waiting if pending.digest == digest), None)
        other = next(
            (a for a in self._waiting if a.digest != digest and a.digest not in elsewhere), None
        )
        if digest is not None and None in self._open.values():
            other = None  # a thread that has nothing open yet will take it
        if mine is None or other is None:
            return mine or other
        has_waited = monotonic() - other.since > TURN_SECONDS
        return other if has_waited and other.since < mine.since else mine

    def _opened(self, pending: PendingQuestion) -> OpenFile | None:
        """The file that the question is about; None if it cannot be opened, which is reported."""
        try:
            file = self._store.get(pending.digest)
            if file is None:
                pending._end(Phase.FAILED, error=FileGoneError())
                return None
            return self._open_file(file)
        except BpeError as error:
            pending._end(Phase.FAILED, error=error)
            if error.code != "slow":  # perhaps only the machine is slow
                with self._changed:  # nobody who waits for this file need try again
                    self._end_those(lambda each: each.digest == pending.digest, error)
            return None

    def _answer(self, pending: PendingQuestion, file: OpenFile) -> None:
        try:
            pending._end(Phase.DONE, answer=file.ask(pending.question, ASK_LIMIT))
        except BpeError as error:
            if isinstance(error, LibraryStoppedError):
                file.close()
            pending._end(Phase.FAILED, error=error)


MOST_ANSWERS, MOST_ANSWER_BYTES = 100_000, 20_000_000
_LEVEL = 1


class AnswerStore(BoundedStore[tuple[str, str], bytes]):
    """The most recently used answers, by file and question; bounded in bytes.

    They are compressed JSON. Nobody gets an answer that they could not have asked for, because the
    key holds the whole question.

    >>> store = AnswerStore()
    >>> store.put("digest", {"ask": "ids", "texts": ["hug"]}, [[257, 103]])
    >>> question = {"texts": ["hug"], "ask": "ids"}
    >>> store.get("digest", question), store.get("another", question)
    ([[257, 103]], None)
    """

    def __init__(self, most_bytes: int = MOST_ANSWER_BYTES) -> None:
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
