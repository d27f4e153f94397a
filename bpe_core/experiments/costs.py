"""Measure texts as models charge for them: prices and context windows are given in tokens."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.experiments import Encoder
from bpe_core.experiments.letters import clusters
from bpe_core.text.corpus import encode_utf8


@dataclass(frozen=True)
class TextSize:
    """A text in characters as people see them, and in UTF-8 bytes."""

    characters: int
    byte_count: int


def size_of(text: str) -> TextSize:
    """How long a text is, regardless of the vocabulary.

    >>> size_of("哈哈 hugs!")
    TextSize(characters=8, byte_count=12)
    """
    return TextSize(len(clusters(text)), len(encode_utf8(text)))


def copies_that_fit(encoder: Encoder, text: str, window: int) -> int:
    """How many copies of a text, one after another, fit into a context window of `window` tokens.

    >>> class Letters:
    ...     def encode(self, text):
    ...         return list(text)
    >>> copies_that_fit(Letters(), "hug", 10), copies_that_fit(Letters(), "", 10)
    (3, 0)
    """
    tokens = len(encoder.encode(text))
    return window // tokens if tokens else 0


def indented(code: str, unit: str) -> str:
    """Code in which every four spaces, or tab, at the start of a line are replaced by `unit`.

    >>> indented("if x:\\n    f()", "\\t")
    'if x:\\n\\tf()'
    """
    return "\n".join(_reindented(line, unit) for line in code.split("\n"))


def _reindented(line: str, unit: str) -> str:
    body = line.lstrip(" \t")
    width = len(line[: len(line) - len(body)].expandtabs(4))
    return unit * (width // 4) + " " * (width % 4) * bool(unit) + body


def as_json(records: Sequence[dict[str, str]], indent: int | None = None) -> str:
    """Records as JSON; every record repeats the names of its fields.

    >>> as_json([{"word": "hug"}])
    '[{"word": "hug"}]'
    """
    return json.dumps(list(records), ensure_ascii=False, indent=indent)


def as_table(records: Sequence[dict[str, str]]) -> str:
    """Records as a CSV table; the names of the fields appear only once.

    >>> as_table([{"word": "hug", "count": "10"}])
    'word,count\\nhug,10\\n'
    """
    written = io.StringIO()
    table = csv.DictWriter(written, list(records[0]) if records else [], lineterminator="\n")
    table.writeheader()
    table.writerows(records)
    return written.getvalue()
