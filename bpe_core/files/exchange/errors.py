"""What can be wrong with a tokenizer file, and what a file format cannot say.

Unlike the errors of a training, most of these are about a file that somebody else wrote: they
name the place, and repeat at most 40 characters of it, escaped.
"""

from __future__ import annotations

from bpe_core.errors import BpeError, UnknownNameError

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


class FormatError(BpeError):
    """A file format cannot say what was trained."""

    template = "The format {format} cannot express what was trained here."


class OnlyMergesError(FormatError):
    """WordPiece and Unigram in a format that holds merges."""

    template = (
        "The format {format} stores merges, but this tokenizer does not encode by merges. Choose "
        "tokenizer.json."
    )


class NeedsBytesError(FormatError):
    """Characters in a format of bytes."""

    template = (
        "The format {format} starts from bytes, but the unit here is the character. Choose bytes "
        "as the unit, or choose another format."
    )


class NeedsCharactersError(FormatError):
    """Bytes in a format of characters."""

    template = (
        "The format {format} starts from characters, but the unit here is the byte. Choose "
        "characters as the unit, or choose another format."
    )


class MarkerError(FormatError):
    """An end-of-word marker where the format knows none."""

    template = (
        "The format {format} has no end-of-word marker for this unit and pre-tokenization. Train "
        "without the marker, or choose another format."
    )


class NormalizationError(FormatError):
    """A normalization where the format knows none."""

    template = (
        "The format {format} does not support normalization, and this text was normalized. Train "
        "without it, or choose tokenizer.json."
    )


class PreTokenizationError(FormatError):
    """A pre-tokenization that the format does not know."""

    template = (
        "The format {format} does not support the pre-tokenization {pre_tokenizer}. Choose "
        "another pre-tokenization, or choose another format."
    )


class SameTextError(FormatError):
    """Two tokens that read the same in a format that tells tokens apart by their text."""

    template = (
        "Two tokens have the same text, {token}, and the format {format} tells tokens apart only "
        "by their text. Choose another end-of-word marker or other special tokens."
    )


class SeparatorError(FormatError):
    """Whitespace inside a token where the format separates by it."""

    template = (
        "The format {format} separates tokens by whitespace, and the token {token} contains "
        "whitespace. Choose tokenizer.json."
    )


class SurrogateError(FormatError):
    """A lone surrogate, which UTF-8 cannot write."""

    template = (
        "The token {token} contains half a character, which the format {format} cannot write. "
        "Remove it from the text, or choose bytes as the unit."
    )


class NoMergesError(FormatError):
    """Nothing was merged, and the format holds nothing else."""

    template = "The format {format} stores merges, and there are none yet. Go to a later step."


class OtherSplitError(FormatError):
    """Ranks alone would merge other pairs than the merges do."""

    template = (
        "The format {format} stores tokens, not pairs, and would build the token {token} from "
        "other parts. Choose tokenizer.json."
    )


class ProgramTooLargeError(FormatError):
    """A corpus too large for a short program."""

    template = (
        "The different words of this corpus have {size} bytes; a short program can hold {limit}. "
        "Use a shorter text."
    )


class UnknownFormatError(UnknownNameError):
    """No file format has this name."""

    template = "There is no file format called {name!r}. Choose one of: {known}."


class ModelFileError(BpeError):
    """A tokenizer file that cannot be used."""

    template = "This tokenizer file cannot be used."


class NotAModelError(ModelFileError):
    """None of the formats that can be read."""

    template = (
        "This file is not a tokenizer that can be read here. Choose a tokenizer.json from "
        "Hugging Face, a .model from minbpe, a merges.txt from GPT-2, or a codes file from "
        "subword-nmt."
    )


class UnsaidCutError(ModelFileError):
    """A file that does not say how text is cut into words."""

    template = (
        "A {format} file does not say how text is cut into words. Choose a tokenizer.json, or "
        "name the pre-tokenization on the command line with `--pre-tokenizer`."
    )


class ClipMergesError(ModelFileError):
    """CLIP's merges without the rest: as characters, which they look like, they make no sense."""

    template = (
        "These are the merges of CLIP. The file does not say how CLIP splits text, or which ids "
        "its tokens have. Choose CLIP's tokenizer.json instead."
    )


