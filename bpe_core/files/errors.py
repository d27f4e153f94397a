"""Errors in tokenizer files and in questions about them, and the limits of file formats.

Each class has several messages, by a code: `ModelFileError("too-many-tokens", tokens=…, limit=…)`.
They stand in `sentences.toml`. Most are about a file that somebody else wrote: they name the place,
and repeat at most 40 characters of it, escaped. Some pass on what another library said, or that it
did not survive.
"""

from __future__ import annotations

from bpe_core.errors import BpeError, UnknownNameError
from bpe_core.files.sentences import SENTENCES

SHOWN = 40


def shown(content: object) -> str:
    r"""At most 40 characters of what is in a file, escaped where they don't print.

    >>> shown("hug\n"), shown("a" * 100) == "a" * 39 + "…", shown(b"\xe5")
    ('hug\\n', True, '\\xe5')
    """
    # Cut first: escaping megabytes to show 40 characters takes long.
    if isinstance(content, (str, bytes)):
        content = content[: SHOWN + 1]
    text = repr(content)
    if isinstance(content, (str, bytes)):
        text = text[1 + isinstance(content, bytes) : -1]
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def shown_reason(error: BaseException) -> str:
    """Return a library's message about a file, in one line of at most 200 characters."""
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
