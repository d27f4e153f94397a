"""The link is the state: any state survives it, and any garbage is reported, not raised."""

import base64
import zlib
from contextlib import suppress
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES
from bpe_core.text.corpus import UNITS
from pages.session.link import (
    MARKER_LIMIT,
    MESSAGE_LIMIT,
    NAME_LIMIT,
    OWN,
    RANGES,
    SHARED,
    SPECIAL_LIMIT,
    VIEW_LIMIT,
    Link,
)
from pages.session.parameters import (
    TEXT_LIMIT,
    Choice,
    DamagedTextError,
    LinkError,
    Names,
    Number,
    OutOfRangeError,
    PackedText,
    Parameter,
    ShortText,
    TooLongValueError,
    UnknownValueError,
    decode_text,
    encode_text,
)
from sample_corpora import CATALOGUE

characters = st.characters(exclude_categories=["Cs"])
names = st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True)
tokens = st.text(characters, min_size=1, max_size=NAME_LIMIT)

#: Parameters as a lesson might declare them, and the values that each can take.
OWN_PARAMETERS: dict[str, Parameter] = {
    "chain": Names("Chain", 4, 8),
    "form": Choice("Form", ("nfc", "nfd"), usual="nfc"),
    "width": Number("Width", 1, 4096, usual=768),
    "note": ShortText("Note", 20, usual=""),
    "other": PackedText("Other text"),
}
OWN_VALUES = {
    "chain": st.lists(
        tokens.filter(lambda t: len(t) <= 8), min_size=1, max_size=4, unique=True
    ).map(tuple),
    "form": st.just("nfd"),
    "width": st.integers(1, 4096).filter(lambda n: n != 768),
    "note": st.text(characters, min_size=1, max_size=20),
    "other": st.text(characters, max_size=100),
}


