"""Questions as files that learning platforms read: Moodle XML, and QTI 2.1.

Both are written from the same `ExchangeItem`, whose texts are elements of XHTML. Unlike the web
page, a platform shows them in its own style, so tokens are `<code>`, one element each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from classroom.exchange.item import Choice, ExchangeItem
from classroom.exchange.markup import code, mixed
from classroom.exchange.moodle import write_moodle
from classroom.exchange.qti import write_qti

__all__ = ["FILES", "Choice", "ExchangeFile", "ExchangeItem", "code", "mixed"]


@dataclass(frozen=True)
class ExchangeFile:
    """A kind of file: its name for people, the file's name and type, and what writes it."""

    label: str
    file_name: str
    mime: str
    write: Callable[[Sequence[ExchangeItem], str], bytes]


FILES: Mapping[str, ExchangeFile] = {
    "moodle": ExchangeFile("Moodle XML", "questions.xml", "application/xml", write_moodle),
    "qti": ExchangeFile("QTI 2.1", "questions-qti.zip", "application/zip", write_qti),
}
