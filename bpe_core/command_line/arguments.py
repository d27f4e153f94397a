"""Parse the command line."""

from __future__ import annotations

import os
import sys
from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bpe_core import __version__
from bpe_core.algorithms.bpe.tie_rules import TIE_RULES
from bpe_core.command_line.checking import check, check_encoding
from bpe_core.command_line.commands import bits, convert, decode, encode, trace, train
from bpe_core.command_line.inspection import inspect
from bpe_core.diagnosis import PRESETS
from bpe_core.experiments.unread_text import MOST_MERGES, SIZES
from bpe_core.files.exchange import FORMATS
from bpe_core.files.patterns import PATTERNS
from bpe_core.text.byte_alphabet import ALPHABETS
from bpe_core.text.corpus import UNITS
from bpe_core.text.normalization import NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS

_EXAMPLES = """\
examples:
  {name} train --merges 1000 --unit byte --pre-tokenizer gpt2 *.txt -o tokenizer.json
  echo "low lower lowest" | {name} trace --merges 5
  {name} encode -m tokenizer.json < text.txt
  {name} convert tokenizer.json --to minbpe -o tokenizer.model
  {name} inspect tokenizer.json --encode texts.jsonl --json
  {name} bits corpus.txt
  {name} check my_merges.txt --corpus corpus.txt --preset cs336 --json

exit codes: 0 done, 1 the input cannot be used, 2 the command line is wrong, or inspect
was given a file that is not a tokenizer, 3 a file or a cluster cannot be reached,
130 stopped by Ctrl-C, 141 the output was closed early (as by head);
for check and check-encoding: 0 everything is right, 1 something differs, 2 something
cannot be read
"""
#: Settings that Unigram does not have.
_ABOUT_MERGES = {
    "num_merges": "--merges",
    "min_frequency": "--min-frequency",
    "tie_break": "--tie-rule",
}


def parse(arguments: Sequence[str] | None) -> Namespace:
    """Parse the command line; exit if it is wrong. `run` in the result is the command to call."""
    top = parser()
    chosen = top.parse_args(arguments)
    if getattr(chosen, "algorithm", None) == "unigram":
        for name, option in _ABOUT_MERGES.items():
            if name in chosen:
                top.error(f"{option} is about merges, and unigram has none: use --vocab-size")
    return chosen


