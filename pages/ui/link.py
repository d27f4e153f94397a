"""What a learner sees, as the parameters of an address, and back. Pure functions.

A link says only what differs from the usual: what it leaves out is None here, and the page
takes the corpus's own unit, marker and so on. So a link stays short, and the links of today
still open when a default changes.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import unquote

from bpe_core.errors import BpeError
from bpe_core.reading import replace_surrogates

#: Characters of a learner's own text that travel in a link.
TEXT_LIMIT = 2_000
#: The corpus that is the learner's own text.
OWN = "own"

UNITS = ("char", "byte")
TIE_BREAKS = ("first-seen", "lowest-id", "largest-text")
#: The least and the most of each number.
RANGES = {
    "merges": (0, 32_000),
    "vocab": (1, 100_000),
    "size": (1, 100_000),
    "min": (1, 1_000_000),
    "step": (0, 100_000),
}
#: Characters of a marker or a special token, how many special tokens, how many view options.
NAME_LIMIT = 64
SPECIAL_LIMIT = 16
VIEW_LIMIT = 8

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
#: UTF-8 takes at most 4 bytes a character: more cannot be an honest text.
_BYTES_LIMIT = 4 * TEXT_LIMIT
#: Text that does not compress grows by 5 bytes, the checksum takes 4, base64 a third more.
_CODE_LIMIT = (_BYTES_LIMIT + 64) * 4 // 3


class LinkError(BpeError):
    """Something in a link that cannot be used. The page shows it and goes on without."""

    template = "Part of this link cannot be used."


class DamagedTextError(LinkError):
    """The text in a link was cut, altered, or never was one of ours."""

    template = (
        "The text in this link is damaged or cut short. "
        "Ask for the link again, or paste the text itself."
    )


class TextNotInLinkError(LinkError):
    """A link to a text of one's own that was too long to travel in it, or not there yet."""

    template = (
        "This link carries no text: more than {limit} characters do not fit into a link. "
        "Paste or upload the text itself."
    )


class UnknownValueError(LinkError):
    """A choice that this app does not have."""

    template = "The link asks for {value} as {key}, which is not known here. The usual is shown."


class OutOfRangeError(LinkError):
    """A number that is none, or too small or large."""

    template = (
        "The link asks for {value} as {key}, which has to be a whole number from {low} to {high}. "
        "The usual is shown."
    )


class TooLongValueError(LinkError):
    """A marker or a list that is longer than any use of it."""

    template = "The link asks for {value} as {key}, which is too long. The usual is shown."


