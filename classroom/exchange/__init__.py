"""Questions as files that learning platforms read: Moodle XML, and QTI 2.1.

Both are written from the same `ExchangeItem`, whose texts are XHTML elements. Unlike the web
page, a platform shows them in its own style, so each token is a `<code>` element.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from classroom.exchange.item import Choice, ExchangeItem, code, mixed
from classroom.exchange.moodle import write_moodle
from classroom.exchange.qti import write_qti

__all__ = ["FILES", "Choice", "ExchangeFile", "ExchangeItem", "code", "mixed"]


@dataclass(frozen=True)
class ExchangeFile:
    """A kind of file: its display name, the file's name and type, and the function to write it."""

    label: str
    file_name: str
    mime: str
    write: Callable[[Sequence[ExchangeItem], str], bytes]


FILES: Mapping[str, ExchangeFile] = {
    "moodle": ExchangeFile("Moodle XML", "questions.xml", "application/xml", write_moodle),
    "qti": ExchangeFile("QTI 2.1", "questions-qti.zip", "application/zip", write_qti),
}
