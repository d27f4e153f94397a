"""What the field for own text hands over is checked again: a browser can send anything."""

import base64

import pytest

from bpe_core.reading import CountsError, NotTextError, TooLargeError
from pages.ui.own_text import OwnText, read_sent


def upload(data: bytes, name: str = "text.txt") -> OwnText:
    return read_sent({"file": base64.b64encode(data).decode(), "name": name})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_in_the_encoding_it_declares(encoding: str) -> None:
    assert upload("哈 hug".encode(encoding)).text == "哈 hug"


def test_a_csv_file_becomes_words_with_counts() -> None:
    assert upload(b"word,count\nhug,10\nice cream,3\n", "w.csv").text == "hug\t10\nice cream\t3"


def test_a_broken_csv_file_names_the_line() -> None:
    with pytest.raises(CountsError) as caught:
        upload(b"hug,10\npug,many\n", "w.csv")
    assert caught.value.fields["line"] == 2


def test_a_file_that_is_no_text_names_the_byte() -> None:
    with pytest.raises(NotTextError) as caught:
        upload(b"caf\xe9 au lait")
    assert caught.value.fields["position"] == 3


@pytest.mark.parametrize("sent", [{"file": "%%%", "name": "x"}, {"file": "QQ", "name": "x"}])
def test_a_file_that_is_not_base64_is_refused(sent: dict[str, str]) -> None:
    with pytest.raises(NotTextError):
        read_sent(sent)


def test_pasting_has_a_limit() -> None:
    with pytest.raises(TooLargeError):
        read_sent({"text": "哈" * 66_667, "replaced": 0})  # 200,001 bytes
    assert len(read_sent({"text": "哈" * 66_666, "replaced": 0}).text) == 66_666


@pytest.mark.parametrize("told", ["many", None, {"n": 1}])
def test_a_count_that_is_none_is_passed_over(told: object) -> None:
    assert read_sent({"text": "a", "replaced": told}) == OwnText("a", 0)


def test_half_characters_that_come_all_the_same_are_counted() -> None:
    assert read_sent({"text": "a\ud83d", "replaced": 2}) == OwnText("a\ufffd", 3)
