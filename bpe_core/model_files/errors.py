"""What can be wrong with any tokenizer file, and with a question to it.

Unlike `bpe_core.files.errors`, whose readers are our own, most of these tell what another library
said, or that it did not survive the file.
"""

from __future__ import annotations

from bpe_core.errors import BpeError
from bpe_core.files.errors import ModelFileError


class UnknownFileError(ModelFileError):
    """None of the kinds that can be read."""

    template = (
        "This file is no tokenizer that can be read here. Choose a tokenizer.json of Hugging Face, "
        "a .model of SentencePiece or minbpe, ranks of tiktoken, a tekken.json, vocab.json and "
        "merges.txt of GPT-2 together in a ZIP archive, or codes of subword-nmt."
    )


class EmptyFileError(ModelFileError):
    """A file without a byte."""

    template = "This tokenizer file is empty. Choose another file, or save it once more."


class TooLargeError(ModelFileError):
    """More bytes than are read, as they are or unpacked."""

    template = (
        "This tokenizer file has {size} bytes, and up to {limit} are read. Choose another file."
    )


class TooManyTokensError(ModelFileError):
    """More tokens than are read."""

    template = (
        "This tokenizer file has {tokens} tokens, and up to {limit} are read. Choose another file."
    )


class TokenSizeError(ModelFileError):
    """A token longer than any that is read."""

    template = (
        "The token with the id {token_id} in this tokenizer file has {size} bytes, and one may "
        "have up to {limit}. Choose another file."
    )


class NotUtf8Error(ModelFileError):
    """Bytes that are no UTF-8 where text has to be."""

    template = (
        "This tokenizer file is no text from byte {place} on: it was cut off or damaged on its "
        "way. Fetch it once more, or choose another file."
    )


class ArchiveError(ModelFileError):
    """A ZIP archive or a packed file that cannot be used."""

    template = (
        "This packed file cannot be used: {reason}. Pack a tokenizer.json, or vocab.json and "
        "merges.txt together, as a plain ZIP archive."
    )


class NeedsMergesError(ModelFileError):
    """`vocab.json` without `merges.txt`."""

    template = (
        "This is a vocab.json, which lists tokens and not how they are made. Choose it together "
        "with its merges.txt, or the tokenizer.json that stands beside them."
    )


class NeedsVocabularyError(ModelFileError):
    """A pair of files of which one is not what it should be."""

    template = (
        "Two files make a tokenizer only if one is a vocab.json and the other a merges.txt. "
        "Choose these two, or one file alone."
    )


class MissingByteError(ModelFileError):
    """A byte-level vocabulary without one of the 256 bytes."""

    template = (
        "The byte {byte} is no token of this file, so it cannot encode every text: it was cut off, "
        "or is no whole vocabulary. Choose another file."
    )


class RepeatedPieceError(ModelFileError):
    """Two tokens that read the same where that is not allowed."""

    template = (
        "The token {token} is in this tokenizer file twice, with the ids {first} and {second}. "
        "Choose another file."
    )


class PatternError(ModelFileError):
    """The pattern in a file cannot be used."""

    template = (
        "The pattern by which this tokenizer file cuts a text cannot be used: {reason}. Choose "
        "another file."
    )


class LibraryError(ModelFileError):
    """The library that made the format does not read this file."""

    template = (
        "The library {library} cannot use this tokenizer file; it says: {reason}. Fetch the file "
        "once more, or choose another."
    )


class LibraryDiedError(ModelFileError):
    """The process in which the library read the file has died."""

    template = (
        "The library that reads this kind of file broke down over it, or needed more than {limit} "
        "MB of memory. The file is damaged, or too large to be read here. Choose another file."
    )


class LibrarySlowError(ModelFileError):
    """The process in which the library worked was stopped."""

    template = (
        "The library that reads this kind of file was stopped after {seconds} seconds. The file is "
        "damaged, or the question too large. Ask for less, or choose another file."
    )


class NoLibraryError(ModelFileError):
    """The library that reads this kind of file is not installed."""

    template = "This kind of file is read by the library {library}, which is not installed here."


class QuestionError(BpeError):
    """A question that nobody can answer, or about something that the file does not have."""

    template = "This cannot be asked of the file: {reason}."


class NoSuchTokenError(BpeError):
    """An id that the file does not have."""

    template = "There is no token with the id {token_id!r} in this file."


class HalfCharacterError(BpeError):
    """A lone surrogate in a text to be encoded."""

    template = (
        "Text {number} has half a character (a lone surrogate) at place {place}, which no "
        "tokenizer file can encode. Remove it."
    )


class TextTooLongError(BpeError):
    """A text, or a word, longer than can be shown."""

    template = "This has {length} characters, and up to {limit} can be shown. Shorten it."


class NotShownError(BpeError):
    """A part of a file that is fine, which cannot be drawn step by step."""

    template = (
        "How this file cuts the word cannot be shown step by step: {reason}. Its ids are right all "
        "the same."
    )
