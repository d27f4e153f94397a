"""Read a learner's input: a text in a file, or a table of words and counts.

Unlike a program that guesses an encoding, this one takes Unicode as it is declared (UTF-8, with
or without a byte order mark, and UTF-16 with one) and otherwise names the byte that it cannot
read: a text that is read wrongly teaches wrong merges.
"""

import csv
import io
import re

from bpe_core.errors import BpeError

#: The most bytes of UTF-8 that may be pasted: a page sends pasted text again at every click.
PASTE_LIMIT = 200_000
#: The most bytes that may be uploaded as a file.
UPLOAD_LIMIT = 5_000_000
#: The largest count of one word in a table.
COUNT_LIMIT = 1_000_000_000

_AT_A_TIME = 200_000
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SURROGATE = re.compile("[\ud800-\udfff]")
#: A line of a typed table: a word, then spaces, a comma or a semicolon, then a whole number.
#: Before a tab, which pasted spreadsheets contain, the word may have spaces in it.
_TABLE_LINE = re.compile(r"(?P<word>[^\t]+(?=\t)|\S+?)(?:\s+|\s*[,;\uff0c]\s*)(?P<count>\d{1,12})")


class NotTextError(BpeError):
    """A file that is not Unicode text."""


class TooLargeError(BpeError):
    """A text larger than the app accepts."""


class CountsError(BpeError):
    """A line of a table that is not a word and its count."""


class CountTooLargeError(BpeError):
    """A word that is said to occur too often, or not at all."""


def read_text(data: bytes) -> str:
    r"""The text of a file, without its byte order mark. Raises NotTextError.

    >>> read_text("哈".encode()), read_text(b"\xef\xbb\xbfhug"), read_text("hug".encode("utf-16"))
    ('哈', 'hug', 'hug')
    >>> read_text(b"caf\xe9")
    Traceback (most recent call last):
    bpe_core.text.reading.NotTextError: ...
    """
    if data.startswith(b"\xff\xfe\x00\x00"):  # UTF-32, which people never save on purpose
        raise _not_text(data, 2)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16-le" if data[0] == 0xFF else "utf-16-be"
        # In practice such files do contain lone surrogates; `replace_surrogates` counts them.
        return _decode(data, 2, encoding, "surrogatepass")
    if data.count(0) > len(data) // 4:  # UTF-16 without its mark, or not text
        raise _not_text(data, data.index(0))
    return _decode(data, 3 if data.startswith(b"\xef\xbb\xbf") else 0, "utf-8", "strict")


def _decode(data: bytes, start: int, encoding: str, errors: str) -> str:
    try:
        return data[start:].decode(encoding, errors)
    except UnicodeDecodeError as error:
        raise _not_text(data, start + error.start) from None


def _not_text(data: bytes, position: int) -> NotTextError:
    return NotTextError(position=position, value=f"0x{data[position]:02X}")


def replace_surrogates(text: str) -> tuple[str, int]:
    r"""`text` with each lone surrogate replaced by U+FFFD, and how many there were.

    A lone surrogate is half a character, left by a paste that cut one in two. It has no meaning
    and cannot be written as UTF-8.

    >>> replace_surrogates("a\ud83d") == ("a\ufffd", 1)
    True
    """
    # A few characters at a time: one call over megabytes would block the whole server.
    parts = [text[i : i + _AT_A_TIME] for i in range(0, len(text), _AT_A_TIME)]
    if not any(map(_has_surrogates, parts)):
        return text, 0
    whole, counts = zip(*(_SURROGATE.subn(_REPLACEMENT, part) for part in parts), strict=True)
    return "".join(whole), sum(counts)


