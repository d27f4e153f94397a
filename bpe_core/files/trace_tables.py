"""A training as a table (CSV) and as a record (JSON), for spreadsheets and for other programs.

Unlike a tokenizer file these hold what happened: every step with its counts. In the table a cell
that a spreadsheet would take for a formula is guarded by an apostrophe; the record is exact.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import regex

from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.exchange import AnyTrace
from bpe_core.text.corpus import Token, plain_token

Row = dict[str, Any]

#: The characters a formula begins with: the signs, and their variants in width or position.
_SIGN = "[=+@﹦⁼₌＝﹢⁺₊＋﹫＠﹣⁻₋−－-]"
#: What spreadsheets skip before a formula: whitespace, control and invisible characters.
_BLANK = r"[\p{White_Space}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]"
_FORMULA = regex.compile(rf"'*(?:{_BLANK}*+{_SIGN}|[\t\r])")
#: Where another spreadsheet, which cuts lines elsewhere, would begin a cell.
_LATER_FORMULA = regex.compile(rf"(?<=[;\t\r\n]{_BLANK}*)'*{_SIGN}")


def write_csv(trace: AnyTrace) -> bytes:
    r"""One row per step, UTF-8 with a byte order mark, as spreadsheets expect it.

    >>> from bpe_core import Corpus, train_bpe
    >>> print(write_csv(train_bpe(Corpus.from_counts({"=1": 3}))).decode("utf-8-sig"))
    step,left,right,token,count,left_id,right_id,token_id,vocabulary_size,in_use,token_count
    1,'=,1,'=1,3,1,0,2,3,1,3
    """
    rows = list(_rows(trace))
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(rows[0] if rows else [])
    writer.writerows([guarded(cell) for cell in row.values()] for row in rows)
    return file.getvalue().encode("utf-8-sig", "backslashreplace")


def guarded(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; a number stays one.

    What follows a semicolon, a tab or a line break inside a cell is guarded, too: a spreadsheet
    that takes these for the end of a cell would begin another there. What looks guarded already
    gets one more, so that `unguarded` knows.

    >>> guarded("=1+1"), guarded(-1), guarded("a=b"), guarded(" =1"), guarded("a;=1"), guarded("'=")
    ("'=1+1", -1, 'a=b', "' =1", "a;'=1", "''=")
    """
    if not isinstance(cell, str):
        return cell
    return "'" * bool(_FORMULA.match(cell)) + _LATER_FORMULA.sub(r"'\g<0>", cell)


def unguarded(cell: str) -> str:
    """The text that `guarded` made a cell of.

    >>> unguarded("'=1+1"), unguarded("a'=b"), unguarded("a;'=1"), unguarded("''=")
    ('=1+1', "a'=b", 'a;=1', "'=")
    """
    cell = _LATER_FORMULA.sub(lambda found: found[0].removeprefix("'"), cell)
    return cell.removeprefix("'") if _FORMULA.match(cell) else cell


def readable(token: Token) -> str:
    r"""A token as text; bytes that are part of a character are escaped.

    >>> readable("é".encode()), readable(b"\xc3"), readable("hug")
    ('é', '\\xc3', 'hug')
    """
    return token if isinstance(token, str) else token.decode("utf-8", "backslashreplace")


#: What a merge says of itself; the second line is WordPiece's.
_COLUMNS = (
    *("step", "left", "right", "token", "count"),
    *("left_count", "right_count", "score"),
    *("left_id", "right_id", "token_id"),
)


def _rows(trace: AnyTrace) -> Iterator[Row]:
    counts, in_use = trace.token_counts.tolist(), trace.in_use_sizes.tolist()
    if isinstance(trace, UnigramTrace):
        for each in trace.rounds:
            after = {"in_use": in_use[each.step], "token_count": counts[each.step]}
            yield {**vars(each), **after}
        return
    for merge in trace.merges:
        yield {
            **{name: _cell(getattr(merge, name)) for name in _COLUMNS if hasattr(merge, name)},
            "vocabulary_size": trace.first_merge_id + merge.step,
            "in_use": in_use[merge.step],
            "token_count": counts[merge.step],
        }


def _cell(value: Token | int | Fraction) -> str | int | float:
    if isinstance(value, Fraction):
        return float(value)
    return readable(value) if isinstance(value, bytes) else value


def write_json(trace: AnyTrace) -> bytes:
    """The settings, the words with their counts, the vocabulary and every step, as UTF-8.

    A token of bytes is a list of numbers, because JSON strings hold only text. Unigram's vocabulary
    has the natural logarithm of each token's probability.

    >>> from bpe_core import Corpus, train_bpe
    >>> written = json.loads(write_json(train_bpe(Corpus.from_counts({"hug": 3}), num_merges=1)))
    >>> written["words"], written["steps"][0]["token"], written["vocabulary"]
    ([['hug', 3]], 'hu', ['g', 'h', 'u', 'hu'])
    """
    corpus = trace.corpus
    if isinstance(trace, UnigramTrace):
        algorithm, steps = "unigram", list(_rows(trace))
        settings: Row = {"log_probabilities": trace.snapshots[-1].log_probabilities.tolist()}
    else:
        algorithm = "bpe"
        settings = {"tie_break": trace.tie_break, "min_frequency": trace.min_frequency}
        steps = [
            row | {side: plain_token(getattr(merge, side)) for side in ("left", "right", "token")}
            for row, merge in zip(_rows(trace), trace.merges, strict=True)
        ]
    if isinstance(trace, WordPieceTrace):
        algorithm, settings["prefix"] = "wordpiece", trace.prefix
    record = {
        "algorithm": algorithm,
        "unit": corpus.unit,
        "end_of_word": corpus.end_of_word,
        "normalizer": list(corpus.normalizer),
        "pre_tokenizer": corpus.pre_tokenizer,
        "special_tokens": list(trace.special_tokens),
        "stopped_because": trace.stopped_because,
        **settings,
        "words": list(map(list, zip(corpus.words, corpus.counts.tolist(), strict=True))),
        "vocabulary": list(map(plain_token, trace.vocabulary)),
        "token_counts": trace.token_counts.tolist(),
        "steps": steps,
    }
    text = json.dumps(record, ensure_ascii=False)
    # A lone surrogate is written as JSON escapes it.
    return text.encode("utf-8", "backslashreplace")
