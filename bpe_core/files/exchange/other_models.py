"""WordPiece and Unigram as tokenizer.json.

Both keep a vocabulary and no merges. Unlike BPE's, a WordPiece vocabulary needs its prefix, and
Unigram's a probability for each token. Hugging Face's Unigram turns a run of unknown characters
into one unknown token; ours turns each character into one.

In that library, a model finds everything in a text that its vocabulary has, including the unknown
token's own text. So if that token is not a special token, it is written with a character before it
that occurs in no text, and decoding removes that character; Unigram's only if the corpus has its
text, because programs look for `<unk>` by name. Likewise a token for inside words is
found where a word begins with its prefix (`##a` in the text is the token `##a`). If words of the
corpus begin so, the prefix is replaced by such a character.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.tokenizer import MOST_UNITS
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.bpe_model import check_distinct, check_writable
from bpe_core.files.errors import FormatError
from bpe_core.files.formats.json_parts import (
    write_decoder,
    write_normalizer,
    write_pre_tokenizer,
    write_prefix_decoder,
)
from bpe_core.files.formats.tokenizer_json import NAME, whole_file
from bpe_core.text.byte_alphabet import printed
from bpe_core.text.corpus import Token, encode_utf8

AnyTrace = Trace | UnigramTrace

#: For private use, so that no text has them.
_PRIVATE_USE = range(0xE000, 0xF900)


def write_other(trace: AnyTrace, step: int | None = None) -> bytes:
    """The tokenizer.json of a WordPiece or Unigram training after a step.

    Raises `StepError`, `FormatError`.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> import json
    >>> written = json.loads(write_other(train_wordpiece(Corpus.from_counts({"hug": 10}))))
    >>> written["model"]["type"], list(written["model"]["vocab"])
    ('WordPiece', ['[UNK]', '##g', '##u', 'h', 'hu', 'hug'])
    """
    if trace.corpus.end_of_word:
        raise FormatError("marker", format=NAME)
    step = len(trace) if step is None else trace.check_step(step)
    if isinstance(trace, UnigramTrace):
        return _write_unigram(trace, step)
    if isinstance(trace, WordPieceTrace):
        return _write_wordpiece(trace, step)
    raise TypeError(f"{type(trace).__name__} is written as a BPE model")


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
