"""The same characters in GBK, as drawn."""

import pytest

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize(
    ("text", "written", "read"),
    [
        ("na\u00efve 哈哈 👩", "哈哈", ("鍝堝搱", "����")),  # E5 93 88 E5 93 88, and B9 FE B9 FE
        ("hug", "茶", ("鑼�", "��")),  # E8 8C B6, and B2 E8
    ],
)
def test_only_what_both_encodings_can_write_is_misread(
    text: str, written: str, read: tuple[str, str]
) -> None:
    visitor = Visitor("bytes", corpus="hug", input=encode_text(text))
    drawn = next(one.body for one in visitor.app.get("html") if "GBK, read as UTF-8" in one.body)
    for each in read:
        cells = f'<bdi>{written}</bdi></td><td data-label="read"><bdi>{each}</bdi>'
        assert cells in drawn
