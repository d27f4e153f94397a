"""Incomplete characters while text arrives, as drawn."""

import json
from typing import Any

from pages.session.link import OWN
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


def steps(text: str) -> list[dict[str, Any]]:
    visitor = Visitor("bytes", corpus="hug", input=encode_text(text))
    found: list[dict[str, Any]] = json.loads(visitor.component("arriving").json)["steps"]
    return found


def test_half_characters_wait_until_they_are_whole() -> None:
    """The corpus has no 茶, E8 8C B6, so that each of its bytes is a token."""
    shown = steps("hug 茶!")
    assert [step["kept"] for step in shown[-5:]] == ["", "E8", "E8 8C", "", ""]
    assert [step["says"] for step in shown[-5:]] == ["whole", "part", "part", "complete", "whole"]
    assert shown[-1]["alone"][-4:] == ["�", "�", "�", "!"]
    assert shown[-1]["waiting"][-4:] == ["", "", "茶", "!"]
    assert shown[0] == {"says": "start", "token": "", "alone": [], "waiting": [], "kept": ""}


def test_the_walk_begins_with_a_character_that_takes_three_tokens() -> None:
    """The ï, C3 AF, comes first in the text but shows little: its bytes wait only once."""
    shown = steps("ïabc 茶")
    assert "C3" not in {step["token"] for step in shown}
    assert "茶" in shown[-1]["waiting"]
    assert "ï" in steps("ïabc")[-1]["waiting"]


def test_a_text_without_half_characters_says_so() -> None:
    assert not Visitor("bytes", corpus="hug", input=encode_text("hug")).has("arriving")


def test_without_a_corpus_the_rulers_and_the_alphabet_are_there_even_so() -> None:
    visitor = Visitor("bytes", corpus=OWN)
    assert visitor.has("byte_rulers")
    assert visitor.has("byte_alphabet")
    assert not visitor.has("bases")
