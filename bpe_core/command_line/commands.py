"""The commands about tokenizers and text: each takes the parsed arguments of the command line."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.limits import StopReason
from bpe_core.algorithms.train import train as train_as_specified
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.command_line.tokenizer_files import open_tokenizer, read_file, read_trace
from bpe_core.errors import TokenIdError
from bpe_core.experiments.unread_text import bits_by_size
from bpe_core.files.exchange import AnyTrace, read_model, write_model, write_tokenizer
from bpe_core.files.program import write_program
from bpe_core.files.trace_tables import readable, write_csv, write_json
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.counting import Counter, count_files, count_on_cluster
from bpe_core.text.reading import read_text

_DEFAULT_UNIGRAM_SIZE = 8_000


def train(chosen: Namespace) -> None:
    """Learn a tokenizer and write it."""
    learned = _learn(chosen)
    is_trace = chosen.format == "trace"
    _write(
        chosen.output, learned.to_bytes() if is_trace else write_tokenizer(learned, chosen.format)
    )


def trace(chosen: Namespace) -> None:
    """Learn a tokenizer and write down every step."""
    writers = {"csv": write_csv, "json": write_json, "python": write_program, "text": _as_lines}
    _write(chosen.output, writers[chosen.format](_learn(chosen)))


def encode(chosen: Namespace) -> None:
    """Write the token ids, or the tokens, of each line of text."""
    tokenizer = open_tokenizer(read_file(chosen.model), chosen.pre_tokenizer)

    def encoded(line: str) -> str:
        ids = tokenizer.encode(line, chosen.special)
        shown = [readable(tokenizer.token(i)) for i in ids] if chosen.tokens else map(str, ids)
        return " ".join(shown)

    _write_lines(chosen.output, map(encoded, _lines(chosen.files)))


def decode(chosen: Namespace) -> None:
    """Write the text of each line of token ids."""
    tokenizer = open_tokenizer(read_file(chosen.model), chosen.pre_tokenizer)

    last = len(tokenizer.vocabulary) - 1

    def decoded(line: str) -> str:
        return tokenizer.decode([_as_id(part, last) for part in line.split()])

    _write_lines(chosen.output, map(decoded, _lines(chosen.files)))


def convert(chosen: Namespace) -> None:
    """Convert a tokenizer file into another format."""
    data = read_file(chosen.model)
    trained = read_trace(data)
    if trained is not None:
        _write(chosen.output, write_tokenizer(trained, chosen.to))
    else:
        _write(chosen.output, write_model(read_model(data, chosen.pre_tokenizer), chosen.to))


def bits(chosen: Namespace) -> None:
    """Write how many bits per byte text takes that was not read, by the size of the vocabulary."""
    text = "".join(read_text(read_file(name)) for name in chosen.files)
    progress = ProgressLine("parts", is_quiet=chosen.quiet)
    sizes = bits_by_size(
        text, sizes=chosen.sizes, most_merges=chosen.merges, progress=progress.steps
    )
    if chosen.json:
        rows = [
            {
                "merges": size.whole.merges,
                "vocabulary_size": size.whole.vocabulary_size,
                "bits_per_byte": size.whole.per_byte,
                "bits_per_byte_of_tenths": [cost.per_byte for cost in size.tenths],
                "bits_per_token": size.whole.bits / size.whole.tokens,
                "unseen_tokens": size.whole.unseen,
                "tokens": size.whole.tokens,
            }
            for size in sizes
        ]
        _write(chosen.output, (json.dumps(rows, indent=1) + "\n").encode())
        return
    lines = ["merges  vocabulary  bits/byte  tenths          bits/token\n"]
    for size in sizes:
        whole, (least, most) = size.whole, size.spread
        lines.append(
            f"{whole.merges:6}  {whole.vocabulary_size:10}  {whole.per_byte:9.3f}  "
            f"{least:5.3f} to {most:5.3f}  {whole.bits / whole.tokens:10.3f}\n"
        )
    _write(chosen.output, "".join(lines).encode())


# Learning


def _learn(chosen: Namespace) -> AnyTrace:
    specification = _specification(chosen)
    steps = "rounds" if specification.algorithm == "unigram" else "merges"
    progress = ProgressLine(steps, is_quiet=chosen.quiet)
    counter = Counter(
        specification.normalizer,
        specification.pre_tokenizer,
        specification.source == "table",
        specification.special_tokens,
    )
    if chosen.dask:
        counted = count_on_cluster(chosen.files, counter, chosen.dask, progress.files)
    else:
        counted = count_files(chosen.files, counter, chosen.workers, progress.files)
    corpus = counter.corpus_of(
        counted,
        unit=specification.unit,
        end_of_word=specification.end_of_word,
        alphabet=specification.alphabet,
    )
    if specification.limit_alphabet is not None:
        corpus = corpus.limit_alphabet(specification.limit_alphabet)
    learned = train_as_specified(corpus, specification, progress=progress.steps)
    assert isinstance(learned, Trace | UnigramTrace)  # the others cannot be chosen here
    progress.end(len(learned), learned.stopped_because)
    return learned


def _specification(chosen: Namespace) -> TrainingSpecification:
    source: Literal["table", "text"] = "table" if chosen.table else "text"
    found = specification_of(chosen, TrainingSpecification(source=source))
    usual = _DEFAULT_UNIGRAM_SIZE if found.algorithm == "unigram" else None
    return replace(found, vocab_size=found.vocab_size or usual)


def specification_of(chosen: Namespace, usual: TrainingSpecification) -> TrainingSpecification:
    """The usual specification with the settings that were given."""
    names = {field.name for field in fields(TrainingSpecification)}
    given: dict[str, Any] = {name: value for name, value in vars(chosen).items() if name in names}
    for name in ("normalizer", "special_tokens"):
        if name in given:
            given[name] = tuple(given[name])
    return replace(usual, **given)


def _as_lines(learned: AnyTrace) -> bytes:
    return "".join(_step_lines(learned)).encode("utf-8", "backslashreplace")


def _step_lines(learned: AnyTrace) -> Iterator[str]:
    """A line for each step."""
    if isinstance(learned, UnigramTrace):
        for each in learned.rounds:
            yield f"{each.step}. {each.size_before} tokens -> {each.size}: loss {each.loss:.1f}\n"
        return
    for merge in learned.merges:
        parts = [ascii_safe(readable(t)) for t in (merge.left, merge.right, merge.token)]
        yield f"{merge.step}. {parts[0]} + {parts[1]} -> {parts[2]}: {merge.count}\n"


def ascii_safe(text: str) -> str:
    r"""A token on a line of its own, with unprintable characters escaped.

    >>> ascii_safe("a\nb"), ascii_safe("哈")
    ('a\\nb', '哈')
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