def parser() -> ArgumentParser:
    """The parser for all commands; its result has `run`, the command to call with that result."""
    name = "bpe-core" if Path(sys.argv[0]).stem == "bpe-core" else "python -m bpe_core"
    top = ArgumentParser(
        prog=name,
        description="Train tokenizers and watch how they learn.",
        epilog=_EXAMPLES.format(name=name),
        formatter_class=RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _train(commands.add_parser("train", help="train a tokenizer and write it to a file"))
    _trace(commands.add_parser("trace", help="train a tokenizer and print every step"))
    for name, run, summary in (
        ("encode", encode, "turn each line of text into token ids"),
        ("decode", decode, "turn each line of token ids into text"),
    ):
        command = commands.add_parser(name, help=summary)
        command.set_defaults(run=run)
        command.add_argument("-m", "--model", required=True, help="the tokenizer file")
        _files_and_output(command)
        _cut(command)
    _tokens(commands.choices["encode"])
    merges = "find the mistake in the merges of another trainer"
    _check(commands.add_parser("check", help=merges))
    ids = "find the mistake in the ids of another encoder"
    _check_encoding(commands.add_parser("check-encoding", help=ids))
    _convert(commands.add_parser("convert", help="convert a tokenizer file to another format"))
    _bits(commands.add_parser("bits", help="print the bits per byte of unread text, by size"))
    _inspect(commands.add_parser("inspect", help="show what is in a tokenizer file of any kind"))
    return top


def _files_and_output(command: ArgumentParser) -> None:
    read = "files to read; - is standard input, the default"
    command.add_argument("files", nargs="*", default=["-"], metavar="FILE", help=read)
    command.add_argument("-o", "--output", help="a file to write to, instead of standard output")


def _cut(command: ArgumentParser) -> None:
    cut = "how a text is cut into words, if the file does not say (tiktoken)"
    command.add_argument("--pre-tokenizer", choices=[*PATTERNS], help=cut)


def _tokens(command: ArgumentParser) -> None:
    command.add_argument("--tokens", action="store_true", help="print tokens instead of ids")
    special = "encode this special token, where the text has it, as one; may be repeated"
    repeated: dict[str, Any] = {"action": "append", "default": []}
    command.add_argument("--special", **repeated, metavar="TOKEN", help=special)


def _train(command: ArgumentParser) -> None:
    command.set_defaults(run=train)
    _files_and_output(command)
    kept = "trace keeps the corpus and the settings; encode, decode and convert train it again"
    formats = [*FORMATS, "trace"]
    command.add_argument("--format", choices=formats, default="tokenizer.json", help=kept)
    _training(command)


def _trace(command: ArgumentParser) -> None:
    command.set_defaults(run=trace)
    _files_and_output(command)
    command.add_argument("--format", choices=["text", "csv", "json", "python"], default="text")
    _training(command)


def _training(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--algorithm", choices=["bpe", "wordpiece", "unigram"], default="bpe")
    _settings(command, "learn at most N {}", usually="; {} by default")
    rare = "leave out all but the N most frequent characters"
    add("--limit-alphabet", type=int, metavar="N", help=rare)
    short = "learn no token of more than N characters or bytes (BPE only)"
    add("--max-token-length", type=int, metavar="N", help=short)
    add("--table", action="store_true", help="the files are tables of words with their counts")
    number: dict[str, Any] = {"type": _at_least_one, "metavar": "N"}
    workers = "how many processes count the files"
    add("--workers", **number, default=os.cpu_count() or 1, help=workers)
    add("--dask", metavar="ADDRESS", help="count on the Dask cluster with this address")
    add("-q", "--quiet", action="store_true", help="show no progress")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _inspect(command: ArgumentParser) -> None:
    command.set_defaults(run=inspect)
    add = command.add_argument
    add("files", nargs="+", metavar="FILE", help="one file, or vocab.json and merges.txt together")
    texts = "a file with one JSON string per line, each to be encoded; - is standard input"
    add("--encode", metavar="TEXTS", help=texts)
    paid = "such a file: print which bytes of the texts the tokens pay for; - is standard input"
    add("--bytes", metavar="TEXTS", help=paid)
    counted = "with --bytes: your count of bytes, to be told which known mistake gives it"
    add("--counted", type=int, metavar="N", help=counted)
    add("--json", action="store_true", help="print everything as one JSON object")
    pattern = "the splitting pattern, for files that do not include one: tiktoken, vocab.json"
    add("--pattern", help=pattern)


def _bits(command: ArgumentParser) -> None:
    command.set_defaults(run=bits)
    _files_and_output(command)
    add = command.add_argument
    number: dict[str, Any] = {"type": _at_least_one, "metavar": "N"}
    add("--merges", **number, default=MOST_MERGES, help="learn at most N merges")
    add("--sizes", **number, default=SIZES, help="for how many sizes of the vocabulary")
    add("--json", action="store_true", help="print a list of objects, one for each size")
    add("-q", "--quiet", action="store_true", help="show no progress")


def _convert(command: ArgumentParser) -> None:
    command.set_defaults(run=convert)
    command.add_argument("model", help="the tokenizer file; - is standard input")
    command.add_argument("--to", choices=[*FORMATS], required=True)
    _cut(command)
    command.add_argument("-o", "--output", help="a file to write to, instead of standard output")


def _settings(command: ArgumentParser, how_many: str, usually: str) -> None:
    """Add the settings; one that is not given is not in the result.

    `how_many` says what the number of merges or tokens means, and `usually` what is the default.
    """

    def add(name: str, field: str, **more: object) -> None:
        command.add_argument(name, dest=field, default=SUPPRESS, **more)  # type: ignore[arg-type]

    number: dict[str, Any] = {"type": int, "metavar": "N"}
    add("--merges", "num_merges", **number, help=how_many.format("merges"))
    add("--vocab-size", "vocab_size", **number, help=how_many.format("tokens"))
    least = "merge only pairs with at least this count"
    add("--min-frequency", "min_frequency", **number, help=least + usually.format(1))
    add("--unit", "unit", choices=UNITS)
    order = "the order in which bytes are numbered"
    add("--alphabet", "alphabet", choices=[*ALPHABETS], help=order)
    add("--pre-tokenizer", "pre_tokenizer", choices=[*PRE_TOKENIZERS])
    repeated: dict[str, Any] = {"action": "append"}
    add("--normalizer", "normalizer", choices=[*NORMALIZERS], **repeated, help="may be repeated")
    add("--end-of-word", "end_of_word", metavar="MARKER")
    rule = "which of the most frequent pairs is merged"
    add("--tie-rule", "tie_break", choices=[*TIE_RULES], help=rule + usually.format("first-seen"))
    special = "a special token, at which the text is cut; may be repeated"
    add("--special", "special_tokens", **repeated, metavar="TOKEN", help=special)


def _check(command: ArgumentParser) -> None:
    command.set_defaults(run=check)
    add = command.add_argument
    add("merges_file", nargs="?", metavar="MERGES", help="the merges to check; - is standard input")
    add("--corpus", metavar="FILE", help="the text from which they were learned")
    add("--table", action="store_true", help="the corpus is a table of words with their counts")
    add(
        "--preset",
        choices=[*PRESETS],
        help="the settings of a known course; further options change them",
    )
    add("--seconds", type=_seconds, metavar="N", help="look for explanations for at most N seconds")
    add("--json", action="store_true", help="print the whole diagnosis as JSON")
    add("--explanations", action="store_true", help="list all known mistakes, and do nothing else")
    _settings(command, "how many {} the trainer was asked for", usually="")
    command.set_defaults(usage_error=command.error)


def _check_encoding(command: ArgumentParser) -> None:
    command.set_defaults(run=check_encoding, usage_error=command.error)
    add = command.add_argument
    add("ids_file", nargs="?", metavar="IDS", help="the token ids to check; - is standard input")
    add("--text", metavar="FILE", help="the text that was encoded")
    add("-m", "--model", metavar="FILE", help="the tokenizer file")
    add(
        "--special-as-text",
        action="store_true",
        help="treat special tokens in the text as ordinary text",
    )
    add("--json", action="store_true", help="print the whole diagnosis as JSON")
    add("--explanations", action="store_true", help="list all known mistakes, and do nothing else")


def _seconds(text: str) -> float:
    """A time above zero."""
    seconds = float(text)
    if not seconds > 0:
        raise ArgumentTypeError(f"{text} is not a time above zero")
    return seconds
