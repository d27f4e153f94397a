"""A server's published vocabularies load once, in the background; missing ones are known."""

import threading
from dataclasses import replace

from bpe_core.tokenizers.published_vocabularies import RANKED
from server.stores.vocabularies import Shelf

SMALL = replace(RANKED["GPT-2"], read=lambda data: {b"a": 0}, split=list)


def test_all_are_loaded_once_however_many_ask() -> None:
    reads = []

    def read(data: bytes) -> dict[bytes, int]:
        reads.append(threading.current_thread())
        return {b"a": 0}

    shelf = Shelf({"one": replace(SMALL, read=read), "two": replace(SMALL, read=read)})
    assert shelf.total == 2
    for _ in range(5):
        shelf.ready()
    shelf.wait(10)
    assert list(shelf.ready()) == ["one", "two"]
    assert len(reads) == 2
    assert threading.current_thread() not in reads
    assert shelf.ready()["one"] is shelf.ready()["one"]


def test_nothing_is_loaded_until_somebody_asks() -> None:
    shelf = Shelf({"one": SMALL})
    shelf.wait(0)
    assert shelf._thread is None


def test_what_is_not_installed_is_missing_and_not_waited_for() -> None:
    shelf = Shelf({"one": SMALL, "other": replace(SMALL, package="no_such_package")})
    assert [entry.package for entry in shelf.missing] == ["no_such_package"]
    shelf.ready()
    shelf.wait(10)
    assert len(shelf.ready()) == shelf.total == 1


def test_a_damaged_package_is_left_out() -> None:
    def fail(data: bytes) -> dict[bytes, int]:
        raise ValueError("damaged")

    shelf = Shelf({"bad": replace(SMALL, read=fail), "good": SMALL})
    shelf.ready()
    shelf.wait(10)
    assert list(shelf.ready()) == ["good"]
    assert shelf.total == 1
