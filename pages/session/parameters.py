"""The kinds of parameters in an address, each with how it is read and written.

Parameters that all lessons share, such as the corpus, are in `link.py`. A lesson with choices of
its own declares them in its record.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from bpe_core.errors import BpeError
from bpe_core.text.reading import replace_surrogates
from pages.session.language import N_

#: The largest seed of a quiz or a worksheet.
SEEDS = 999_999
#: The number of places of the arrival, and of the cards of an earlier guided lesson.
PLACES = 8
#: The most characters of a text in a link.
TEXT_LIMIT = 2_000

_CHOICE = re.compile(r"[1-9][0-9]{0,5}(\.[0-9]{1,6}){2}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
#: UTF-8 takes at most 4 bytes a character: more cannot be an honest text.
_BYTES_LIMIT = 4 * TEXT_LIMIT
#: Text that does not compress grows by 5 bytes, the checksum takes 4, base64 a third more.
_CODE_LIMIT = (_BYTES_LIMIT + 64) * 4 // 3


class LinkError(BpeError):
    """Something in a link cannot be used. The page reports it and goes on without it."""

    template = "Part of this link cannot be used."


class DamagedTextError(LinkError):
    """The text in a link was cut or altered, or this app never made it."""

    template = (
        "The text in this link is damaged or incomplete. Ask for the link again, or paste the "
        "text itself."
    )


class UnknownValueError(LinkError):
    """A choice that this app does not have."""

    template = (
        "{setting}: the link asks for {value}, which this app does not recognize. The "
        "default is used."
    )


class OutOfRangeError(LinkError):
    """A value that is not a number, or is too small or too large."""

    template = (
        "{setting}: the link asks for {value}, but this must be a whole number from {low} to "
        "{high}. The default is used."
    )


class TooLongValueError(LinkError):
    """A text or a list that is too long to be of use."""

    template = "{setting}: the link asks for {value}, which is too long. The default is used."


class Parameter:
    """One value in an address. `title` is its name as a message; the value `usual` is left out."""

    title: str
    usual: Any

    def read(self, text: str) -> Any:
        """The value that `text` says. Raises a `LinkError`."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """`value` as a text that `read` understands."""
        return str(value)


@dataclass(frozen=True)
class Choice(Parameter):
    """One of several names; without `options`, any name of the right shape.

    >>> Choice("Unit", ("char", "byte")).read("byte")
    'byte'
    """

    title: str
    options: Collection[str] | None = None
    usual: str | None = None

    def read(self, text: str) -> str:
        if text in self.options if self.options is not None else _NAME.fullmatch(text):
            return text
        raise UnknownValueError(setting=self.title, value=text)


@dataclass(frozen=True)
class Number(Parameter):
    """A whole number from `low` to `high`.

    >>> Number("Step", 0, 100).read("7")
    7
    """

    title: str
    low: int
    high: int
    usual: int | None = None

    def read(self, text: str) -> int:
        if re.fullmatch(r"[0-9]{1,9}", text) and self.low <= int(text) <= self.high:
            return int(text)
        raise OutOfRangeError(setting=self.title, value=text, low=self.low, high=self.high)


@dataclass(frozen=True)
class ShortText(Parameter):
    """A text of at most `limit` characters, written as it is."""

    title: str
    limit: int
    usual: str | None = None

    def read(self, text: str) -> str:
        if len(text) <= self.limit:
            return replace_surrogates(text)[0]
        raise TooLongValueError(setting=self.title, value=text)


@dataclass(frozen=True)
class Names(Parameter):
    """At most `most` different texts of at most `limit` characters; repeated ones count once.

    >>> Names("Special tokens", 4, 8).read("a a%20b a")
    ('a', 'a b')
    """

    title: str
    most: int
    limit: int
    usual: tuple[str, ...] = ()

    def read(self, text: str) -> tuple[str, ...]:
        # A character takes at most 12 letters when its bytes are written as %E5.
        names = _split(text) if len(text) <= 12 * self.limit * self.most else ()
        longest = max(map(len, names), default=0)
        if (text and not names) or len(names) > self.most or longest > self.limit:
            raise TooLongValueError(setting=self.title, value=text)
        return names

    def write(self, value: tuple[str, ...]) -> str:
        """The names separated by spaces. A space inside a name is written %20."""
        return " ".join(name.replace("%", "%25").replace(" ", "%20") for name in value if name)


@dataclass(frozen=True)
class Chain(Parameter):
    """Some of the known names in order, each at most once.

    >>> Chain("Normalization", ("nfc", "lowercase")).read("lowercase nfc")
    ('lowercase', 'nfc')
    """

    title: str
    options: Collection[str]
    usual: tuple[str, ...] = ()

    def read(self, text: str) -> tuple[str, ...]:
        names = tuple(text.split(" ")) if text else ()
        if len(set(names)) < len(names) or not set(names) <= set(self.options):
            raise UnknownValueError(setting=self.title, value=text)
        return names

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)


def _split(joined: str) -> tuple[str, ...]:
    names = (replace_surrogates(unquote(name))[0] for name in joined.split(" ") if name)
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class ChosenMerges(Parameter):
    """Merges that a learner chose: step, left and right token id of each, at most `most` of them.

    >>> ChosenMerges("Chosen merges", 8).read("4.2.9,1.6.3")
    ((1, 6, 3), (4, 2, 9))
    """

    title: str
    most: int
    usual: tuple[tuple[int, int, int], ...] = ()

    def read(self, text: str) -> tuple[tuple[int, int, int], ...]:
        parts = text.split(",", self.most)
        if len(parts) > self.most:
            raise TooLongValueError(setting=self.title, value=text)
        if not all(_CHOICE.fullmatch(part) for part in parts):
            raise UnknownValueError(setting=self.title, value=text)
        chosen = (tuple(map(int, part.split("."))) for part in parts)
        by_step = {step: (step, left, right) for step, left, right in chosen}
        return tuple(by_step[step] for step in sorted(by_step))

    def write(self, value: tuple[tuple[int, int, int], ...]) -> str:
        return ",".join(".".join(map(str, choice)) for choice in value)


@dataclass(frozen=True)
class PackedText(Parameter):
    """A text of at most `TEXT_LIMIT` characters, compressed."""

    title: str
    usual: str | None = None

    def read(self, text: str) -> str:
        return decode_text(text)

    def write(self, value: str) -> str:
        return encode_text(value)


def encode_text(text: str) -> str:
    """A text for a link: its checksum and its UTF-8, compressed, in base64 for addresses.

    >>> decode_text(encode_text("哈哈哈哈"))
    '哈哈哈哈'
    """
    data = replace_surrogates(text)[0].encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = compressor.compress(data) + compressor.flush()
    code = zlib.crc32(data).to_bytes(4, "big") + packed
    return base64.urlsafe_b64encode(code).decode().rstrip("=")


def decode_text(code: str) -> str:
    """The text that `encode_text` packed. Raises DamagedTextError for anything else.

    Unpacking stops at the longest text that a link can hold, so a small link never becomes a
    large text.

    >>> decode_text("AAAA")
    Traceback (most recent call last):
    pages.session.parameters.DamagedTextError: ...
    """
    try:
        if len(code) > _CODE_LIMIT:
            raise DamagedTextError
        raw = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        data = unpacker.decompress(raw[4:], _BYTES_LIMIT + 1)
        text = data.decode()
    except (ValueError, binascii.Error, zlib.error):
        raise DamagedTextError from None
    whole = unpacker.eof and not unpacker.unused_data and len(text) <= TEXT_LIMIT
    if not whole or zlib.crc32(data).to_bytes(4, "big") != raw[:4]:
        raise DamagedTextError
    return text


#: What a learner chose to merge instead of the rule's choice.
CHOSEN = ChosenMerges(N_("Chosen merges"), 64)

#: Which parallel texts a lesson compares: the languages of the sample, or the visitor's own lines.
PARALLEL = {"sample": N_("Fourteen languages"), "own": N_("Your own lines")}
#: The parameters that such a lesson adds to its own.
PARALLEL_PARAMETERS: dict[str, Parameter] = {
    "parallel": Choice(N_("Parallel texts"), tuple(PARALLEL), usual="sample"),
    "lines": PackedText(N_("Your own lines")),
}
