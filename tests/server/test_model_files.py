"""Tokenizer files of visitors: shared by digest, bounded, opened once, queried in turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest

from bpe_core.errors import BpeError
from bpe_core.files.errors import MOST_BYTES, LibraryStoppedError, ModelFileError
from bpe_core.files.inspection import OpenFile
from bpe_core.files.inspection.process import PackedFile
from server.stores.model_files import (
    FileGoneError,
    ModelFileReaders,
    ModelFileStore,
    PendingQuestion,
)
from server.workers.jobs import Phase
from tests.bpe_core.files.formats.small_files import refused

HUG = b"minbpe v1\n\n0\n104 117\n256 103\n"
IDS = {"ask": "ids", "texts": ["hug"]}


def other(number: int) -> bytes:
    """A different file for each number."""
    return HUG + b"%d 257\n" % number


def test_the_same_file_is_kept_once() -> None:
    """It is kept once, no matter how many upload it, and goes with the last tab that uses it."""
    store, file = ModelFileStore(), PackedFile.of([HUG])
    assert {store.put(file, tab) for tab in ("one", "two", "three")} == {file.digest}
    assert (len(store), store.size) == (1, len(file.packed))
    for gone, left in (("three", 1), ("one", 1), ("two", 0)):
        store.forget(gone.__eq__)
        assert len(store) == left


def test_a_file_that_is_too_large_or_damaged_is_not_kept() -> None:
    """Even one that is small as long as it is packed."""
    store, whole = ModelFileStore(), PackedFile.of([HUG])
    for damaged in (whole.packed + b"x", whole.packed[:-1]):
        with refused("archive"):
            store.put(PackedFile(damaged, whole.sizes), "one")
    with refused("file-too-large"):
        store.put(PackedFile.of([bytes(MOST_BYTES), b"x"]), "one")
    assert len(store) == 0


REFUSED = {b"bad": ModelFileError("unknown-file"), b"slow": LibraryStoppedError("slow", seconds=1)}


class Opened:
    """Counts how often each file is opened in this process."""

    def __init__(self) -> None:
        self.count = 0
        self.living = 0
        self.most = 0
        self.asked: list[object] = []
        self.refused: list[bytes] = []
        self.gate = threading.Event()
        self.gate.set()
        self._files: list[object] = []

    def __call__(self, file: PackedFile | Sequence[bytes]) -> OpenFile:
        outer = self

        class File:
            is_open = True

            def ask(self, question: object, seconds: float) -> object:
                assert outer.gate.wait(10)
                if question == "die":
                    raise LibraryStoppedError("died", limit=1)
                outer.asked.append(question)
                return question

            def close(self) -> None:
                self.is_open = False
                if self in living:
                    living.remove(self)
                outer.living = len(living)

        for name, error in REFUSED.items():
            if file == PackedFile.of([name]):
                self.refused.append(name)
                raise error
        self.count += 1
        living = self._files
        file = File()
        living.append(file)
        self.living = len(living)
        self.most = max(self.most, len(living))
        return file  # type: ignore[return-value]


class Reading:
    """A store, readers that open its files by `Opened`, and a file in it."""

    def __init__(self, **options: object) -> None:
        self.store, self.opened = ModelFileStore(), Opened()
        self.readers = ModelFileReaders(self.store, open_file=self.opened, **options)  # type: ignore[arg-type]
        self.ask = self.readers.ask
        self.file = self.put(HUG)

    def put(self, data: bytes) -> str:
        return self.store.put(PackedFile.of([data]), "one")


MakeReading = Callable[..., Reading]


@pytest.fixture
def reading() -> Iterator[MakeReading]:
    with ExitStack() as at_the_end:

        def make(**options: object) -> Reading:
            made = Reading(**options)
            at_the_end.callback(made.readers.close)
            return made

        yield make


def _over(asked: PendingQuestion) -> PendingQuestion:
    assert asked.over.wait(10)
    return asked


def test_a_file_is_opened_once_and_asked_often(reading: MakeReading) -> None:
    """Everybody who has the file can ask it questions."""
    here = reading()
    every = [here.ask(f"s{i}", here.file, {"n": i}) for i in range(20)]
    assert [_over(asked).answer for asked in every] == [{"n": i} for i in range(20)]
    assert here.opened.count == 1


def test_only_so_many_are_open_and_all_have_their_turn(reading: MakeReading) -> None:
    """Six files with room for two: all are answered, and at most two are ever open."""
    here = reading(most_open=2)
    digests = [here.put(other(i)) for i in range(6)]
    every = [here.ask(f"s{i}", digests[i % 6], {"n": i}) for i in range(30)]
    assert all(_over(asked).phase is Phase.DONE for asked in every)
    assert here.opened.most <= 2


@pytest.mark.parametrize(("here", "elsewhere", "first"), [(9, 8, "a"), (8, 9, "b"), (0, 1, "a")])
def test_a_question_about_another_file_comes_first_once_it_has_waited_longest(
    here: float, elsewhere: float, first: str, reading: MakeReading
) -> None:
    """And for two seconds; a is the open file. A thread that only starts would take the other."""
    readers, now = reading().readers, time.monotonic()
    readers._open = {1: "a"}
    for digest, waited in (("a", here), ("b", elsewhere)):
        readers._waiting.append(PendingQuestion("one", digest, {}, "", since=now - waited))
    for digest in (first, "a"):
        chosen = readers._choose(1, "a")
        assert chosen is not None
        assert chosen.digest == digest
        readers._open[2] = None


def test_a_second_file_does_not_close_the_first_while_there_is_room(reading: MakeReading) -> None:
    """When two files are asked in turn, each is opened once."""
    here = reading(most_open=2)
    digests = [here.put(other(i)) for i in range(2)]
    for i in range(40):
        assert _over(here.ask("one", digests[i % 2], {"n": i})).answer == {"n": i}
    assert here.opened.count == 2


def test_the_newest_question_of_a_session_wins(reading: MakeReading) -> None:
    """A waiting question for the same purpose is dropped; one for another purpose is not."""
    here = reading()
    here.opened.gate.clear()
    first = here.ask("one", here.file, {"n": 0})
    while first.phase is not Phase.RUNNING:
        time.sleep(0.001)
    old = here.ask("one", here.file, {"n": 1})
    apart = here.ask("one", here.file, {"n": 2}, purpose="search")
    new = here.ask("one", here.file, {"n": 3})
    assert [here.readers.place_of(asked) for asked in (first, old, apart, new)] == [0, 0, 0, 1]
    here.opened.gate.set()
    assert _over(old).phase is Phase.CANCELLED
    assert [_over(asked).answer for asked in (first, apart, new)] == [{"n": 0}, {"n": 2}, {"n": 3}]


def test_who_is_gone_is_not_answered(reading: MakeReading) -> None:
    """The next question is answered."""
    here = reading(is_alive=lambda name: name != "gone")
    gone = here.ask("gone", here.file, {"n": 0})
    assert _over(here.ask("here", here.file, {"n": 1})).answer == {"n": 1}
    assert _over(gone).phase is Phase.CANCELLED


def test_a_file_that_cannot_be_opened_fails_all_who_wait_for_it(reading: MakeReading) -> None:
    """They get its error after one try, unless it was only slow; a file that is no longer kept has
    its own error."""
    here = reading(most_open=1)
    for name, tries in ((b"bad", 1), (b"slow", 3)):
        here.opened.gate.clear()
        first = here.ask("one", here.file, {"n": 0})
        while first.phase is not Phase.RUNNING:
            time.sleep(0.001)
        every = [here.ask(f"s{i}", here.put(name), {}) for i in range(3)]
        here.opened.gate.set()
        told = [(_over(asked).error, asked.phase) for asked in every]
        assert told == [(REFUSED[name], Phase.FAILED)] * 3
        assert here.opened.refused.count(name) == tries
    assert isinstance(_over(here.ask("one", "unheard of", {})).error, FileGoneError)
    assert _over(here.ask("one", here.file, {"n": 1})).answer == {"n": 1}


def test_after_a_crash_the_file_is_opened_again(reading: MakeReading) -> None:
    """The question that crashed it fails; the next one is answered."""
    here = reading()
    assert _over(here.ask("one", here.file, "die")).error.code == "died"  # type: ignore[arg-type, union-attr]
    assert _over(here.ask("one", here.file, {"n": 1})).answer == {"n": 1}
    assert here.opened.count == 2


def test_a_process_ends_when_nobody_asks(reading: MakeReading) -> None:
    """It ends after its idle time; the next question opens the file again."""
    here = reading(idle_seconds=0.05)
    assert _over(here.ask("one", here.file, {"n": 1})).answer == {"n": 1}
    while here.readers._open:
        time.sleep(0.005)
    assert here.opened.living == 0
    assert _over(here.ask("one", here.file, {"n": 2})).answer == {"n": 2}
    here.readers.close()
    while here.readers._open:
        time.sleep(0.005)
    here.ask("one", here.file, {"n": 3})  # after the end, nothing is opened
    assert not here.readers._open


def test_a_real_file_is_asked() -> None:
    """A real process answers, and its error arrives complete."""
    store = ModelFileStore()
    readers = ModelFileReaders(store)
    digest = store.put(PackedFile.of([HUG]), "one")
    assert _over(readers.ask("one", digest, IDS)).answer == [[257]]
    failed = _over(readers.ask("one", digest, {"ask": "life", "id": 9_999}))
    assert isinstance(failed.error, BpeError)
    assert failed.error.code == "no-such-token"
    assert failed.error.fields == {"token_id": 9_999}
    readers.close()
