"""What can be wrong with any tokenizer file, and with a question about it.

Unlike `bpe_core.files.exchange.errors`, whose readers are our own, some of these pass on what
another library said, or that it did not survive the file.
"""

from __future__ import annotations

from bpe_core.errors import BpeError
from bpe_core.files.exchange.errors import ModelFileError


class UnknownFileError(ModelFileError):
    """None of the kinds that can be read."""

    template = (
        "This file is not a tokenizer in a format that can be read here. Choose a tokenizer.json "
        "from Hugging Face, a .model file from SentencePiece or minbpe, a .tiktoken file, a "
        "tekken.json, GPT-2's vocab.json and merges.txt in one ZIP archive, BERT's vocab.txt, or "
        "codes from subword-nmt."
    )


class EmptyFileError(ModelFileError):
    """A file without a byte."""

    template = "This tokenizer file is empty. Download it again, or choose another file."


class FileTooLargeError(ModelFileError):
    """More bytes than are read, as they are or unpacked."""

    template = (
        "This tokenizer file has {size} bytes, and the limit is {limit}. Choose another file."
    )


class TooManyTokensError(ModelFileError):
    """More tokens than are read."""

    template = (
        "This tokenizer file has {tokens} tokens, and the limit is {limit}. Choose another file."
    )


class TokenSizeError(ModelFileError):
    """A token longer than any that is read."""

    template = (
        "In this tokenizer file the token with the id {token_id} has {size} bytes, and the limit "
        "is {limit}. Choose another file."
    )


class NotUtf8Error(ModelFileError):
    """Bytes that are not UTF-8 where text has to be."""

    template = (
        "This tokenizer file stops being readable text at byte {place}: it was cut off or damaged. "
        "Download it again, or choose another file."
    )


class Utf16Error(ModelFileError):
    """Text in UTF-16, as some editors save it."""

    template = (
        "This tokenizer file is saved as UTF-16, and every kind that can be read here is UTF-8. "
        "Save it again as UTF-8, or choose the original file."
    )


class ArchiveError(ModelFileError):
    """A ZIP archive or a packed file that cannot be unpacked."""

    template = (
        "This packed file is damaged or uses a compression that cannot be read here. Pack the "
        "tokenizer again as a plain ZIP archive, or choose another file."
    )


class ArchiveContentError(ModelFileError):
    """A ZIP archive without a tokenizer."""

    template = (
        "This archive holds none of these files: {names}. Pack a tokenizer.json, or vocab.json "
        "and merges.txt together."
    )


class NeedsMergesError(ModelFileError):
    """`vocab.json` without `merges.txt`."""

    template = (
        "This is a vocab.json: it lists tokens, but not how they are made. Choose it together with "
        "its merges.txt, or choose the tokenizer.json that came with it."
    )


class NeedsVocabularyError(ModelFileError):
    """A pair of files of which one is not what it should be."""

    template = (
        "Two files make one tokenizer only if one is a vocab.json and the other a merges.txt. "
        "Choose these two, or a single file."
    )


class MissingByteError(ModelFileError):
    """A byte-level vocabulary without one of the 256 bytes."""

    template = (
        "The byte {byte} is not a token in this file, so the file cannot encode every "
        "text: it was cut off, or holds only part of a vocabulary. Choose another file."
    )


class RepeatedPieceError(ModelFileError):
    """Two tokens that read the same where that is not allowed."""

    template = (
        "The token {token} occurs twice in this tokenizer file, with the ids {first} and {second}. "
        "Choose another file."
    )


class RepeatedIdError(ModelFileError):
    """Two tokens with one id: which of them a text becomes would be chance."""

    template = (
        "In this tokenizer file two tokens have the id {token_id}: {first} and {second}. Choose "
        "another file."
    )


class PatternError(ModelFileError):
    """The pattern in a file cannot be used."""

    template = (
        "The pattern that splits text in this tokenizer file cannot be used: {reason}. Choose "
        "another file."
    )


class LibraryError(ModelFileError):
    """The library that made the format does not read this file."""

    template = (
        "The library {library} cannot use this tokenizer file: {reason}. Download the file again, "
        "or choose another."
    )


class LibraryDiedError(ModelFileError):
    """The process in which the library read the file has died."""

    template = (
        "The library that reads this kind of file crashed, or needed more than {limit} MB of "
        "memory. The file is damaged, or too large to be read here. Choose another file."
    )


class LibrarySlowError(ModelFileError):
    """The process in which the library worked was stopped."""

    template = (
        "The library that reads this kind of file was stopped after {seconds} seconds. "
        "Either the file is damaged or the request was too large. Narrow the search, "
        "or choose another file."
    )


class NoLibraryError(ModelFileError):
    """The library that reads this kind of file is not installed."""

    template = "Reading this kind of file needs the library {library}, which is not installed."


class QuestionError(BpeError):
    """A question that is not understood: `field` is what is missing or makes no sense."""

    template = "This search cannot be run. Check the field {field}."


class NoSuchTokenError(BpeError):
    """An id that the file does not have."""

    template = "There is no token with the id {token_id!r} in this file."


class HalfCharacterError(BpeError):
    """A lone surrogate in a text to be encoded."""

    template = (
        "Text {number} has half a character (a lone surrogate) at position {place}, "
        "which no tokenizer can encode. Remove it."
    )


class TextTooLongError(BpeError):
    """A text, or a word, longer than can be shown."""

    template = "This has {length} characters, and the limit is {limit}. Shorten it."


class NotShownError(BpeError):
    """A part of a file that is fine, which cannot be drawn step by step."""

    template = (
        "How this file encodes the word cannot be shown step by step, because its "
        "library does more here than the steps can show. Its ids are still right."
    )


class WithoutMergesError(NotShownError):
    """A replay of a vocabulary that has no merges."""

    template = (
        "This vocabulary does not encode by merges, so there are no merges to step through. Its "
        "ids are still right."
    )


class NoScoresError(NotShownError):
    """A lattice of a vocabulary that has no likelihoods."""

    template = (
        "This vocabulary has no probabilities, so there is no lattice to draw. Its ids are still "
        "right."
    )


class NoWordError(NotShownError):
    """A replay of a text without a word."""

    template = "No word of this text can be shown step by step. Type another text."
