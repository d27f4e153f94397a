"""`inspect`: what is in any tokenizer file, and the ids that its own library gives."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from operator import add
from pathlib import Path
from typing import Any, BinaryIO

from bpe_core.command_line.commands import ascii_safe
from bpe_core.files.errors import (
    MOST_BYTES,
    NOTES,
    REASONS,
    WRONG_COUNTS,
    ModelFileError,
    QuestionError,
)
from bpe_core.files.inspection import OpenFile
from bpe_core.files.inspection.ledger import explain, right_counts
from bpe_core.text.reading import read_text

#: The files to look for in a folder; the first that exists is used.
_IN_FOLDERS = (
    ("tokenizer.json",),
    ("tekken.json",),
    ("vocab.json", "merges.txt"),
    ("tokenizer.model",),
)
_SHOWN = 10


def inspect(chosen: Namespace) -> None:
    """Report what is in a file, encode texts with it, or do both as one JSON object."""
    with _open(chosen) as file:
        if chosen.bytes:
            whole = _ledger(file, _texts(chosen.bytes))
            if chosen.counted is not None:
                whole["explained"] = explain(chosen.counted, whole["totals"], whole["mistakes"])
            lines = [json.dumps(whole)] if chosen.json else _ledger_lines(whole, chosen.counted)
            print("\n".join(lines))
            return
        ids = list(file.ids(_texts(chosen.encode))) if chosen.encode else []
        if chosen.encode and not chosen.json:
            for line in ids:
                print(json.dumps(line, separators=(",", ":")))
            return
        answer = _object(file)
    if chosen.json:
        print(json.dumps(answer | {"ids": ids}, ensure_ascii=True))
    else:
        print("\n".join(_as_text(answer)))


def _open(chosen: Namespace) -> OpenFile:
    """The file, or the two files that together make a tokenizer."""
    names = chosen.files
    paths = _paths(names[0]) if len(names) == 1 else [Path(name) for name in names]
    if len(paths) > 2:
        raise ModelFileError("needs-vocabulary")
    if paths == [Path("-")]:
        return OpenFile([_read(sys.stdin.buffer)], pattern=chosen.pattern)
    try:
        return OpenFile([_content(path) for path in paths], pattern=chosen.pattern)
    except ModelFileError as error:
        beside = paths[0].with_name("merges.txt")
        if error.code != "needs-merges" or not beside.is_file():
            raise
        return OpenFile([_content(paths[0]), _content(beside)], pattern=chosen.pattern)


def _content(path: Path) -> bytes:
    """The bytes of a file. Raises `ModelFileError` before a pipe is waited for."""
    if not path.is_file() and path.exists() and not path.is_dir():
        raise ModelFileError("no-regular-file", name=str(path)[:200])
    with path.open("rb") as file:
        return _read(file)


def _read(file: BinaryIO) -> bytes:
    """Everything in a file. Raises `ModelFileError` once it is clear that there is too much."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ModelFileError("file-too-large", size=f"{len(data)}+", limit=MOST_BYTES)
    return data


def _paths(name: str) -> list[Path]:
    """The files to open: for a folder, those of its tokenizer; both of GPT-2's if both exist."""
    path = Path(name)
    if path.is_dir():
        for names in _IN_FOLDERS:
            if all((path / each).is_file() for each in names):
                return [path / each for each in names]
    if path.name == "merges.txt" and path.with_name("vocab.json").is_file():
        return [path.with_name("vocab.json"), path]
    return [path]


