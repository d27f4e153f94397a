"""Check again what a field sends, and report what is refused: a browser can send anything."""

import base64
from typing import Any
from unittest.mock import Mock, patch

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime.scriptrunner import RerunData, RerunException

from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.reading import UPLOAD_LIMIT, CountsError, NotTextError, TooLargeError
from pages.components import fields
from pages.components.fields import SentFile, read_sent_file
from pages.components.fields.own_text import OwnText, read_sent
from pages.components.fields.sending import PART_BYTES, Reception, Transfer
from pages.session.language import translate_error


def upload(data: bytes, name: str = "text.txt") -> OwnText:
    return read_sent({"name": name}, data)


def parts_of(data: bytes, length: int, name: str = "mine", **told: object) -> list[dict[str, Any]]:
    """The parts as a browser sends them."""
    cuts = range(0, max(len(data), 1), length)
    parts = [
        {"id": name, "part": i, "data": base64.b64encode(data[cut : cut + length]).decode()}
        for i, cut in enumerate(cuts)
    ]
    parts[0] |= {"size": len(data), "name": "text.txt", **told}
    return parts


def begin(part: dict[str, Any]) -> Transfer:
    assert Transfer().is_begun_by(part)
    return Transfer.begun_by(part)


def received(messages: list[Any]) -> tuple[list[bytes], str]:
    """The texts that a session uses when a browser sends these messages, and its last answer."""
    texts: list[bytes] = []
    with (
        patch.object(streamlit, "session_state", {}) as state,
        patch("pages.components.fields.sending.charge_session"),
    ):
        reception = Reception("field", Transfer)
        for message in messages:
            state["field"] = {"part": message}
            reception.take_part(lambda _transfer, text: texts.append(text))
        return texts, reception.data()["state"]


@given(st.data(), st.binary(min_size=4, max_size=30))
def test_parts_in_their_order_give_the_text_once(data: st.DataObject, text: bytes) -> None:
    """A part may also come twice, or too early, be for another text, or make no sense."""
    parts = parts_of(text, 3)
    others: list[Any] = [part | {"id": "other"} for part in parts[1:]]
    senseless = [None, "hug", {}, {"id": "mine", "part": "one"}, {"id": "mine", "cancelled": "yes"}]
    strays = st.lists(st.sampled_from([*parts, *others, *senseless, {"cancelled": True}]))
    messages = [parts[0]]
    for part in parts[1:]:
        messages += [*data.draw(strays), part]
    assert received([*messages, *data.draw(strays)]) == ([text], "used")
    assert received(parts[:-1]) == ([], "open")
    cancelled = {"id": "mine", "cancelled": True}
    assert received([*parts[:-1], cancelled, parts[-1]]) == ([], "refused")


@pytest.mark.parametrize("told", [{}, {"name": "a.txt"}, {"files": [["a.txt", 1], ["b.txt", 2]]}])
def test_a_text_that_a_tab_has_kept_is_known(told: dict[str, Any]) -> None:
    assert not read_sent(told, b"a b").is_known
    assert read_sent(told | {"again": True}, b"a b").is_known


@pytest.mark.parametrize("state", ["used", "refused"])
def test_what_is_over_is_let_go_and_a_late_part_begins_nothing(state: Any) -> None:
    parts = parts_of(b"hugpug", 3)
    transfer = begin(parts[0])
    transfer.take(parts[0]["data"])
    transfer.end(state)
    assert not transfer.data
    assert not any(transfer.is_next(part) or transfer.is_begun_by(part) for part in parts)


@pytest.mark.parametrize(
    ("told", "size"), [({}, UPLOAD_LIMIT + 1), ({"typed": True}, 200_001)], ids=["file", "pasted"]
)
def test_a_text_too_large_is_refused_at_its_first_part(told: dict[str, Any], size: int) -> None:
    part = parts_of(b"hug", 3)[0] | {"size": size}
    if told:
        del part["name"]
    with pytest.raises(TooLargeError) as caught:
        begin(part).take("not even looked at")
    assert caught.value.fields["size"] == size


@pytest.mark.parametrize("size", [2, -1, "3", None, True, 3.0, [3], 10**4000])
def test_a_size_that_lies_is_refused(size: object) -> None:
    part = parts_of(b"hug", 3)[0] | {"size": size}
    with pytest.raises(TooLargeError) as caught:
        begin(part).take(part["data"])
    assert translate_error(caught.value)


@pytest.mark.parametrize("name", [None, 1, {"a": 1}, ["mine"], "x" * 81])
def test_a_name_that_no_browser_makes_up_begins_nothing(name: object) -> None:
    """The name would be kept, and sent back at every run."""
    assert not Transfer().is_begun_by(parts_of(b"hug", 3)[0] | {"id": name})
    nameless = parts_of(b"hug", 3)[0]
    del nameless["id"]
    assert not Transfer().is_begun_by(nameless)


def test_what_is_told_in_another_type_is_not_told() -> None:
    told = {"size": 3.0, "name": {"a": "b.csv"}, "replaced": True, "again": 1, "more": "x"}
    assert begin(parts_of(b"hug", 3)[0] | told).metadata == {}