def optional(strategy: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | strategy


def number(key: str) -> st.SearchStrategy:
    return optional(st.integers(*RANGES[key]))


@st.composite
def links(draw: st.DrawFn) -> Link:
    text = draw(optional(st.text(characters, max_size=TEXT_LIMIT)))
    return Link(
        lang=draw(optional(st.sampled_from(["en", "zh"]))),
        corpus=draw(optional(st.sampled_from([*CATALOGUE]))) if text is None else OWN,
        text=text,
        unit=draw(optional(st.sampled_from(UNITS))),
        end_of_word=draw(optional(st.text(characters, max_size=MARKER_LIMIT))),
        normalizer=tuple(draw(st.lists(st.sampled_from(sorted(NORMALIZERS)), unique=True))),
        pre_tokenizer=draw(optional(st.sampled_from([*PRE_TOKENIZERS]))),
        tie_break=draw(optional(st.sampled_from([*TIE_RULES]))),
        num_merges=draw(number("merges")),
        vocab_size=draw(number("vocab")),
        min_frequency=draw(number("min")),
        step=draw(st.integers(*RANGES["step"])),
        special_tokens=tuple(draw(st.lists(tokens, max_size=SPECIAL_LIMIT, unique=True))),
        view=tuple(draw(st.lists(names, max_size=VIEW_LIMIT, unique=True))),
        word=draw(optional(tokens)),
        message=draw(optional(st.text(characters, max_size=MESSAGE_LIMIT))),
        input=draw(optional(st.text(characters, max_size=TEXT_LIMIT))),
        own=draw(st.fixed_dictionaries({}, optional=OWN_VALUES)),
    )


@given(links())
@example(Link(special_tokens=("a b", "100%", "%20", "<|end|>")))
@example(Link(end_of_word="", corpus=OWN, text="a" * TEXT_LIMIT, input="b" * TEXT_LIMIT))
def test_any_state_survives_its_link(link: Link) -> None:
    """It survives in the text of a real address, percent signs and all."""
    query = urlencode(link.to_params(OWN_PARAMETERS))
    params = {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
    assert Link.from_params(params, own=OWN_PARAMETERS) == (link, [])


keys = st.sampled_from([*SHARED, *OWN_PARAMETERS, "utm"])


@given(st.dictionaries(keys, st.text() | st.from_regex(r"[A-Za-z0-9_-]*", fullmatch=True)))
def test_any_garbage_gives_a_state_and_notices(params: dict[str, str]) -> None:
    """Nothing is raised, and the resulting state can be linked to again."""
    link, notices = Link.from_params(params, OWN_PARAMETERS)
    assert all(isinstance(notice, LinkError) and str(notice) for notice in notices)
    again, none = Link.from_params(link.to_params(OWN_PARAMETERS), own=OWN_PARAMETERS)
    assert none == []
    assert again.to_params(OWN_PARAMETERS) == link.to_params(OWN_PARAMETERS)


places = st.integers(0, TEXT_LIMIT)


@given(st.text(characters, max_size=TEXT_LIMIT), places, st.sampled_from(["", *"AZaz09-_"]))
@example("low lower lowest", 5, "A")  # "Tow lower lowest" but for its checksum
def test_an_altered_text_is_never_taken_for_the_text(text: str, place: int, char: str) -> None:
    """One character of the code is changed or left out, or the end is cut off."""
    code = encode_text(text)
    at = place % len(code)
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
    """A gigabyte packs into a megabyte, and a few megabytes into a link: neither is unpacked."""
    data = b"a" * 4_000_000
    packed = zlib.compress(data, 9, -zlib.MAX_WBITS)
    code = zlib.crc32(data).to_bytes(4, "big") + packed
    with pytest.raises(DamagedTextError):
        decode_text(base64.urlsafe_b64encode(code).decode())


def test_a_longer_text_stays_behind() -> None:
    link = Link(corpus=OWN, text="a" * (TEXT_LIMIT + 1), step=2)
    assert link.to_params() == {"corpus": OWN, "step": "2"}
    opened, notices = Link.from_params(link.to_params())
    assert (opened, notices) == (Link(corpus=OWN, step=2), [])


@pytest.mark.parametrize(
    ("params", "notice"),
    [
        ({"unit": "parsec"}, UnknownValueError),
        ({"lang": "tlh"}, UnknownValueError),
        ({"corpus": "gone"}, UnknownValueError),
        ({"pre": "gone"}, UnknownValueError),
        ({"pre": r"(a+)+b"}, UnknownValueError),
        ({"norm": "nfc gone"}, UnknownValueError),
        ({"norm": "nfc nfc"}, UnknownValueError),
        ({"step": "-1"}, OutOfRangeError),
        ({"step": "１"}, OutOfRangeError),
        ({"merges": "1e9"}, OutOfRangeError),
        ({"vocab": "9" * 5_000}, OutOfRangeError),
        ({"text": "hug pug"}, DamagedTextError),
        ({"text": "hug pug", "corpus": OWN}, DamagedTextError),
        ({"input": "hug pug"}, DamagedTextError),
        ({"special": "a" * (NAME_LIMIT + 1)}, TooLongValueError),
    ],
)
def test_what_cannot_be_used_is_told_and_left_as_usual(
    params: dict[str, str], notice: type[LinkError]
) -> None:
    link, notices = Link.from_params(params)
    assert link == Link()
    assert [type(n) for n in notices] == [notice]


@pytest.mark.parametrize(
    ("key", "most"), [("marker", MARKER_LIMIT), ("word", NAME_LIMIT), ("message", MESSAGE_LIMIT)]
)
def test_a_text_of_the_greatest_length_is_read_and_no_longer_one(key: str, most: int) -> None:
    link, notices = Link.from_params({key: "a" * most})
    assert (link.to_params(), notices) == ({key: "a" * most}, [])
    assert [*map(type, Link.from_params({key: "a" * (most + 1)})[1])] == [TooLongValueError]


def test_a_lesson_links_to_its_own_choices_alone() -> None:
    """Choices of another lesson stay out, and so do defaults."""
    link = Link(own={"form": "nfd", "width": 768, "elsewhere": 3})
    assert link.to_params(OWN_PARAMETERS) == {"form": "nfd"}