def _has_surrogates(text: str) -> bool:
    """Whether a text has lone surrogates; encoding is several times faster than searching."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def looks_like_counts(text: str) -> bool:
    r"""Whether a text is a table (a word and a count on each line) rather than prose.

    One line in four may be mistyped: `read_counts` then names it. Lines of two numbers separated
    by spaces are a text of numbers; lines of two numbers separated by a tab are from a spreadsheet.

    >>> looks_like_counts("hug 10\npug 5"), looks_like_counts("a pug"), looks_like_counts("1 2")
    (True, False, False)
    >>> looks_like_counts("hug 10\npug 5\npun 12\nbun four"), looks_like_counts("1984\t2")
    (True, True)
    """
    rows = mistyped = 0
    has_words = False
    for line in filter(str.strip, text.splitlines()):
        match = _TABLE_LINE.fullmatch(line.strip())
        if match is None:
            mistyped += 1
        else:
            rows += 1
            has_words |= "\t" in line or not match["word"].isdigit()
        if mistyped > 1 + rows:  # so only the beginning of a long prose text is examined
            return False
    return has_words and 3 * mistyped <= rows


def read_counts(text: str, delimiter: str | None = None) -> dict[str, int]:
    r"""Words and their counts, in the order of their first line; repeated words are added up.

    With a `delimiter`, `text` is the content of a .csv or .tsv file, with or without a header row.
    A .csv file from a spreadsheet that writes 1,5 for one and a half is separated by semicolons,
    and these are accepted. Without a `delimiter`, `text` is a table typed by a person. Raises
    CountsError or CountTooLargeError with the line.

    >>> read_counts("hug 10\npug 5\n"), read_counts("ice cream\t3")
    ({'hug': 10, 'pug': 5}, {'ice cream': 3})
    >>> read_counts('word,count\n"a, b",3\n', ",")
    {'a, b': 3}
    >>> read_counts("hug;3", ",")
    {'hug': 3}
    >>> read_counts("hug ten")
    Traceback (most recent call last):
    bpe_core.text.reading.CountsError: ...
    """
    rows = _typed_rows(text) if delimiter is None else _delimited_rows(text, delimiter)
    counts: dict[str, int] = {}
    for line, word, count in rows:
        if not 1 <= count <= COUNT_LIMIT:
            raise CountTooLargeError(line=line, limit=COUNT_LIMIT, count=count)
        counts[word] = counts.get(word, 0) + count
    return counts


Rows = list[tuple[int, str, int]]


def _typed_rows(text: str) -> Rows:
    rows: Rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            match = _TABLE_LINE.fullmatch(line.strip())
            if match is None:
                raise CountsError(line=number, content=line.strip())
            rows.append((number, match["word"], int(match["count"])))
    return rows


def _delimited_rows(text: str, delimiter: str) -> Rows:
    rows: Rows = []
    first_line = text.lstrip().partition("\n")[0]
    if delimiter == "," and ";" in first_line and "," not in first_line:
        delimiter = ";"
    # newline="" leaves line ends inside quotes to the csv module, as its documentation asks.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    first, header = True, None
    try:
        for cells in reader:
            while cells and not cells[-1].strip():  # spreadsheets leave empty columns behind
                cells.pop()
            if not cells:
                continue
            row = _word_and_count(cells)
            if row is not None:
                rows.append((reader.line_num, *row))
            elif not (first and _is_header(cells)):
                raise CountsError(line=reader.line_num, content=delimiter.join(cells))
            else:
                header = CountsError(line=reader.line_num, content=delimiter.join(cells))
            first = False
    except csv.Error:
        raise CountsError(line=reader.line_num, content="") from None
    if header and not rows:  # a header with no rows below it: it is a mistyped row
        raise header
    return rows


def _word_and_count(cells: list[str]) -> tuple[str, int] | None:
    if len(cells) != 2 or not cells[0]:
        return None
    count = cells[1].strip()
    return (cells[0], int(count)) if re.fullmatch(r"\d{1,12}", count) else None


def _is_header(cells: list[str]) -> bool:
    """Whether a first row names the columns. A first row with a digit is a mistyped row."""
    return len(cells) >= 2 and not any(char.isdigit() for char in cells[1])
