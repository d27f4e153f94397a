"""The command that names the bug in somebody's BPE, for courses and their graders.

Unlike the other commands its exit code is the answer: 0 if the merges are right, 1 if they differ,
2 if something cannot be read.
"""

from __future__ import annotations

import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from bpe_core.bpe.tie_rules import TIE_RULES
from bpe_core.diagnosis import MISTAKES, PRESETS, Diagnosis, PairEvidence, diagnose
from bpe_core.diagnosis.record import as_record, write_token
from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.byte_alphabet import ALPHABETS
from bpe_core.text.corpus import UNITS, Unit
from bpe_core.text.counting import STANDARD_INPUT
from bpe_core.text.normalization import NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.text.reading import read_counts, read_text

EQUAL, DIFFERENT, UNREADABLE = 0, 1, 2
_SHOWN_WORDS = 5


def add_check(command: ArgumentParser) -> None:
    """What can be written after `check`."""
    command.set_defaults(run=check)
    add = command.add_argument
    add("merges_file", nargs="?", metavar="MERGES", help="the merges; - is standard input")
    add("--corpus", metavar="FILE", help="the text that they were learned from")
    add("--table", action="store_true", help="the corpus is a table of words and their counts")
    add("--preset", choices=[*PRESETS], help="the settings of a known course; others may follow")
    add("--seconds", type=float, metavar="N", help="how long to look for explanations at most")
    add("--json", action="store_true", help="the whole diagnosis as JSON")
    add("--explanations", action="store_true", help="list all explanations, and do nothing else")
    _add_settings(command)


def _add_settings(command: ArgumentParser) -> None:
    """Settings that are not given are those of the preset, or the usual ones."""
    command.set_defaults(usage_error=command.error)

    def add(name: str, field: str, **more: object) -> None:
        command.add_argument(name, dest=field, default=SUPPRESS, **more)  # type: ignore[arg-type]

    add("--merges", "num_merges", type=int, metavar="N", help="how many merges were asked for")
    add("--vocab-size", "vocab_size", type=int, metavar="N", help="how many tokens at most")
    add("--min-frequency", "min_frequency", type=int, metavar="N")
    add("--unit", "unit", choices=UNITS)
    add("--alphabet", "alphabet", choices=[*ALPHABETS], help="how bytes are numbered")
    add("--pre-tokenizer", "pre_tokenizer", choices=[*PRE_TOKENIZERS])
    add("--normalizer", "normalizer", choices=[*NORMALIZERS], action="append")
    add("--end-of-word", "end_of_word", metavar="MARKER")
    add("--tie-rule", "tie_break", choices=[*TIE_RULES])
    add("--special", "special_tokens", action="append", metavar="TOKEN", help="it cuts the text")


def _asked(chosen: Namespace) -> TrainingSpecification:
    names = {field.name for field in fields(TrainingSpecification)}
    given: dict[str, Any] = {name: value for name, value in vars(chosen).items() if name in names}
    for name in ("normalizer", "special_tokens"):
        if name in given:
            given[name] = tuple(given[name])
    return replace(PRESETS[chosen.preset] if chosen.preset else TrainingSpecification(), **given)


def check(chosen: Namespace) -> int:
    """Compare merges with the right ones, and say what explains the difference."""
    if chosen.explanations:
        for mistake in MISTAKES.values():
            print(f"{mistake.name}: {mistake.sentence}")
        return EQUAL
    if chosen.merges_file is None or chosen.corpus is None:
        chosen.usage_error("the merges and --corpus are needed")
    try:
        asked = _asked(chosen)
        merges = _read(chosen.merges_file)
        text = read_text(_read(chosen.corpus))
        delimiter = {".csv": ",", ".tsv": "\t"}.get(Path(chosen.corpus).suffix.lower())
        source = read_counts(text, delimiter) if chosen.table else text
        found = diagnose(source, asked, merges, seconds=chosen.seconds)
    except BpeError as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    if chosen.json:
        record = as_record(found, asked.unit)
        print(json.dumps({k: v for k, v in record.items() if not k.endswith("_merges")}, indent=1))
    else:
        print("\n".join(_told(found, asked.unit)).encode("utf-8", "replace").decode())
    return EQUAL if found.equal else DIFFERENT


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()


def _told(found: Diagnosis, unit: Unit) -> Iterator[str]:
    """A diagnosis for people."""
    if found.equal:
        yield f"Equal: all {len(found.found_merges)} merges agree."
        return
    yield f"The lists differ from step {found.first_difference} on."
    yield f"  expected: {_pair(found.expected, unit)}"
    yield f"  found:    {_pair(found.found, unit)}"
    if len(found.tied) > 1:
        pairs = ", ".join(_spelled(left, right, unit) for left, right in found.tied)
        yield f"  tied at the highest count: {pairs}"
    for names in found.explanations:
        yield f"Explained by {' + '.join(names)}:"
        yield from (f"  {MISTAKES[name].sentence}" for name in names)
    if not found.explanations:
        yield "Unknown: no mistake that is looked for explains the whole list."
        if found.closest:
            closest = ", ".join(dict.fromkeys(" + ".join(names) for names in found.closest))
            yield f"  closest, for {found.closest_steps} steps: {closest}"
    if not found.is_complete:
        yield "  Not everything was tried: time was up, or words were too long."


def _pair(pair: PairEvidence | None, unit: Unit) -> str:
    if pair is None:
        return "the list has ended"
    words = [f"{_printed(s.word)} {s.times} x {s.count}" for s in pair.words[:_SHOWN_WORDS]]
    more = ", …" if pair.word_total > len(words) else ""
    where = f" ({', '.join(words)}{more})" if words else ""
    return f"{_spelled(pair.left, pair.right, unit)}: {pair.count}{where}"


def _spelled(left: bytes, right: bytes, unit: Unit) -> str:
    return f"{_printed(write_token(left, unit))} + {_printed(write_token(right, unit))}"


def _printed(text: str) -> str:
    """A word or token on one line: what does not print is escaped, a long one is cut."""
    short = text if len(text) <= 40 else text[:39] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)
