"""Errors in tokenizer files and in questions about them, and the limits of file formats.

Each class has several messages, by a code: `FileSizeError("too-many-tokens", tokens=…, limit=…)`.
Most are about a file that somebody else wrote: they name the place, and repeat at most 40
characters of it, escaped. Some pass on what another library said, or that it did not survive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

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


class UnknownFormatError(UnknownNameError):
    """No file format has this name."""

    template = "There is no file format called {name!r}. Choose one of: {known}."


class FormatError(BpeError):
    """A file format cannot say what was trained."""

    template = "The format {format} cannot express what was trained here."
    templates: ClassVar[Mapping[str, str]] = {
        "only-merges": (
            "The format {format} stores merges, but this tokenizer does not encode by merges. "
            "Choose tokenizer.json."
        ),
        "needs-bytes": (
            "The format {format} starts from bytes, but the unit here is the character. Choose "
            "bytes as the unit, or choose another format."
        ),
        "needs-characters": (
            "The format {format} starts from characters, but the unit here is the byte. Choose "
            "characters as the unit, or choose another format."
        ),
        "marker": (
            "The format {format} has no end-of-word marker for this unit and pre-tokenization. "
            "Train without the marker, or choose another format."
        ),
        "normalization": (
            "The format {format} does not support normalization, and this text was normalized. "
            "Train without it, or choose tokenizer.json."
        ),
        "pre-tokenization": (
            "The format {format} does not support the pre-tokenization {pre_tokenizer}. Choose "
            "another pre-tokenization, or choose another format."
        ),
        "same-text": (
            "Two tokens have the same text, {token}, and the format {format} tells tokens apart "
            "only by their text. Choose another end-of-word marker or other special tokens."
        ),
        "separator": (
            "The format {format} separates tokens by whitespace, and the token {token} contains "
            "whitespace. Choose tokenizer.json."
        ),
        "surrogate": (
            "The token {token} contains half a character, which the format {format} cannot write. "
            "Remove it from the text, or choose bytes as the unit."
        ),
        "no-merges": (
            "The format {format} stores merges, and there are none yet. Go to a later step."
        ),
        "other-split": (
            "The format {format} stores tokens, not pairs, and would build the token {token} from "
            "other parts. Choose tokenizer.json."
        ),
        "longest-token": (
            "The format {format} cannot express a longest token, and this training had one. Train "
            "without it."
        ),
        "program-too-large": (
            "The different words of this corpus have {size} bytes; a short program can hold "
            "{limit}. Use a shorter text."
        ),
    }


class ModelFileError(BpeError):
    """A tokenizer file that cannot be used."""

    template = "This tokenizer file cannot be used."


class OtherFileError(ModelFileError):
    """Another file than a tokenizer, or only a part of one."""

    templates: ClassVar[Mapping[str, str]] = {
        "not-a-model": (
            "This file is not a tokenizer that can be read here. Choose a tokenizer.json from "
            "Hugging Face, a .model from minbpe, a merges.txt from GPT-2, or a codes file from "
            "subword-nmt."
        ),
        "unknown-file": (
            "This file is not a tokenizer in a format that can be read here. Choose a "
            "tokenizer.json from Hugging Face, a .model file from SentencePiece or minbpe, a "
            ".tiktoken file, a tekken.json, GPT-2's vocab.json and merges.txt in one ZIP archive, "
            "BERT's vocab.txt, or codes from subword-nmt."
        ),
        "empty-file": "This tokenizer file is empty. Download it again, or choose another file.",
        "utf-16": (
            "This tokenizer file is saved as UTF-16, and every kind that can be read here is "
            "UTF-8. Save it again as UTF-8, or choose the original file."
        ),
        "archive-content": (
            "This archive holds none of these files: {names}. Pack a tokenizer.json, or vocab.json "
            "and merges.txt together."
        ),
        "lfs-pointer": (
            "This is a Git LFS pointer: it only names the file, which has {size} bytes. Fetch the "
            "file itself with `git lfs pull`, or download it from its page."
        ),
        "web-page": (
            "This is a web page, not the file that it shows. Download the file itself: on a hub, "
            "follow the link “raw” or “download”."
        ),
        "weights": (
            "This file holds the weights of a model or an array, not a tokenizer that can be read "
            "here. Choose the tokenizer.json or the tokenizer.model of the same model."
        ),
        "scored-pieces": (
            "This is a .vocab file of SentencePiece, which lists the pieces for people to read. "
            "To encode, choose its .model file; to check merges, give them one per line."
        ),
        "spelled-tokens": (
            "This is a .vocab file of minbpe, which lists the tokens for people to read. Choose "
            "its .model file, which has the merges."
        ),
        "lists-no-merges": (
            "This is a {format} file, which lists tokens, but not the merges that make them. "
            "Choose a file with merges, such as a merges.txt, or a tokenizer.json of BPE."
        ),
        "counted-tokens": (
            "This is a list of tokens with their counts: it says how often each occurs, but not "
            "how tokens are made. Choose the codes or merges from which it was counted."
        ),
        "keras": (
            "This is a tokenizer.json of Keras: it numbers whole words and cuts none into "
            "subwords. Choose a tokenizer.json from Hugging Face."
        ),
        "tokenizer-config": (
            "This is a tokenizer_config.json: it says how a tokenizer is used, but holds no "
            "tokens. Choose the tokenizer.json, tokenizer.model or vocab.json beside it."
        ),
        "model-config": (
            "This is the config.json of a model, which holds no tokens. Choose the "
            "tokenizer.json, tokenizer.model or vocab.json beside it."
        ),
        "special-tokens-map": (
            "This is a special_tokens_map.json: it names the special tokens only. Choose the "
            "tokenizer.json, tokenizer.model or vocab.json beside it."
        ),
        "needs-merges": (
            "This is a vocab.json: it lists tokens, but not how they are made. Choose it together "
            "with its merges.txt, or choose the tokenizer.json that came with it."
        ),
        "needs-vocabulary": (
            "Two files make one tokenizer only if one is a vocab.json and the other a merges.txt. "
            "Choose these two, or a single file."
        ),
        "unsaid-cut": (
            "A {format} file does not say how text is cut into words. Choose a tokenizer.json, or "
            "name the pre-tokenization on the command line with `--pre-tokenizer`."
        ),
        "clip": (
            "These are the merges of CLIP. The file does not say how CLIP splits text, or which "
            "ids its tokens have. Choose CLIP's tokenizer.json instead."
        ),
    }


class FileSizeError(ModelFileError):
    """More bytes, tokens or merges than are read."""

    templates: ClassVar[Mapping[str, str]] = {
        "model-too-large": (
            "This tokenizer file has {size} bytes; the limit is {limit}. Choose a tokenizer with a "
            "smaller vocabulary."
        ),
        "file-too-large": (
            "This tokenizer file has {size} bytes, and the limit is {limit}. Choose another file."
        ),
        "too-many-merges": (
            "This tokenizer file has {merges} merges; the limit is {limit}. Choose a tokenizer "
            "with a smaller vocabulary."
        ),
        "too-many-tokens": (
            "This tokenizer file has {tokens} tokens, and the limit is {limit}. Choose another "
            "file."
        ),
        "too-many-parts": (
            "This tokenizer file has more than {limit} lists and strings, which is the limit. "
            "Choose a tokenizer with a smaller vocabulary."
        ),
        "nesting": (
            "This tokenizer file nests lists and objects more than {limit} levels deep. Choose "
            "another file."
        ),
        "token-size": (
            "In this tokenizer file the token with the id {token_id} has {size} bytes, and the "
            "limit is {limit}. Choose another file."
        ),
        "token-too-long": (
            "Merge {merge} of this tokenizer file makes a token of {size} bytes; the limit is "
            "{limit}. Choose another file."
        ),
        "plain-token-too-long": (
            "This tokenizer file has a token of {size} bytes that no merge makes; the limit is "
            "{limit}. Choose another file."
        ),
        "too-many-special-tokens": (
            "This tokenizer file has {count} special tokens; the limit is {limit}. Choose another "
            "file."
        ),
        "special-tokens-too-long": (
            "The special tokens of this tokenizer file add up to {size} bytes; the limit is "
            "{limit}. Choose another file."
        ),
        "tokens-too-long": (
            "From merge {merge} on, the tokens of this tokenizer file add up to more than {limit} "
            "bytes. Choose another file."
        ),
    }


class FileContentError(ModelFileError):
    """Content that does not follow the format: where, and what stands there."""

    templates: ClassVar[Mapping[str, str]] = {
        "not-json": (
            "This tokenizer file is not valid JSON: there is an error in line {line}, column "
            "{column}. Save it again, or choose another file."
        ),
        "repeated-key": (
            "This tokenizer file has {key} twice. Remove one of them, or choose another file."
        ),
        "number": (
            "This tokenizer file contains the number {number}, which has no meaning here. Choose "
            "another file."
        ),
        "line": (
            "Line {line} of this tokenizer file does not follow the format: {content}. Correct the "
            "line, or choose another file."
        ),
        "not-utf-8": (
            "This tokenizer file stops being readable text at byte {place}: it was cut off or "
            "damaged. Download it again, or choose another file."
        ),
        "archive": (
            "This packed file is damaged or uses a compression that cannot be read here. Pack the "
            "tokenizer again as a plain ZIP archive, or choose another file."
        ),
        "pattern": (
            "The pattern that splits text in this tokenizer file cannot be used: {reason}. Choose "
            "another file."
        ),
        "field": (
            "In this tokenizer file, {field} is missing or does not follow the format. Choose "
            "another file."
        ),
    }


class UnsupportedError(ModelFileError):
    """Something that the format allows but we do not support."""

    templates: ClassVar[Mapping[str, str]] = {
        "unsupported": (
            "This tokenizer file has {content} in {field}, which is not supported. Choose the file "
            "of another tokenizer."
        ),
    }


class VocabularyError(ModelFileError):
    """Tokens, ids or merges that do not fit each other."""

    templates: ClassVar[Mapping[str, str]] = {
        "merge-order": (
            "Merge {merge} of this tokenizer file uses {token}, which is not a single character or "
            "byte and which no earlier merge makes. Choose another file."
        ),
        "repeated-token": (
            "Merge {merge} of this tokenizer file makes {token}, which already exists. Choose "
            "another file."
        ),
        "missing-token": (
            "The token {token} is missing from the vocabulary of this tokenizer file. Choose "
            "another file."
        ),
        "ids": (
            "The ids in this tokenizer file should be 0 to {last}, each once: {token_id} is "
            "duplicated or out of range. Choose another file."
        ),
        "id-order": (
            "In this tokenizer file, the ids of merged tokens do not increase from merge to merge: "
            "{token_id} comes too late. Choose another file."
        ),
        "missing-byte": (
            "The byte {byte} is not a token in this file, so the file cannot encode every text: it "
            "was cut off, or holds only part of a vocabulary. Choose another file."
        ),
        "repeated-piece": (
            "The token {token} occurs twice in this tokenizer file, with the ids {first} and "
            "{second}. Choose another file."
        ),
        "repeated-id": (
            "In this tokenizer file two tokens have the id {token_id}: {first} and {second}. "
            "Choose another file."
        ),
    }


class LibraryError(ModelFileError):
    """The library that made the format does not read this file, or is not there."""

    templates: ClassVar[Mapping[str, str]] = {
        "refused": (
            "The library {library} cannot use this tokenizer file: {reason}. Download the file "
            "again, or choose another."
        ),
        "not-installed": (
            "Reading this kind of file needs the library {library}, which is not installed."
        ),
    }


class LibraryStoppedError(ModelFileError):
    """The process in which the library read the file has ended."""

    templates: ClassVar[Mapping[str, str]] = {
        "died": (
            "The library that reads this kind of file crashed, or needed more than {limit} MB of "
            "memory. The file is damaged, or too large to be read here. Choose another file."
        ),
        "slow": (
            "The library that reads this kind of file was stopped after {seconds} seconds. Either "
            "the file is damaged or the request was too large. Narrow the search, or choose "
            "another file."
        ),
    }


class QuestionError(BpeError):
    """A question about a file that is not understood, or that has no answer."""

    templates: ClassVar[Mapping[str, str]] = {
        "question": "This search cannot be run. Check the field {field}.",
        "no-such-token": "There is no token with the id {token_id!r} in this file.",
        "half-character": (
            "Text {number} has half a character (a lone surrogate) at position {place}, which no "
            "tokenizer can encode. Remove it."
        ),
        "text-too-long": "This has {length} characters, and the limit is {limit}. Shorten it.",
    }


class NotShownError(BpeError):
    """A part of a file that is fine, which cannot be drawn step by step."""

    templates: ClassVar[Mapping[str, str]] = {
        "not-shown": (
            "How this file encodes the word cannot be shown step by step, because its library does "
            "more here than the steps can show. Its ids are still right."
        ),
        "without-merges": (
            "This vocabulary does not encode by merges, so there are no merges to step through. "
            "Its ids are still right."
        ),
        "no-scores": (
            "This vocabulary has no probabilities, so there is no lattice to draw. Its ids are "
            "still right."
        ),
        "no-word": "No word of this text can be shown step by step. Type another text.",
    }
