"""The commands that name the bug in somebody's BPE, for courses and their graders.

Unlike for other commands, the exit code is the answer: 0 if everything is right, 1 if
something differs, 2 if something cannot be read.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from bpe_core.command_line.commands import ascii_safe, specification_of
from bpe_core.command_line.tokenizer_files import read_file
from bpe_core.diagnosis import (
    ENCODING_MISTAKES,
    MISTAKES,
    PRESETS,
    Diagnosis,
    EncodingDiagnosis,
    Mistake,
    PairEvidence,
    WordShare,
    diagnose,
    diagnose_encoding,
    places_of,
    read_ids,
)
from bpe_core.diagnosis.job import as_record
from bpe_core.diagnosis.merges_file import read_list
from bpe_core.errors import BpeError
from bpe_core.files.exchange import read_model
from bpe_core.specification import TrainingSpecification
from bpe_core.text.reading import read_counts, read_text

EQUAL, DIFFERENT, UNREADABLE = 0, 1, 2
_SHOWN_WORDS = 5
_SHOWN_CLOSEST = 3
#: Why not everything was tried, in words.
_UNTRIED = {"time": "it ran out of time", "long-words": "some words were too long"}


def check(chosen: Namespace) -> int:
    """Compare merges with the right ones, and say what explains the difference."""
    if chosen.explanations:
        return _list(MISTAKES)
    if chosen.merges_file is None or chosen.corpus is None:
        chosen.usage_error("give the merges and --corpus")
    preset = PRESETS[chosen.preset] if chosen.preset else TrainingSpecification()
    specification = specification_of(chosen, preset)
    try:
        merges = read_file(chosen.merges_file)
        text = read_text(read_file(chosen.corpus))
        delimiter = {".csv": ",", ".tsv": "\t"}.get(Path(chosen.corpus).suffix.lower())
        source = read_counts(text, delimiter) if chosen.table else text
        diagnosis = diagnose(source, specification, merges, seconds=chosen.seconds)
    except (BpeError, OSError) as error:
        return _unreadable(error)
    if chosen.json:
        record = as_record(diagnosis, specification.unit)
        print(json.dumps({k: v for k, v in record.items() if not k.endswith("_merges")}, indent=1))
    else:
        print("\n".join(_as_text(diagnosis)))
    return EQUAL if diagnosis.equal else DIFFERENT


def check_encoding(chosen: Namespace) -> int:
    """Compare ids with those that a tokenizer produces, and say what explains the difference."""
    if chosen.explanations:
        return _list(ENCODING_MISTAKES)
    if None in (chosen.ids_file, chosen.text, chosen.model):
        chosen.usage_error("give the ids, --text and --model")
    try:
        ids = read_ids(read_list(read_file(chosen.ids_file)))
        text, model = read_text(read_file(chosen.text)), read_model(read_file(chosen.model))
        special = not chosen.special_as_text
        diagnosis = diagnose_encoding(text, model, ids, takes_special=special)
    except (BpeError, OSError) as error:
        return _unreadable(error)
    if chosen.json:
        names = [" + ".join(names) for names in diagnosis.explanations]
        print(json.dumps(asdict(diagnosis) | {"explanations": names}))
    else:
        print("\n".join(_ids_as_text(diagnosis)))
    return EQUAL if diagnosis.equal else DIFFERENT


def _list(mistakes: Mapping[str, Mistake]) -> int:
    """Print all explanations with their sentences."""
    for mistake in mistakes.values():
        print(f"{mistake.name}: {mistake.sentence}")
    return EQUAL


def _unreadable(error: BpeError | OSError) -> int:
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
    print(message, file=sys.stderr)
    return UNREADABLE


def _ids_as_text(diagnosis: EncodingDiagnosis) -> Iterator[str]:
    """A diagnosis of ids as lines for people."""
    if diagnosis.equal:
        yield f"Equal: all {len(diagnosis.found)} ids agree."
        return
    first = diagnosis.first_difference or 0
    before = _printed(diagnosis.text_before[-30:])
    after = f", after {before!r}" if before else ""
    yield f"The ids differ from token {first + 1} on{after}."
    for side, ids in (("expected", diagnosis.expected), ("found", diagnosis.found)):
        yield f"  {side}: {' '.join(map(str, ids[first : first + 8])) or 'no more ids'}"
    for names in diagnosis.explanations:
        yield f"Explained by {' + '.join(names)}:"
        yield from (f"  {ENCODING_MISTAKES[name].sentence}" for name in names)
    if not diagnosis.explanations:
        yield "Unknown: none of the known mistakes explains all ids."


def _as_text(diagnosis: Diagnosis) -> Iterator[str]:
    """A diagnosis of merges as lines for people."""
    if diagnosis.equal:
        yield f"Equal: all {len(diagnosis.found_merges)} merges agree."
        return
    agree, expected = (diagnosis.first_difference or 1) - 1, len(diagnosis.expected_merges)
    yield f"The lists differ from step {agree + 1} on: {agree} of {expected} merges agree."
    yield f"  expected: {_pair(diagnosis.expected)}"
    yield f"  found:    {_pair(diagnosis.found)}"
    if len(diagnosis.tied) > 1:
        pairs = ", ".join(_spelled(left, right) for left, right in diagnosis.tied)
        more = ", …" if diagnosis.tied_total > len(diagnosis.tied) else ""
        yield f"  tied at the highest count: {pairs}{more}"
    for names in diagnosis.explanations:
        yield f"Explained by {' + '.join(names)}:"
        yield from (f"  {MISTAKES[name].sentence}" for name in names)
    yield from places_of(diagnosis.explanations)
    if not diagnosis.explanations:
        yield "Unknown: none of the known mistakes explains the whole list."
        if diagnosis.closest:
            yield f"The closest explanations agree up to step {diagnosis.closest_steps}:"
            for names in diagnosis.closest[:_SHOWN_CLOSEST]:
                yield f"  {' + '.join(names)}"
                yield from (f"    {MISTAKES[name].sentence}" for name in names)
    if diagnosis.untried is not None:
        yield f"The search is incomplete: {_UNTRIED[diagnosis.untried]}."


def _pair(pair: PairEvidence | None) -> str:
    if pair is None:
        return "the list has ended"
    words = [_in_word(share) for share in pair.words[:_SHOWN_WORDS]]
    more = " + …" if pair.word_total > len(words) else ""
    where = f" = {' + '.join(words)}{more}" if words else ""
    return f"{_spelled(pair.left, pair.right)}: {pair.count}{where}"


def _in_word(share: WordShare) -> str:
    """A word and how often it occurs, and how often the pair occurs in it if more than once."""
    times = f" ({share.times} times in it)" if share.times > 1 else ""
    return f"{_printed(share.word)} {share.count}{times}"


def _spelled(left: bytes, right: bytes) -> str:
    return f"{_token(left)} + {_token(right)}"


def _token(token: bytes) -> str:
    r"""A token as text, or its bytes where they are not whole characters.

    >>> _token(" 哈".encode()), _token("哈".encode()[:2])
    ('␣哈', '<E5 93>')
    """
    try:
        return _printed(token.decode())
    except UnicodeDecodeError:
        return f"<{token.hex(' ').upper()}>"


def _printed(text: str) -> str:
    """A word or token on one line: spaces are visible, unprintable characters are escaped, and a
    long text is cut.

    >>> _printed(39 * "a" + "b")[-3:], _printed(40 * "a" + "b")[-3:]
    ('aab', 'aa…')
    """
    short = (text if len(text) <= 40 else text[:39] + "…").replace(" ", "␣")
    return ascii_safe(short)