@dataclass(frozen=True)
class Link:
    """One state of the app. None, an empty tuple and step 0 are what a link leaves out.

    `special` are special tokens, `view` the names of view options that are switched on, `word` is
    one that is looked at closely.

    >>> Link(corpus="low", step=3).to_params()
    {'corpus': 'low', 'step': '3'}
    >>> Link.from_params({"corpus": "low", "step": "3"})
    (Link(corpus='low', step=3), [])
    """

    lang: str | None = None
    corpus: str | None = None
    text: str | None = None
    unit: str | None = None
    end_of_word: str | None = None
    pre_tokenizer: str | None = None
    tie_break: str | None = None
    num_merges: int | None = None
    vocab_size: int | None = None
    unigram_size: int | None = None
    min_frequency: int | None = None
    step: int = 0
    special: tuple[str, ...] = ()
    view: tuple[str, ...] = ()
    word: str | None = None

    def __repr__(self) -> str:
        """Only what a link would say."""
        said = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return f"Link({', '.join(said)})"

    @property
    def text_fits(self) -> bool:
        """Whether the learner's own text, if there is one, travels in the link."""
        return self.text is None or len(self.text) <= TEXT_LIMIT

    def to_params(self) -> dict[str, str]:
        """The query parameters. A text too long for a link leaves `corpus=own` behind."""
        params = {
            "lang": self.lang,
            "corpus": self.corpus,
            "text": None,
            "unit": self.unit,
            "marker": self.end_of_word,
            "pre": self.pre_tokenizer,
            "tie": self.tie_break,
            "merges": self.num_merges,
            "vocab": self.vocab_size,
            "size": self.unigram_size,
            "min": self.min_frequency,
            "step": self.step or None,
            "special": _join(self.special) or None,
            "view": _join(self.view) or None,
            "word": self.word,
        }
        if self.text is not None:
            params |= (
                {"corpus": None, "text": encode_text(self.text)}
                if self.text_fits
                else {"corpus": OWN}
            )
        return {
            key: replace_surrogates(str(value))[0]
            for key, value in params.items()
            if value is not None
        }

    @classmethod
    def from_params(
        cls,
        params: Mapping[str, str],
        *,
        languages: Collection[str] = ("en", "zh"),
        corpora: Collection[str] | None = None,
        pre_tokenizers: Collection[str] | None = None,
    ) -> tuple["Link", list[LinkError]]:
        """The state that an address names, and notices of what in it could not be used.

        Raises nothing, whatever stands in the address: what is unknown, damaged or out of
        range stays as it usually is. `corpora` and `pre_tokenizers` are the known names; without
        them any name of the right shape is taken. Parameters of other names are let be.

        >>> link, notices = Link.from_params({"unit": "parsec", "step": "-1", "min": "2"})
        >>> link, [type(notice).__name__ for notice in notices]
        (Link(min_frequency=2), ['UnknownValueError', 'OutOfRangeError'])
        """
        reader = _Reader(params)
        link = cls(
            lang=reader.choice("lang", languages),
            corpus=reader.choice("corpus", None if corpora is None else {*corpora, OWN}),
            unit=reader.choice("unit", UNITS),
            end_of_word=reader.short_text("marker"),
            pre_tokenizer=reader.choice("pre", pre_tokenizers),
            tie_break=reader.choice("tie", TIE_BREAKS),
            num_merges=reader.number("merges"),
            vocab_size=reader.number("vocab"),
            unigram_size=reader.number("size"),
            min_frequency=reader.number("min"),
            step=reader.number("step") or 0,
            special=reader.names("special", SPECIAL_LIMIT),
            view=reader.names("view", VIEW_LIMIT),
            word=reader.short_text("word"),
        )
        return reader.with_text(link), reader.notices


class _Reader:
    """Takes parameters one by one, and notes what it could not use."""

    def __init__(self, params: Mapping[str, str]) -> None:
        self.params = params
        self.notices: list[LinkError] = []

    def choice(self, key: str, known: Collection[str] | None) -> str | None:
        value = self.params.get(key)
        if value is None:
            return None
        if value in known if known is not None else _NAME.fullmatch(value):
            return value
        self.notices.append(UnknownValueError(key=key, value=value))
        return None

    def number(self, key: str) -> int | None:
        value = self.params.get(key)
        if value is None:
            return None
        low, high = RANGES[key]
        if re.fullmatch(r"[0-9]{1,9}", value) and low <= int(value) <= high:
            return int(value)
        self.notices.append(OutOfRangeError(key=key, value=value, low=low, high=high))
        return None

    def short_text(self, key: str) -> str | None:
        value = self.params.get(key)
        if value is None:
            return None
        if len(value) <= NAME_LIMIT:
            return replace_surrogates(value)[0]
        self.notices.append(TooLongValueError(key=key, value=value))
        return None

    def names(self, key: str, limit: int) -> tuple[str, ...]:
        value = self.params.get(key)
        if value is None:
            return ()
        names = _split(value) if len(value) <= 12 * NAME_LIMIT * limit else ()
        if (value and not names) or len(names) > limit or any(len(n) > NAME_LIMIT for n in names):
            self.notices.append(TooLongValueError(key=key, value=value))
            return ()
        return names

    def with_text(self, link: Link) -> Link:
        """`link` with the text that travels in the address, if one does."""
        code = self.params.get("text")
        try:
            if code is not None:
                return replace(link, corpus=OWN, text=decode_text(code))
        except LinkError as error:
            self.notices.append(error)
            return replace(link, corpus=None)
        if link.corpus == OWN:
            self.notices.append(TextNotInLinkError(limit=TEXT_LIMIT))
        return link


def _join(names: tuple[str, ...]) -> str:
    """Names between spaces; a space inside one is written %20."""
    return " ".join(name.replace("%", "%25").replace(" ", "%20") for name in names if name)


def _split(joined: str) -> tuple[str, ...]:
    return tuple(replace_surrogates(unquote(name))[0] for name in joined.split(" ") if name)


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
    pages.ui.link.DamagedTextError: ...
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
