"""A learner's own text: a field that passes on, once, what was typed, pasted or uploaded."""

import codecs
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core.errors import EmptyCorpusError
from bpe_core.text.parallel import put_side_by_side, read_parallel
from bpe_core.text.reading import (
    PASTE_LIMIT,
    UPLOAD_LIMIT,
    NotTextError,
    looks_like_counts,
    read_counts,
    read_text,
    replace_surrogates,
)
from pages.components.component import CONTROLS, component
from pages.components.fields.sending import Reception, Transfer
from pages.session.language import current_language
from pages.session.parameters import TEXT_LIMIT

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_reception = Reception("own_text_part", Transfer)

_field = component("components/fields/own_text.js", CONTROLS)
_bar = component("components/fields/own_text_transfer.js", CONTROLS)


@dataclass(frozen=True)
class OwnText:
    """A text that was received, and how many half characters in it were replaced.

    `is_known` means that the text was in use before, and that the tab has kept it. With a
    `delimiter` the text is a table for a worker to read, because reading it would hold up a page.
    """

    text: str
    replaced: int
    is_known: bool = False
    delimiter: str | None = None


def own_text_field(text: str | None, *, is_parallel: bool = False) -> None:
    """Draw the field with the text in use; what it sends arrives through `own_text_transfer`.

    A text that is too long for a link is not sent back to the field at every visit. If it
    `is_parallel`, the text is in several languages: a table, or a file for each.
    """
    shown = text if text is not None and len(text) <= TEXT_LIMIT else ""
    limits = {"paste_limit": PASTE_LIMIT, "upload_limit": UPLOAD_LIMIT}
    _field(
        key="own_text",
        data={
            "content": shown,
            "lang": current_language(),
            "is_parallel": is_parallel,
            **limits,
        },
    )


def own_text_transfer(digest: str, use: Callable[[OwnText], None]) -> None:
    """Draw the progress of a text on its way, or why it was refused; call this in a fragment.

    A new text is passed to `use` once it is complete and before anything is drawn. Then the whole
    page is drawn. From the `digest` the tab knows which text is in use; if none is, the tab sends
    the one it has kept.
    """

    def use_whole(transfer: Transfer, data: bytes) -> None:
        use(read_sent(transfer.metadata, data))
        _reception.changed.put("change")

    _bar(
        key=_reception.key,
        data=_reception.data() | {"digest": digest},
        on_part_change=lambda: _reception.take_part(use_whole),
    )
    _reception.follow()


def read_sent(metadata: Mapping[str, Any], data: bytes) -> OwnText:
    """Read what the field sent, and check it again: a browser can send anything. Raises a BpeError.

    >>> read_sent({"replaced": 0}, b"hug 10")
    OwnText(text='hug 10', replaced=0, is_known=False, delimiter=None)
    >>> read_sent({"name": "WORDS.CSV"}, b"ice cream,3")
    OwnText(text='ice cream\\t3', replaced=0, is_known=False, delimiter=None)
    """
    if "files" in metadata:
        return _read_parallel(metadata["files"], data, metadata.get("again", False))
    text = read_text(data) if "name" in metadata else _read_typed(data)
    delimiter = _DELIMITERS.get(metadata.get("name", "")[-4:].lower())
    replaced = metadata.get("replaced", 0)
    count = replaced if 0 <= replaced <= len(text) else 0
    if data.startswith(_UTF_16):  # UTF-8 has no half characters
        text, count = replace_surrogates(text)
    if not text or text.isspace():
        raise EmptyCorpusError()
    if len(text) <= PASTE_LIMIT:  # for a longer table, its worker says which line is wrong
        text, delimiter = _read_table(text, delimiter), None
    return OwnText(text, count, metadata.get("again", False), delimiter)


def _read_parallel(files: Sequence[Any], data: bytes, is_known: bool) -> OwnText:
    """Read parallel texts as a table: a single file is one already, several become its columns.

    Each of the `files` is its name and its size; in these, a browser can say anything.

    >>> _read_parallel([["en.txt", 3], ["de.txt", 4]], b"hugUmar", False).text
    'en\\tde\\nhug\\tUmar'
    """
    read: list[tuple[str, str]] = []
    start = 0
    for file in files:
        match file:
            case [str(name), int(size)] if 0 <= size <= len(data) - start:
                read.append((name, read_text(data[start : start + size])))
                start += size
    if not any(text.strip() for _, text in read):
        raise EmptyCorpusError()
    table = read[0][1] if len(read) == 1 else put_side_by_side(read)
    table, replaced = replace_surrogates(table)
    read_parallel(table)
    return OwnText(table, replaced, is_known)


def _read_typed(data: bytes) -> str:
    """Decode a typed text. Unlike in a file, a byte order mark is a character of the text."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02X}"
        raise NotTextError(position=error.start, value=byte) from None


def _read_table(text: str, delimiter: str | None) -> str:
    """Convert a table, typed or from a file, to the form in which it is typed; keep other text."""
    if delimiter is None:
        if looks_like_counts(text):
            read_counts(text)
        return text
    return "\n".join(f"{word}\t{count}" for word, count in read_counts(text, delimiter).items())
