"""A text or a file on its way: it comes in parts, so that none holds the server up for long.

The browser sends one part, is told how many have come, and sends the next: so a part that was lost
is sent again, and a server that knows nothing of the text is sent all of it.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self

from bpe_core.text.reading import PASTE_LIMIT, UPLOAD_LIMIT, NotTextError, TooLargeError

#: Characters of a transfer's own name: what a browser makes up has some thirty.
_NAME_LIMIT = 80
#: The largest size that a browser can tell exactly.
_LARGEST = 2**53
#: Bytes in a part, as the browser cuts: whole groups of base64. A pasted text is one part, and so
#: is a megabyte: each part takes a run of the page, and as a message less than half of the largest.
PART_BYTES = 1_020_000


@dataclass(eq=False)
class Transfer:
    """One text: its name in the browser, what was told of it at its start, and what came of it.

    `parts` is how many came. What has come is let go as soon as the text is used or refused; the
    name stays, so that a part which comes late begins nothing.
    """

    #: What is told of a text beside its bytes, and of which type. A file has a name.
    TOLD: ClassVar[Mapping[str, type]] = {"size": int, "name": str, "replaced": int, "again": bool}

    id: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)
    parts: int = 0
    data: bytearray = field(default_factory=bytearray)
    state: Literal["open", "used", "refused"] = "open"

    @classmethod
    def begun_by(cls, sent: Mapping[str, Any]) -> Self:
        """The transfer of another text, with what its first part tells of the whole.

        A browser can tell anything: what is not of its type counts as not told.
        """
        told = {name: sent[name] for name, kind in cls.TOLD.items() if type(sent.get(name)) is kind}
        return cls(sent["id"], told)

    @property
    def size(self) -> int:
        """How many bytes there are to be, as it was told; 0 where that can't be."""
        told: int = self.told.get("size", 0)
        return told if 0 <= told <= _LARGEST else 0

    @property
    def limit(self) -> int:
        """How many bytes there may be."""
        return UPLOAD_LIMIT if "name" in self.told else PASTE_LIMIT

    def is_begun_by(self, sent: Mapping[str, Any]) -> bool:
        """Whether this is the first part of another text."""
        name = sent.get("id")
        is_name = isinstance(name, str) and len(name) <= _NAME_LIMIT
        return is_name and sent.get("part") == 0 and name != self.id

    def is_next(self, sent: Mapping[str, Any]) -> bool:
        """Whether this is the part that lacks."""
        lacking = (self.id, self.parts)
        return self.state == "open" and (sent.get("id"), sent.get("part")) == lacking

    def is_cancelled_by(self, sent: Mapping[str, Any]) -> bool:
        """Whether the learner wants no more of this text."""
        return sent.get("cancelled") is True and sent.get("id") == self.id

    def take(self, encoded: str) -> bytes | None:
        """Take the next part; return the whole once it is complete.

        Raises TooLargeError before anything is done with a text that is told to be too large, or
        as soon as it is larger than told; NotTextError where a part is not base64.

        >>> transfer = Transfer("1", {"size": 4})
        >>> transfer.take("aHVn"), transfer.take("cw==")
        (None, b'hugs')
        """
        if self.size > self.limit:
            raise TooLargeError(size=self.size, limit=self.limit)
        try:
            self.data += base64.b64decode(encoded, validate=True)
        except ValueError:
            raise NotTextError(position=0, value="?") from None
        self.parts += 1
        if len(self.data) > self.size:
            raise TooLargeError(size=len(self.data), limit=self.size)
        return bytes(self.data) if len(self.data) == self.size else None

    def end(self, state: Literal["used", "refused"]) -> None:
        """Let go of what has come."""
        self.data.clear()
        self.state = state
