"""WordPiece and Unigram as tokenizer.json.

Both keep a vocabulary and no merges. Unlike BPE's, a WordPiece vocabulary needs its prefix, and
Unigram's a probability for each token. Hugging Face's Unigram takes a run of unknown characters
for one unknown token; ours takes each for itself.
"""

from __future__ import annotations

from typing import Any

from bpe_core.bpe.trace import Trace
from bpe_core.files.errors import MarkerError
from bpe_core.files.gpt2 import printed
from bpe_core.files.hugging_face import NAME, whole_file
from bpe_core.files.hugging_face_parts import (
    write_decoder,
    write_normalizer,
    write_pre_tokenizer,
)
from bpe_core.files.model import check_distinct, check_writable
from bpe_core.text.corpus import Token, encode_utf8
from bpe_core.unigram.trace import UnigramTrace
from bpe_core.wordpiece.trace import MOST_UNITS, WordPieceTrace

AnyTrace = Trace | UnigramTrace


def write_other(trace: AnyTrace, step: int | None = None) -> bytes:
    """The tokenizer.json of a WordPiece or Unigram training after a step.

    Raises `StepError`, `MarkerError`, `SameTextError`, `SurrogateError`.

    >>> from bpe_core import Corpus, train_wordpiece
    >>> import json
    >>> said = json.loads(write_other(train_wordpiece(Corpus.from_counts({"hug": 10}))))
    >>> said["model"]["type"], list(said["model"]["vocab"])
    ('WordPiece', ['[UNK]', '##g', '##u', 'h', 'hu', 'hug'])
    """
    corpus = trace.corpus
    if corpus.end_of_word:
        raise MarkerError(format=NAME)
    step = len(trace) if step is None else trace.check_step(step)
    tokenizer = trace.tokenizer(step)
    prefix = trace.prefix if isinstance(trace, WordPieceTrace) else ""
    special = list(trace.special_tokens)
    tokens = tokenizer.vocabulary[len(special) :]
    inner = trace.inner.tolist() if isinstance(trace, WordPieceTrace) else [False] * len(tokens)
    prefixes = [prefix if is_inner else "" for is_inner in inner]
    texts = [*special, *map(_text, tokens, prefixes)]
    if tokenizer.unknown not in special:
        texts.append(tokenizer.unknown)
    check_distinct(texts, NAME)
    check_writable(texts, NAME)
    if isinstance(trace, UnigramTrace):
        logs = trace.snapshots[step].log_probabilities.tolist()
        model = _unigram(texts, [0.0] * len(special) + logs, tokenizer.unknown_id)
    else:
        model = _wordpiece(texts, prefix, tokenizer.unknown)
    return whole_file(
        model,
        special={token: i for i, token in enumerate(special)},
        normalizer=write_normalizer(corpus.normalizer, corpus.pre_tokenizer, ""),
        pre_tokenizer=write_pre_tokenizer(corpus.unit, corpus.pre_tokenizer),
        decoder=_decoder(trace, prefix),
    )


def _text(token: Token, prefix: str) -> str:
    """A token as the file writes it: bytes in GPT-2's characters, the prefix as it is."""
    if isinstance(token, str):
        return token
    return prefix + printed(token[len(encode_utf8(prefix)) :])


def _wordpiece(texts: list[str], prefix: str, unknown: str) -> dict[str, Any]:
    return {
        "type": "WordPiece",
        "unk_token": unknown,
        "continuing_subword_prefix": prefix,
        "max_input_chars_per_word": MOST_UNITS,
        "vocab": {text: i for i, text in enumerate(texts)},
    }


def _unigram(texts: list[str], logs: list[float], unknown_id: int) -> dict[str, Any]:
    # A special token, and the unknown one, is never the best segment of anything.
    logs += [0.0] * (len(texts) - len(logs))
    vocabulary = [list(entry) for entry in zip(texts, logs, strict=True)]
    return {"type": "Unigram", "unk_id": unknown_id, "vocab": vocabulary, "byte_fallback": False}


def _decoder(trace: AnyTrace, prefix: str) -> dict[str, Any]:
    corpus = trace.corpus
    if prefix and corpus.unit == "char" and corpus.pre_tokenizer == "whitespace":
        return {"type": "WordPiece", "prefix": prefix, "cleanup": False}
    return write_decoder(corpus.unit, corpus.pre_tokenizer, "")
