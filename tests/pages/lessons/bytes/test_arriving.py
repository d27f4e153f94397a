"""Half characters while text arrives, as drawn."""

from pages.session.link import OWN
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


def table(text: str) -> str:
    visitor = Visitor("bytes", corpus="hug", input=encode_text(text))
    drawn = (one.body for one in visitor.app.get("html"))
    return next((body for body in drawn if "token that arrives" in body), "")


def test_half_characters_wait_until_they_are_whole() -> None:
    """The corpus has no 茶, E8 8C B6, so that each of its bytes is a token."""
    shown = table("hug 茶!")
    assert shown.index("E8 8C<") > shown.index(">E8<")
    assert shown.count("<bdi>�</bdi>") == 3
    assert shown.count("<bdi>茶</bdi>") == 1


def test_the_table_begins_with_a_character_that_takes_three_tokens() -> None:
    """The ï, C3 AF, comes first in the text but shows little: its bytes wait only once."""
    shown = table("ïabc 茶")
    assert "C3" not in shown
    assert shown.count("<bdi>茶</bdi>") == 1
    assert table("ïabc").count("<bdi>ï</bdi>") == 1


def test_a_text_without_half_characters_says_so() -> None:
    assert not table("hug")


def test_without_a_corpus_the_rulers_and_the_alphabet_are_there_even_so() -> None:
    visitor = Visitor("bytes", corpus=OWN)
    assert visitor.has("byte_rulers")
    assert visitor.has("byte_alphabet")
    assert not visitor.has("bases")
