"""The link is the state: any state survives it, and any garbage is told, not raised."""

import base64
import zlib
from contextlib import suppress
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pages.ui.link import (
    NAME_LIMIT,
    OWN,
    RANGES,
    SPECIAL_LIMIT,
    TEXT_LIMIT,
    TIE_BREAKS,
    UNITS,
    VIEW_LIMIT,
    DamagedTextError,
    Link,
    LinkError,
    OutOfRangeError,
    TextNotInLinkError,
    UnknownValueError,
    decode_text,
    encode_text,
)

characters = st.characters(exclude_categories=["Cs"])
names = st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True)
tokens = st.text(characters, min_size=1, max_size=NAME_LIMIT)


def optional(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


def number(key: str) -> st.SearchStrategy:
    return optional(st.integers(*RANGES[key]))


@st.composite
def links(draw: st.DrawFn) -> Link:
    text = draw(optional(st.text(characters, max_size=TEXT_LIMIT)))
    return Link(
        lang=draw(optional(st.sampled_from(["en", "zh"]))),
        corpus=draw(optional(names.filter(lambda n: n != OWN))) if text is None else OWN,
        text=text,
        unit=draw(optional(st.sampled_from(UNITS))),
        end_of_word=draw(optional(st.text(characters, max_size=NAME_LIMIT))),
        pre_tokenizer=draw(optional(names)),
        tie_break=draw(optional(st.sampled_from(TIE_BREAKS))),
        num_merges=draw(number("merges")),
        vocab_size=draw(number("vocab")),
        min_frequency=draw(number("min")),
        step=draw(st.integers(*RANGES["step"])),
        special=tuple(draw(st.lists(tokens, max_size=SPECIAL_LIMIT))),
        view=tuple(draw(st.lists(names, max_size=VIEW_LIMIT))),
        word=draw(optional(tokens)),
    )


@given(links())
@example(Link(special=("a b", "100%", "%20", "<|end|>")))
@example(Link(end_of_word=""))
def test_any_state_survives_its_link(link: Link) -> None:
    """Through the text of a real address, percent signs and all."""
    query = urlencode(link.to_params())
    params = {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
    assert Link.from_params(params) == (link, [])


def test_a_state_without_choices_has_no_parameters() -> None:
    assert Link().to_params() == {}
    assert Link.from_params({}) == (Link(), [])


keys = st.sampled_from(
    "lang corpus text unit marker pre tie merges vocab size min step special view word utm".split()
)


@given(st.dictionaries(keys, st.text() | st.from_regex(r"[A-Za-z0-9_-]*", fullmatch=True)))
def test_any_garbage_gives_a_state_and_notices(params: dict[str, str]) -> None:
    """Nothing is raised, and the state that comes out can be linked to again."""
    link, notices = Link.from_params(params, corpora=["hug"], pre_tokenizers=["whitespace"])
    assert all(isinstance(notice, LinkError) and str(notice) for notice in notices)
    again, none = Link.from_params(link.to_params())
    assert (again, none) == (link, [])


@given(st.text(characters, max_size=TEXT_LIMIT), st.data())
def test_an_altered_text_is_never_taken_for_the_text(text: str, data: st.DataObject) -> None:
    """One character of the code is changed or left out, or the end is cut off."""
    code = encode_text(text)
    at = data.draw(st.integers(0, len(code) - 1))
    char = data.draw(st.sampled_from(["", *"AZaz09-_"]))
    for altered in (code[:at] + char + code[at + 1 :], code[:at]):
        with suppress(DamagedTextError):
            assert decode_text(altered) == text


@given(st.text() | st.from_regex(r"[A-Za-z0-9_-]*", fullmatch=True))
def test_any_code_is_a_text_or_damaged(code: str) -> None:
    with suppress(DamagedTextError):
        assert len(decode_text(code)) <= TEXT_LIMIT


@given(st.text(max_size=TEXT_LIMIT))
def test_surrogates_do_not_travel(text: str) -> None:
    decode_text(encode_text(text)).encode()


def test_a_bomb_is_stopped_at_the_limit() -> None:
    """A gigabyte packs into a megabyte and a few megabytes into a link: neither is unpacked."""
    data = b"a" * 4_000_000
    packed = zlib.compress(data, 9, -zlib.MAX_WBITS)
    code = zlib.crc32(data).to_bytes(4, "big") + packed
    with pytest.raises(DamagedTextError):
        decode_text(base64.urlsafe_b64encode(code).decode())


@pytest.mark.parametrize("text", ["哈" * TEXT_LIMIT, "🤗" * TEXT_LIMIT, "", "\0"])
def test_a_text_up_to_the_limit_travels(text: str) -> None:
    link = Link(corpus=OWN, text=text)
    assert link.text_fits
    assert Link.from_params(link.to_params()) == (link, [])


def test_a_longer_text_stays_behind_and_the_link_says_so() -> None:
    link = Link(corpus=OWN, text="a" * (TEXT_LIMIT + 1), step=2)
    assert not link.text_fits
    assert link.to_params() == {"corpus": OWN, "step": "2"}
    opened, notices = Link.from_params(link.to_params())
    assert opened == Link(corpus=OWN, step=2)
    assert [type(notice) for notice in notices] == [TextNotInLinkError]


@pytest.mark.parametrize(
    ("params", "notice"),
    [
        ({"unit": "parsec"}, UnknownValueError),
        ({"lang": "tlh"}, UnknownValueError),
        ({"corpus": "gone"}, UnknownValueError),
        ({"pre": "gone"}, UnknownValueError),
        ({"step": "-1"}, OutOfRangeError),
        ({"step": "１"}, OutOfRangeError),
        ({"merges": "1e9"}, OutOfRangeError),
        ({"vocab": "9" * 5_000}, OutOfRangeError),
        ({"text": "hug pug"}, DamagedTextError),
    ],
)
def test_what_cannot_be_used_is_told_and_left_as_usual(
    params: dict[str, str], notice: type[LinkError]
) -> None:
    link, notices = Link.from_params(params, corpora=["hug"], pre_tokenizers=["whitespace"])
    assert link == Link()
    assert [type(n) for n in notices] == [notice]
