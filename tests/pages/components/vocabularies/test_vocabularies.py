"""Tokenizer files come in parts and are checked again; a page waits for published ones."""

import base64
import hashlib
import zlib
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bpe_core.files import errors as limits
from bpe_core.files.inspection.process import PackedFile
from pages.components import vocabularies
from pages.components.vocabularies import tokenizer_upload
from pages.components.vocabularies.tokenizer_upload import FileTransfer, TooManyOnTheirWayError
from server.stores.model_files import PendingQuestion
from server.workers.jobs import Phase
from tests.bpe_core.files.formats.small_files import refused
from tests.pages.whole_app.visitor import run_in_place


def begun(sent: bytes, **told: object) -> FileTransfer:
    return FileTransfer.begun_by({"id": "mine", "part": 0, "size": len(sent), **told})


def received(sent: bytes, length: int, **told: object) -> list[bytes]:
    """The files that are read from what came in parts."""
    transfer = begun(sent, **told)
    for cut in range(0, len(sent), length):
        data = transfer.take(base64.b64encode(sent[cut : cut + length]).decode())
    assert data is not None
    file = transfer.file(data)
    assert file.digest
    return file.files()


@given(st.binary(min_size=1, max_size=200), st.binary(max_size=200), st.integers(1, 40))
def test_one_file_or_two_come_as_they_were(one: bytes, other: bytes, length: int) -> None:
    """Compressed or not, and however they are cut."""
    files = [one, other] if other else [one]
    whole = one + other
    told = {"whole": len(whole), "first": len(one)}
    assert received(whole, length, **told) == files
    assert received(zlib.compress(whole), length, packed=True, **told) == files


@pytest.mark.parametrize("first", [-1, 0, 3, 99, 2**60, "1", True, None])
def test_a_border_that_makes_no_sense_leaves_one_file(first: Any) -> None:
    assert received(b"hug", 9, first=first) == [b"hug"]


@pytest.mark.parametrize(
    ("sent", "whole"),
    [
        (b"", 3),
        (b"hug", 3),
        (zlib.compress(b"hug" * 100)[:-5], 300),
        (zlib.compress(b"hug" * 100), 299),
        (zlib.compress(b"hug" * 100), 301),
        (zlib.compress(b"hug" * 100), -1),
        (zlib.compress(b"hug") + b"!", 3),
    ],
)
@pytest.mark.parametrize("first", [0, 2])
def test_what_is_not_what_it_says_is_an_error_of_ours(sent: bytes, whole: int, first: int) -> None:
    """Cut off, not packed, of another size than announced, or with something after its end."""
    with refused("archive"):
        _ = begun(sent, packed=True, whole=whole, first=first).file(sent).digest


def test_a_small_packet_does_not_become_a_huge_file() -> None:
    """It is unpacked only up to the size that was announced."""
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(50)) + packer.flush()
    assert len(bomb) < 100_000
    with refused("archive"):
        _ = begun(bomb, packed=True, whole=1_000).file(bomb).digest
    with refused("file-too-large"):
        _ = begun(bomb, packed=True, whole=50_000_000).file(bomb).digest


def test_a_file_has_the_digest_that_links_hold() -> None:
    """SHA-256 of each part, with its length before it, however the file was compressed."""
    parts = [b"hug" * 1_000_000, b"pug"]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    for level in (1, 9):
        packed = PackedFile(zlib.compress(b"".join(parts), level), (3_000_000, 3))
        assert packed.digest == digest.hexdigest()


@pytest.mark.parametrize("name", ["size", "whole"])
@pytest.mark.parametrize("size", [limits.MOST_BYTES + 1, 2**60])
def test_what_is_too_large_is_refused_at_its_first_part(name: str, size: int) -> None:
    begun(b"", **{name: limits.MOST_BYTES}).take("")
    with refused("file-too-large"):
        begun(b"", **{name: size}).take("aHVn")
    with refused("file-too-large"):
        begun(b"", size=2).take("aHVn")


def test_what_is_on_its_way_has_bounds_for_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room again as soon as one is used or refused."""
    monkeypatch.setattr(tokenizer_upload, "MEGABYTE", 1)  # so the room is 200 bytes
    one, other = begun(b"a" * 999), begun(b"b" * 999)
    one.take(base64.b64encode(b"a" * 120).decode())
    other.take(base64.b64encode(b"b" * 60).decode())  # as base64 just what there is room for
    with pytest.raises(TooManyOnTheirWayError):
        other.take(base64.b64encode(b"b" * 90).decode())
    one.end("refused")
    other.take(base64.b64encode(b"b" * 90).decode())


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.CANCELLED])
def test_only_a_cancelled_question_is_asked_anew(
    monkeypatch: pytest.MonkeyPatch, phase: Phase
) -> None:
    asked = PendingQuestion("ann", "digest", {"ask": "summary"}, "open", phase)
    monkeypatch.setattr(vocabularies, "_pending", Mock(get=lambda: {"open": asked}))
    monkeypatch.setattr(vocabularies, "READERS", readers := Mock())
    anew = readers.ask.return_value if phase is Phase.CANCELLED else asked
    assert vocabularies._pending_question(Mock(), {"ask": "summary"}, "open") is anew


def page() -> None:
    import streamlit as st

    from pages.components.vocabularies import draw_loading

    st.text("still" if draw_loading() else "there")


@pytest.mark.parametrize(("at_last", "shown"), [("a", "still"), ("ab", "there")])
def test_the_page_goes_on_when_the_last_one_is_loaded(
    monkeypatch: pytest.MonkeyPatch, at_last: str, shown: str
) -> None:
    """The shelf is asked twice before the progress is drawn, and then again."""
    states = iter(["a", "a"])
    shelf = Mock(total=2, ready=lambda: dict.fromkeys(next(states, at_last)))
    monkeypatch.setattr(vocabularies, "SHELF", shelf)
    with run_in_place():
        app = AppTest.from_function(page).run()
    assert [each.value for each in app.text] == [shown]
    assert bool(app.get("progress")) is (shown == "still")
