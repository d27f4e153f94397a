"""Errors in tokenizer files and in questions about them, and the limits of file formats.

Each class has several messages, by a code: `ModelFileError("too-many-tokens", tokens=…, limit=…)`.
They stand in `sentences.toml`, in English. Most are about a file that somebody else wrote: they
name the place, and repeat at most 40 characters of it, escaped. Some pass on what another library
said, or that it did not survive. Real files reach 33 MB (Gemma 3) and 262,144 tokens.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from bpe_core.errors import BpeError, UnknownNameError

SENTENCES: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)
#: What in a file is not applied, or not shown, and what is assumed about it.
NOTES = SENTENCES["notes"]
#: Why a token is unreachable.
REASONS = SENTENCES["reasons"]
#: What was counted wrongly, where somebody counted the bytes of tokens.
WRONG_COUNTS = SENTENCES["wrong-counts"]
SHOWN = 40


def shown(content: object) -> str:
    r"""At most 40 characters of what is in a file, escaped where they don't print.

    >>> shown("hug\n"), shown("a" * 40)[38:], shown("a" * 41)[38:], shown(b"\xe5")
    ('hug\\n', 'aa', 'a…', '\\xe5')
    """
    # Cut first: escaping megabytes to show 40 characters takes long.
    if isinstance(content, (str, bytes)):
        content = content[: SHOWN + 1]
    text = repr(content)
    if isinstance(content, (str, bytes)):
        text = text[1 + isinstance(content, bytes) : -1]
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def shown_reason(error: BaseException) -> str:
    r"""Return a library's message about a file, in one line of at most 200 characters.

    >>> shown_reason(ValueError("hug\n\0")), shown_reason(KeyError())
    ('hug �', 'KeyError')
    >>> len(shown_reason(ValueError("hug" * 100)))
    200
    """
    text = " ".join(str(error).split())[:200]
    return "".join(c if c.isprintable() else "�" for c in text) or type(error).__name__


class UnknownFormatError(UnknownNameError):
    """No file format has this name."""

    template = "There is no file format called {name!r}. Choose one of: {known}."


class FormatError(BpeError):
    """A file format cannot say what was trained."""

    template = "The format {format} cannot express what was trained here."
    templates = SENTENCES["FormatError"]


class ModelFileError(BpeError):
    """A file that is no tokenizer, or one that cannot be used."""

    template = "This tokenizer file cannot be used."
    templates = SENTENCES["ModelFileError"]


class LibraryStoppedError(ModelFileError):
    """The process in which a library read the file has ended."""


class QuestionError(BpeError):
    """A question about a file that is not understood, or that has no answer."""

    templates = SENTENCES["QuestionError"]


class NotShownError(BpeError):
    """A part of a file that is fine, which cannot be drawn step by step."""

    templates = SENTENCES["NotShownError"]


MOST_BYTES = 40_000_000
MOST_TOKENS = 300_000
#: Merges: a file that was made from tiktoken's ranks lists every pair that makes a token.
MOST_MERGES = 1_000_000
#: Bytes of one token. The longest of the published vocabularies we know has 512.
MOST_TOKEN_BYTES = 65_536

#: Bytes of addresses that a process may take which has a file open; Gemma 3 takes 600 MB.
MEMORY_LIMIT = 2_000_000_000
#: Seconds that opening a file may take, and one question to it.
OPEN_LIMIT = 40
ASK_LIMIT = 30

#: Characters of a text that is encoded with places, of a word that is replayed, of a pattern.
MOST_TEXT = 200_000
MOST_WORD = 200
#: Rows of one answer to a search.
MOST_ROWS = 500
