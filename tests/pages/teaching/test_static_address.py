"""Links that the static edition can show, and others."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.lessons import LESSONS
from pages.session.parameters import encode_text
from pages.teaching.embedding import static_address

EDITION = "https://a.example/bpe/"
TEXT = encode_text("low lower")


@pytest.mark.parametrize(
    ("lesson", "params"),
    [
        ("train", {}),
        ("train", {"corpus": "hug", "unit": "byte", "tie": "lowest-id", "fork": "3.1.2"}),
        ("train", {"text": TEXT, "pre": "gpt2", "merges": "1000", "view": "predict"}),
        ("unigram", {"corpus": "low", "step": "2", "lang": "zh"}),
    ],
)
def test_what_can_be_shown_has_the_same_parameters(lesson: str, params: dict[str, str]) -> None:
    address = static_address(EDITION, LESSONS[lesson], params)
    assert address
    assert address.startswith(f"https://a.example/bpe/{LESSONS[lesson].static_file}?")
    assert dict(parse_qsl(urlsplit(address).query)) == params


@pytest.mark.parametrize(
    ("lesson", "params"),
    [
        ("train", {"corpus": "own"}),  # a text too long for a link
        ("train", {"norm": "nfkc"}),
        ("train", {"pre": "gpt4"}),
        ("train", {"merges": "1001"}),
        ("train", {"view": "locked"}),
        ("train", {"message": "hello"}),
        ("unigram", {"size": "100"}),
        ("wordpiece", {"text": TEXT}),
        ("encode", {"corpus": "low"}),
    ],
)
def test_what_cannot_be_shown_has_no_address(lesson: str, params: dict[str, str]) -> None:
    assert static_address(EDITION, LESSONS[lesson], params) is None


def test_without_a_static_edition_nothing_has_an_address() -> None:
    assert static_address("none", LESSONS["train"], {}) is None
