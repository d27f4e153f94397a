"""Errors in a list of merges or ids that somebody hands in.

Unlike a tokenizer file, such a list may hold wrong merges: finding them is the point. Only what
cannot be read at all is an error.
"""

from __future__ import annotations

from bpe_core.errors import BpeError


class MergesError(BpeError):
    """A list of merges that cannot be read."""

    template = "This list of merges cannot be read."


class MergesTooLargeError(MergesError):
    """The list has more bytes than the limit."""

    template = "This list of merges has {size} bytes; the limit is {limit}. Submit fewer merges."


class MergesTooManyError(MergesError):
    """The list has more merges than the limit."""

    template = "This list has {merges} merges; the limit is {limit}. Submit fewer merges."


class NoMergesHereError(MergesError):
    """A file without any merge."""

    template = (
        "There are no merges here. Submit one merge per line, such as: h e. A tokenizer.json, "
        "minbpe's ids, a Python list of pairs and JSON can be read as well."
    )


class MergeLineError(MergesError):
    """A line or an entry that is not a merge."""

    template = (
        "Entry {entry} is not a merge: {content}. Write its two tokens with one space between "
        "them, or submit a list of pairs in Python or JSON."
    )


class MergeIdError(MergesError):
    """An id that stands for no token."""

    template = (
        "Merge {entry} names the id {token_id}, which is not a byte, and no earlier merge makes "
        "it. Submit the merges in the order in which they were learned."
    )


class LiteralError(MergesError):
    """A list in Python or JSON that does not end, or holds something other than pairs."""

    template = (
        "This looks like a list in Python or JSON, but it cannot be read. It may hold only texts, "
        "bytes, whole numbers, lists, tuples and dictionaries."
    )


class PickleError(MergesError):
    """A pickled list: opening it would run whatever its author wrote."""

    template = (
        "This is a pickle, which is not opened here, because opening one can run code. Submit the "
        "list as text instead, as `print(merges)` writes it."
    )


class IdsError(BpeError):
    """A list of token ids that cannot be read."""

    template = (
        "Entry {entry} is not a token id: {content}. Enter whole numbers, separated by spaces, "
        "commas or line ends."
    )


class DiagnosisStoppedError(BpeError):
    """A check that took too long, or too much memory."""

    template = (
        "This check was stopped because it had not finished after {seconds} seconds or used too "
        "much memory. Use a shorter text, or submit fewer merges."
    )