class ModelTooLargeError(ModelFileError):
    """More bytes than a tokenizer file may have."""

    template = (
        "This tokenizer file has {size} bytes; the limit is {limit}. Choose a tokenizer with a "
        "smaller vocabulary."
    )


class TooManyMergesError(ModelFileError):
    """The file has more merges than the limit."""

    template = (
        "This tokenizer file has {merges} merges; the limit is {limit}. Choose a tokenizer with "
        "a smaller vocabulary."
    )


class JsonError(ModelFileError):
    """Not JSON."""

    template = (
        "This tokenizer file is not valid JSON: there is an error in line {line}, column "
        "{column}. Save it again, or choose another file."
    )


class NestingError(ModelFileError):
    """Lists within lists within lists."""

    template = (
        "This tokenizer file nests lists and objects more than {limit} levels deep. "
        "Choose another file."
    )


class TooManyPartsError(ModelFileError):
    """More lists or texts than a tokenizer needs."""

    template = (
        "This tokenizer file has more than {limit} lists and strings, which is the limit. Choose "
        "a tokenizer with a smaller vocabulary."
    )


class RepeatedKeyError(ModelFileError):
    """A record says the same thing twice."""

    template = "This tokenizer file has {key} twice. Remove one of them, or choose another file."


class NumberError(ModelFileError):
    """Not a number, infinite, or of hundreds of digits."""

    template = (
        "This tokenizer file contains the number {number}, which has no meaning here. Choose "
        "another file."
    )


class FieldError(ModelFileError):
    """A field is missing or has the wrong type."""

    template = (
        "In this tokenizer file, {field} is missing or does not follow the format. Choose "
        "another file."
    )


class UnsupportedError(ModelFileError):
    """Something that the format allows but we do not support."""

    template = (
        "This tokenizer file has {content} in {field}, which is not supported. Choose the file "
        "of another tokenizer."
    )


class LineError(ModelFileError):
    """A line that is not what the format says."""

    template = (
        "Line {line} of this tokenizer file does not follow the format: {content}. Correct the "
        "line, or choose another file."
    )


class MergeOrderError(ModelFileError):
    """A merge of a token that does not exist yet, or never will."""

    template = (
        "Merge {merge} of this tokenizer file uses {token}, which is not a single character or "
        "byte and which no earlier merge makes. Choose another file."
    )


class RepeatedTokenError(ModelFileError):
    """Two merges, or a unit and a merge, make the same token."""

    template = (
        "Merge {merge} of this tokenizer file makes {token}, which already exists. Choose "
        "another file."
    )


class TokenTooLongError(ModelFileError):
    """A token beyond the limit."""

    template = (
        "Merge {merge} of this tokenizer file makes a token of {size} bytes; the limit is "
        "{limit}. Choose another file."
    )


class PlainTokenTooLongError(ModelFileError):
    """A token beyond the limit that no merge makes."""

    template = (
        "This tokenizer file has a token of {size} bytes that no merge makes; the limit is "
        "{limit}. Choose another file."
    )


class TooManySpecialTokensError(ModelFileError):
    """The file has more special tokens than the limit."""

    template = (
        "This tokenizer file has {count} special tokens; the limit is {limit}. Choose another file."
    )


class SpecialTokensTooLongError(ModelFileError):
    """All special tokens together are beyond the limit."""

    template = (
        "The special tokens of this tokenizer file add up to {size} bytes; the limit is {limit}. "
        "Choose another file."
    )


class TokensTooLongError(ModelFileError):
    """All tokens together are beyond the limit."""

    template = (
        "From merge {merge} on, the tokens of this tokenizer file add up to more than {limit} "
        "bytes. Choose another file."
    )


class MissingTokenError(ModelFileError):
    """A token that must be in the vocabulary is not."""

    template = (
        "The token {token} is missing from the vocabulary of this tokenizer file. Choose another "
        "file."
    )


class IdError(ModelFileError):
    """Ids that are not 0, 1, 2 and so on."""

    template = (
        "The ids in this tokenizer file should be 0 to {last}, each once: {token_id} is "
        "duplicated or out of range. Choose another file."
    )


class IdOrderError(ModelFileError):
    """Ids that do not rise with the merges; our encoder applies merges in the order of ids."""

    template = (
        "In this tokenizer file, the ids of merged tokens do not increase from merge to merge: "
        "{token_id} comes too late. Choose another file."
    )