# Files


def _as_id(text: str, last: int) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise TokenIdError(token_id=text[:40], last=last)
    return int(text)


def _lines(names: list[str]) -> Iterator[str]:
    """All lines of the files, without their line ends."""
    for name in names:
        text = read_text(read_file(name))
        yield from text.removesuffix("\n").split("\n") if text else []


def _write_lines(output: str | None, lines: Iterator[str]) -> None:
    if output is None:
        for line in lines:
            sys.stdout.buffer.write(encode_utf8(line) + b"\n")
    else:
        _write(output, b"".join(encode_utf8(line) + b"\n" for line in lines))


def _write(output: str | None, data: bytes) -> None:
    """Write the data to a file, or to standard output."""
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        Path(output).write_bytes(data)


SECONDS_ON_A_TERMINAL, SECONDS_IN_A_LOG = 0.2, 5.0
#: Why a training stopped.
REASONS: dict[StopReason, str] = {
    "num_merges": "the requested number was reached",
    "vocab_size": "the vocabulary has the requested size",
    "min_frequency": "no pair reaches the minimum frequency",
    "nothing_left": "nothing is left to learn",
    "token_length": "the next token would be too long",
    "time_limit": "the time limit was reached",
}


class ProgressLine:
    """Shows how many files have been counted, and how many `steps` are done: merges or rounds."""

    def __init__(self, steps: str, *, is_quiet: bool) -> None:
        self._steps = steps
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty()
        self._patience = SECONDS_ON_A_TERMINAL if self._is_terminal else SECONDS_IN_A_LOG
        self._next = monotonic() + self._patience

    def files(self, done: int, total: int) -> None:
        """Show how many files have been counted."""
        self._now_and_then(f"counted {done:,} of {total:,} files")

    def steps(self, done: int, total: int | None) -> None:
        """Show how many steps are done."""
        of_all = "" if total is None else f" of {total:,}"
        self._now_and_then(f"{self._steps}: {done:,}{of_all}")

    def end(self, done: int, stopped_because: StopReason) -> None:
        """Show that the training has ended, and why."""
        self._say(f"{self._steps}: {done:,}; stopped: {REASONS[stopped_because]}")
        if self._is_terminal and not self._is_quiet:
            print(file=sys.stderr)

    def _now_and_then(self, line: str) -> None:
        if monotonic() >= self._next:
            self._say(line)
            self._next = monotonic() + self._patience

    def _say(self, line: str) -> None:
        if self._is_quiet:
            return
        if self._is_terminal:
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