def _texts(name: str) -> Iterator[str]:
    """The text in each line. Raises `QuestionError`."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    lines = read_text(data).removesuffix("\n").split("\n") if data else []
    for number, line in enumerate(lines, start=1):
        try:
            text = json.loads(line)
        except (ValueError, RecursionError):
            text = None
        if not isinstance(text, str):
            raise QuestionError("text-line", line=number)
        yield text


def _object(file: OpenFile) -> dict[str, Any]:
    """Everything there is to report, for JSON. `unreachable` holds ids; `parts` holds the ids of
    parts of characters that no text contains."""
    missed = file.ask({"ask": "unreachable-ids"})
    landscape = file.ask({"ask": "landscape"})
    return {
        **file.summary,
        "unreachable": sorted(i for ids in missed["tokens"].values() for i in ids),
        "unreachable_reasons": missed["tokens"],
        "unreachable_parts": missed["parts"],
        "half_characters": landscape["half_characters"],
        "scripts": landscape["scripts"],
    }


def _ledger(file: OpenFile, texts: Iterator[str]) -> dict[str, Any]:
    """The ledger of all texts together."""
    whole: dict[str, Any] = dict(file.ask({"ask": "bytes", "texts": []}))
    for part in file.ledgers(texts):
        whole["texts"] += part["texts"]
        for name, number in part["totals"].items():
            whole["totals"][name] += number
        for name, wrong in part["mistakes"].items():
            sums = whole["mistakes"][name]
            sums["tokens"] += wrong["tokens"]
            sums["counts"] = list(map(add, sums["counts"], wrong["counts"]))
    return whole


def _ledger_lines(whole: dict[str, Any], counted: int | None) -> Iterator[str]:
    """The totals and what would be counted wrongly, as lines for people."""
    totals, mistakes = whole["totals"], whole["mistakes"]
    right, paid = right_counts(totals)
    yield f"bytes of the texts: {totals['raw']:,}"
    yield f"paid for by tokens: {totals['paid']:,} ({totals['tokens']:,} tokens)"
    for title, what in (("special tokens", "special"), ("unknown tokens", "unknown")):
        yield f"{title}: {totals[f'{what}_tokens']:,} ({totals[what]:,} bytes)"
    yield f"left out: {totals['left_out']:,}"
    yield f"added: {totals['added']:,}, shortened: {totals['shortened']:,}"
    yield f"characters for private use: {totals['private_use']:,} bytes"
    yield "wrong counts:"
    for name, wrong in mistakes.items():
        for each in dict.fromkeys(wrong["counts"]):
            if each not in (right, paid):
                share = f" ({each / right - 1:+.1%})" if right else ""
                tokens = f" ({wrong['tokens']:,} tokens)" if wrong["tokens"] else ""
                yield f"  {name}: {each:,}{share}, {WRONG_COUNTS[name]}{tokens}"
    if counted is not None:
        is_right = counted in (right, paid)
        names = ", ".join(whole["explained"]) or ("right" if is_right else "no known mistake")
        factor = f"; multiply bits per byte by {counted / right:.4f}" if right else ""
        yield f"your count, {counted:,}: {names}{'' if is_right else factor}"


def _as_text(answer: dict[str, Any]) -> Iterator[str]:
    """The same report as lines for people."""
    yield f"kind: {answer['kind']} ({answer['algorithm']}, read by {answer['library']})"
    yield f"size: {answer['size']:,} tokens" + (
        f"; merges: {answer['merges']:,}" if answer["merges"] else ""
    )
    yield "kinds: " + ", ".join(f"{n:,} {kind}" for kind, n in answer["kinds"].items())
    for title, parts in (("normalization", answer["normalizers"]), ("cuts", answer["cuts"])):
        yield f"{title}: " + ("; ".join(map(_part, parts)) or "none")
    yield f"special tokens: {answer['special_total']:,}" + _some(
        [f"{each['spelling']} ({each['id']})" for each in answer["special"]],
        answer["special_total"],
    )
    yield "scripts: " + ", ".join(f"{row['script']} {row['tokens']:,}" for row in answer["scripts"])
    yield f"parts of characters: {answer['half_characters']:,}"
    for title, groups in (
        ("unreachable tokens", answer["unreachable_reasons"]),
        ("parts that no text has", answer["unreachable_parts"]),
    ):
        yield f"{title}: {sum(map(len, groups.values())):,}"
        for reason, ids in groups.items():
            yield f"  {REASONS[reason]}: {len(ids):,}" + _some(list(map(str, ids)), len(ids))
    for note in answer["notes"]:
        yield f"note: {NOTES[note['code']].format(part=ascii_safe(note['part']))}"


def _part(part: dict[str, Any]) -> str:
    settings = {name: value for name, value in part.items() if name != "type"}
    shown = json.dumps(settings, ensure_ascii=False) if settings else ""
    return ascii_safe(f"{part.get('type', '?')} {shown}".strip()[:400])


def _some(names: Sequence[str], total: int) -> str:
    """The first names, after a colon.

    >>> _some("abcdefghij", 10), _some("abcdefghijk", 11)
    (': a, b, c, d, e, f, g, h, i, j', ': a, b, c, d, e, f, g, h, i, j, …')
    """
    shown = ", ".join(ascii_safe(name) for name in names[:_SHOWN])
    more = ", …" if total > _SHOWN else ""
    return f": {shown}{more}" if shown else ""
