"""Tokenizers as files of other libraries: written, read, and turned into one another.

Unlike a trace's own bytes, these hold no history, only what is needed to encode. If a format cannot
express what was trained, a `FormatError` says why; a file that cannot be read raises a
`ModelFileError`.

>>> from bpe_core import Corpus, train_bpe
>>> trace = train_bpe(Corpus.from_counts({"hug": 10, "pug": 5}), num_merges=1)
>>> read_tokenizer(write_tokenizer(trace, "tokenizer.json")).tokens("hugs")
['h', 'ug', '<unk>']

WordPiece and Unigram are written as tokenizer.json alone. Both keep a vocabulary and no merges.
Unlike BPE's, a WordPiece vocabulary needs its prefix, and Unigram's a probability for each token.
Hugging Face's Unigram turns a run of unknown characters into one unknown token; ours turns each
character into one. In that library, a model finds everything in a text that its vocabulary has,
including the unknown token's own text. So if that token is not a special token, it is written with
a character before it that occurs in no text, and decoding removes that character; Unigram's only if
the corpus has its text, because programs look for `<unk>` by name. Likewise a token for inside
words is found where a word begins with its prefix (`##a` in the text is the token `##a`). If words
of the corpus begin so, the prefix is replaced by such a character.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.tokenizer import MOST_UNITS
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.encoding.encoding_steps import Ranks
from bpe_core.encoding.token_ids import check_token_ids
from bpe_core.files.bpe_model import BpeModel, Format, check_distinct, check_writable, model_of
from bpe_core.files.errors import FormatError
from bpe_core.files.formats import FORMATS, find_format, read_model
from bpe_core.files.formats.json_parts import (
    write_decoder,
    write_normalizer,
    write_pre_tokenizer,
    write_prefix_decoder,
)
from bpe_core.files.formats.tokenizer_json import NAME, whole_file
from bpe_core.text.byte_alphabet import printed
from bpe_core.text.corpus import CODE_POINTS, Token, encode_utf8

__all__ = [
    "FORMATS",
    "Format",
    "FormatError",
    "LoadedTokenizer",
    "model_of",
    "read_model",
    "read_tokenizer",
    "write_model",
    "write_tokenizer",
]


AnyTrace = Trace | UnigramTrace


def write_tokenizer(trace: AnyTrace, format: str, step: int | None = None) -> bytes:
    """Write what was trained up to a step (all by default) as a file.

    Raises `UnknownFormatError`, `StepError` and a `FormatError` where the format cannot say it.
    """
    found = find_format(format)
    if not isinstance(trace, (WordPieceTrace, UnigramTrace)):
        return found.write(model_of(trace, step))
    if found.name != "tokenizer.json":
        raise FormatError("only-merges", format=found.title)
    if trace.corpus.end_of_word:
        raise FormatError("marker", format=NAME)
    step = len(trace) if step is None else trace.check_step(step)
    if isinstance(trace, WordPieceTrace):
        return _write_wordpiece(trace, step)
    return _write_unigram(trace, step)


def write_model(model: BpeModel, format: str) -> bytes:
    """A model that was read, as a file of another format. Raises what `write_tokenizer` does."""
    return find_format(format).write(model)


def read_tokenizer(data: bytes, pre_tokenizer: str | None = None) -> LoadedTokenizer:
    """The tokenizer in a file. Raises what `read_model` does."""
    return LoadedTokenizer(read_model(data, pre_tokenizer))


class LoadedTokenizer(Tokenizer):
    """A working tokenizer from a file; get it with `read_tokenizer`.

    Unlike a trained one, it comes from no trace: nobody knows which text it was learned from. If
    the file says that an unknown character stays as it is (subword-nmt's codes), that character is
    a token with its own id: the size of the vocabulary plus the code point. So nothing is lost, and
    the same character has the same id in every text.

    `model` is what the file said. Ids are the file's; they rise from merge to merge.

    >>> from dataclasses import replace
    >>> from bpe_core.files.bpe_model import BpeModel
    >>> model = BpeModel(("g", "h", "u"), ((1, 2), (3, 0)), "char", "whitespace")
    >>> LoadedTokenizer(model).tokens("hugs")
    ['hug', '<unk>']
    >>> open = LoadedTokenizer(replace(model, unknown=None))
    >>> open.tokens("hugs"), open.encode("hugs"), open.decode([4, 5 + ord("s")])
    (['hug', 's'], [4, 120], 'hugs')
    """

    def __init__(self, model: BpeModel) -> None:
        self.model = model
        self.step = len(model.merges)
        self.unknown = model.unknown or ""
        named, ids = dict(zip(model.named, model.ids, strict=False)), model.ids
        self._named_ids = frozenset(named.values())
        self._ids = ids[len(named) :]
        tokens: list[Token] = [*map(self._as_token, named), *model.tokens]
        by_id = dict(zip(ids, tokens, strict=True))
        self.vocabulary = [by_id[i] for i in range(len(by_id))]
        self.unknown_id = named.get(self.unknown, len(by_id))
        model_as_corpus: Any = model  # it has what `Tokenizer` asks of a corpus
        self._corpus = model_as_corpus

    @cached_property
    def special_ids(self) -> dict[str, int]:
        """The special tokens of the file with their ids."""
        named = dict(zip(self.model.named, self.model.ids, strict=False))
        return {token: named[token] for token in self.model.special_tokens}

    def _as_token(self, text: str) -> Token:
        return text if self.model.unit == "char" else encode_utf8(text)

    # Text to ids

    def _spell(self, word: str) -> list[int]:
        ids = self._spell_all(word)
        if self.model.unknown == "":
            return [token_id for token_id in ids if token_id != self.unknown_id]
        return ids

    def _spell_all(self, word: str) -> list[int]:
        """The word as base-token ids, including those of unknown characters that get left out."""
        base, end = self._base_ids, self.model.end_of_word
        if self.model.unit == "byte":
            return [base[byte] for byte in encode_utf8(word)]
        units = [*word[:-1], word[-1:] + end] if self.model.joins_marker else [*word]
        ids = [base[unit] if unit in base else self._id_of_unknown(unit) for unit in units]
        return ids if self.model.marker is None else [*ids, self._ids[self.model.marker]]

    def _id_of_unknown(self, unit: str) -> int:
        """The id of a character that is no base token; one with the marker has its own."""
        if self.model.unknown is not None:
            return self.unknown_id
        return len(self.vocabulary) + ord(unit[0]) + CODE_POINTS * (len(unit) > 1)

    def _unknown_in(self, word: str) -> list[str]:
        if self.model.unknown is None:
            return []  # it stays as it is
        return [
            c for c, i in zip(word, self._spell_all(word), strict=False) if i == self.unknown_id
        ]

    @property
    def _has_unknown(self) -> bool:
        return self.unit == "char" and bool(self.model.unknown)

    @cached_property
    def _base_ids(self) -> dict[str | int, int]:
        """The id of each character (str; with the marker where that is joined) or byte (int)."""
        return {
            token if isinstance(token, str) else token[0]: self._ids[place]
            for place, token in enumerate(self.model.base)
            if place != self.model.marker
        }

    @cached_property
    def _ranks(self) -> Ranks:
        ids, first = self._ids, len(self.model.base)
        return {
            ids[left] << 32 | ids[right]: ids[first + i]
            for i, (left, right) in enumerate(self.model.merges)
        }

    # Ids to text

    def token(self, token_id: int) -> Token:
        check_token_ids([token_id], len(self.vocabulary) - 1)
        code = token_id - len(self.vocabulary)
        if self.model.unknown is not None or not 0 <= code < 2 * CODE_POINTS:
            return super().token(token_id)
        return chr(code % CODE_POINTS) + self.model.end_of_word * (code >= CODE_POINTS)

    def has_marker(self, token_id: int) -> bool:
        if self.model.unknown is None and token_id >= len(self.vocabulary):
            return token_id >= len(self.vocabulary) + CODE_POINTS
        return token_id in self._ids_with_marker

    @cached_property
    def _ids_with_marker(self) -> set[int]:
        ends = zip(self._ids, self.model.has_marker, strict=True)
        return {token_id for token_id, has_marker in ends if has_marker}

    def _readable(self, token_id: int) -> Token:
        token = self.token(token_id)
        if isinstance(token, bytes):
            return token
        if self.has_marker(token_id):
            token = token[: -len(self.model.end_of_word)] + self._rule.joiner
        is_text = token_id < len(self.vocabulary) and token_id not in self._named_ids
        return token.replace(self._rule.space, " ") if self._rule.space and is_text else token


# WordPiece and Unigram

#: For private use, so that no text has them.
_PRIVATE_USE = range(0xE000, 0xF900)


def _write_wordpiece(trace: WordPieceTrace, step: int) -> bytes:
    corpus, tokenizer = trace.corpus, trace.tokenizer(step)
    special = list(trace.special_tokens)
    bare = [_bare(token) for token in tokenizer.vocabulary[len(special) :]]
    cut = len(_bare(encode_utf8(trace.prefix) if corpus.unit == "byte" else trace.prefix))
    words = corpus.words if corpus.unit == "char" else map(printed, map(encode_utf8, corpus.words))
    prefix = _free_prefix(trace.prefix, [*special, tokenizer.unknown, *words])
    parts = zip(bare, trace.inner[: len(bare)].tolist(), strict=True)
    texts = [*special, *(prefix + text[cut:] if is_inner else text for text, is_inner in parts)]
    unknown = _unknown_text(tokenizer.unknown, special, texts)
    if unknown not in special:
        texts.append(unknown)
    model = {
        "type": "WordPiece",
        "unk_token": unknown,
        "continuing_subword_prefix": prefix,
        "max_input_chars_per_word": MOST_UNITS,
        "vocab": _numbered(texts),
    }
    others = {} if unknown == tokenizer.unknown else {unknown: tokenizer.unknown}
    decoder = write_prefix_decoder(corpus.unit, corpus.pre_tokenizer, prefix, others)
    return _write_around(trace, model, decoder)


def _write_unigram(trace: UnigramTrace, step: int) -> bytes:
    corpus, tokenizer = trace.corpus, trace.tokenizer(step)
    special = list(trace.special_tokens)
    texts = [*special, *map(_bare, tokenizer.vocabulary[len(special) :])]
    logs = trace.snapshots[step].log_probabilities.tolist()
    # If a special token's text still reaches the model, it scores less than its units.
    scores = [(len(token) + 1) * min(logs) for token in special] + logs
    others: dict[str, str] = {}
    unknown_id = tokenizer.unknown_id if tokenizer.unknown in special else None
    if unknown_id is None and corpus.unit == "char":  # bytes are never unknown
        unknown_id = len(texts)
        unknown = tokenizer.unknown
        if any(unknown in text for text in (*texts, *corpus.words)):
            unknown = _unknown_text(unknown, special, texts)
        others = {} if unknown == tokenizer.unknown else {unknown: tokenizer.unknown}
        texts.append(unknown)
        scores.append(min(logs))
    vocabulary = [[text, score] for text, score in zip(_numbered(texts), scores, strict=True)]
    model = {"type": "Unigram", "unk_id": unknown_id, "vocab": vocabulary, "byte_fallback": False}
    decoder = write_decoder(corpus.unit, corpus.pre_tokenizer, "", others)
    return _write_around(trace, model, decoder)


def _write_around(trace: AnyTrace, model: dict[str, Any], decoder: dict[str, Any] | None) -> bytes:
    corpus = trace.corpus
    return whole_file(
        model,
        special={token: i for i, token in enumerate(trace.special_tokens)},
        normalizer=write_normalizer(corpus.normalizer, corpus.pre_tokenizer, ""),
        pre_tokenizer=write_pre_tokenizer(corpus.unit, corpus.pre_tokenizer),
        decoder=decoder,
    )


def _bare(token: Token) -> str:
    """A token as the file writes it: bytes in GPT-2's characters."""
    return token if isinstance(token, str) else printed(token)


def _numbered(texts: list[str]) -> dict[str, int]:
    """Each text with its id. Raises `FormatError`."""
    check_distinct(texts, NAME)
    check_writable(texts, NAME)
    return {text: i for i, text in enumerate(texts)}


def _free_prefix(prefix: str, texts: list[str]) -> str:
    """The prefix, or another where a text begins with it.

    >>> _free_prefix("##", ["#", "a##"]), _free_prefix("##", ["##a", "\\ue000"]) == "\\ue001"
    ('##', True)
    """
    taken = any(text.startswith(prefix) for text in texts)
    return _free_character(texts) if taken else prefix


def _unknown_text(unknown: str, special: list[str], texts: list[str]) -> str:
    """The unknown token as the file writes it: as it is only where it is a special token."""
    return unknown if unknown in special else _free_character(texts) + unknown


def _free_character(texts: Iterable[str]) -> str:
    """The first character for private use that none of these begins with."""
    taken = {text[:1] for text in texts}
    return next(chr(code) for code in _PRIVATE_USE if chr(code) not in taken)