def test_only_as_many_bytes_are_held_as_were_told() -> None:
    """The number of parts makes no difference."""
    transfer = begin(parts_of(b"hug", 3)[0])
    for encoded in ("aA==", "", "", "dQ==", ""):
        assert transfer.take(encoded) is None
    assert transfer.data == b"hu"
    assert transfer.take("Zw==") == b"hug"


@pytest.mark.parametrize("encoded", ["%%%", "QQ", "é", "\ud800"])
def test_a_part_that_is_not_base64_is_refused(encoded: str) -> None:
    with pytest.raises(NotTextError):
        begin(parts_of(b"hug", 3)[0]).take(encoded)


def test_a_pasted_text_is_one_part() -> None:
    """Every part can be decoded alone."""
    assert PART_BYTES > 200_000
    assert PART_BYTES % 3 == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_in_the_encoding_it_declares(encoding: str) -> None:
    assert upload("哈 hug".encode(encoding)).text == "哈 hug"


def test_half_characters_of_a_file_are_replaced_and_counted() -> None:
    """Only UTF-16 files can contain them."""
    data = b"\xff\xfe" + "a\ud83d".encode("utf-16-le", "surrogatepass")
    assert upload(data) == OwnText("a\ufffd", 1)


def test_a_long_table_is_left_to_the_worker() -> None:
    """Line by line, a table takes longer than a page may; the training gets its words unchanged."""
    rows = [f'"w{i}, or so",{i}' for i in range(1, 20_000)]
    sent = upload("\n".join(["word,count", *rows]).encode(), "w.csv")
    assert sent.delimiter == ","
    corpus = TrainingSpecification(delimiter=sent.delimiter).corpus_of(sent.text)
    assert list(corpus.words[:2]) == ["w1, or so", "w2, or so"]
    assert corpus.counts[-1] == 19_999
    assert len(corpus.words) == 19_999


def test_the_worker_names_the_wrong_line_of_a_long_table() -> None:
    sent = upload(b"hug,10\n" * 40_000 + b"pug,many\n", "w.csv")
    with pytest.raises(CountsError) as caught:
        TrainingSpecification(delimiter=sent.delimiter).corpus_of(sent.text)
    assert caught.value.fields["line"] == 40_001


@pytest.mark.parametrize("told", [{"name": "text.txt"}, {"replaced": 0}], ids=["file", "typed"])
def test_what_is_no_text_names_the_byte(told: dict[str, Any]) -> None:
    with pytest.raises(NotTextError) as caught:
        read_sent(told, b"caf\xe9 au lait")
    assert caught.value.fields == {"position": 3, "value": "0xE9"}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_typed_text_stays_as_it_is(text: str) -> None:
    """This includes a byte order mark at its start, which a file loses."""
    typed = "\ufeff" + text + "."
    try:
        assert read_sent({"replaced": 0}, typed.encode()) == OwnText(typed, 0)
    except BpeError as error:  # a table that is not valid
        assert isinstance(error, CountsError)


@pytest.mark.parametrize("told", [-1, 2, 10**4000])
def test_a_count_that_cannot_be_is_passed_over(told: int) -> None:
    """A text has no more half characters than characters."""
    assert read_sent({"replaced": told}, b"a") == OwnText("a", 0)


def test_several_files_become_the_columns_of_a_table() -> None:
    """In any encoding that a single file may have."""
    files = {"en.txt": b"hug\n", "de.txt": "Umärmung".encode("utf-16")}
    told = {"name": "en.txt", "files": [[name, len(data)] for name, data in files.items()]}
    sent = read_sent(told, b"".join(files.values()))
    assert sent == OwnText("en\tde\nhug\tUmärmung", 0)


@pytest.mark.parametrize(
    "files", [[], [7], [["a"]], [["a", -1]], [["a", 9], ["b", 9]], [["a", "3"]], [["a", 1, 2]]]
)
def test_a_browser_can_say_anything_about_files(files: list) -> None:
    with pytest.raises(BpeError):
        read_sent({"files": files}, b"a hug")


def test_a_refusal_outlives_a_run_that_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a training draws the page anew, also at the moment when the refusal is told."""
    monkeypatch.setattr(streamlit, "session_state", {})
    reception = Reception("field", Transfer)
    part = {"id": "a", "part": 0, "size": 10**9, "data": "aHVn"}
    streamlit.session_state["field"] = {"part": part}
    with patch("pages.components.fields.sending.charge_session") as charge:
        reception.take_part(Mock())
    charge.assert_called_once_with("", 4)
    reception.changed.take()
    with (
        patch.object(streamlit, "error", side_effect=RerunException(RerunData())),
        pytest.raises(RerunException),
    ):
        reception.follow()
    with patch.object(streamlit, "error") as told:
        reception.follow()
        reception.follow()
    told.assert_called_once()


def test_a_file_is_charged_and_its_size_is_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    charged = Mock()
    monkeypatch.setattr(fields, "MOST_BYTES", 2)
    monkeypatch.setattr(fields, "charge_session", lambda _session, size: charged(size))
    assert read_sent_file({"name": 101 * "n", "file": "aGk="}) == SentFile(100 * "n", b"hi")
    charged.assert_called_once_with(4)
    with pytest.raises(TooLargeError):
        read_sent_file({"name": "n", "file": "aGkh"})
