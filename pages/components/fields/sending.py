"""A text or a file on its way, in parts, so that none of them holds up the server for long.

The browser sends one part, learns how many have arrived, and sends the next. So a part that was
lost is sent again, and a server that knows nothing about the text gets all of it.
"""

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.text.reading import PASTE_LIMIT, UPLOAD_LIMIT, NotTextError, TooLargeError
from pages.session.language import translate_error
from pages.session.session_state import SessionValue, component_value
from server.requests.quotas import charge_session
from server.streamlit_internals.reruns import catch_up
from server.streamlit_internals.sessions import session_id

#: The most characters in a transfer's own name: a browser makes up about thirty.
_NAME_LIMIT = 80
#: The largest size that a browser can state exactly.
_LARGEST = 2**53
#: Bytes in a part, as the browser cuts it: a whole number of base64 groups. A pasted text is one
#: part, and so is a megabyte, because each part takes a run of the page. As a message, a part is
#: less than half as large as the largest one allowed.
PART_BYTES = 1_020_000
#: Characters of a part that are decoded in one go, which keeps other threads waiting: groups of 4.
_DECODED = 1 << 16


@dataclass(eq=False)
class Transfer:
    """One text: its name in the browser, what was sent about it at the start, and what has arrived.

    `parts` is how many parts have arrived. They are released as soon as the text is used or
    refused. The name stays, so that a late part does not begin a new transfer.
    """

    #: What is sent about a text besides its bytes, and the type of each. A file has a name; of
    #: parallel texts, each has its name and its size in `files`.
    METADATA: ClassVar[Mapping[str, type]] = {
        "size": int,
        "name": str,
        "replaced": int,
        "again": bool,
        "files": list,
    }

    id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    parts: int = 0
    data: bytearray = field(default_factory=bytearray)
    state: Literal["open", "used", "refused"] = "open"

    @classmethod
    def begun_by(cls, sent: Mapping[str, Any]) -> Self:
        """The transfer of another text, with what its first part says about the whole.

        A browser can send anything: a value of the wrong type counts as not sent.
        """
        metadata = {
            name: sent[name] for name, kind in cls.METADATA.items() if type(sent.get(name)) is kind
        }
        return cls(sent["id"], metadata)

    @property
    def size(self) -> int:
        """The announced size in bytes; 0 if that size is impossible."""
        size_sent: int = self.metadata.get("size", 0)
        return size_sent if 0 <= size_sent <= _LARGEST else 0

    @property
    def limit(self) -> int:
        """The most bytes that there may be."""
        return UPLOAD_LIMIT if "name" in self.metadata else PASTE_LIMIT

    def is_begun_by(self, sent: Mapping[str, Any]) -> bool:
        """Whether this is the first part of another text."""
        name = sent.get("id")
        is_name = isinstance(name, str) and len(name) <= _NAME_LIMIT
        return is_name and sent.get("part") == 0 and name != self.id

    def is_next(self, sent: Mapping[str, Any]) -> bool:
        """Whether this is the part that is missing next."""
        lacking = (self.id, self.parts)
        return self.state == "open" and (sent.get("id"), sent.get("part")) == lacking

    def is_cancelled_by(self, sent: Mapping[str, Any]) -> bool:
        """Whether the learner has cancelled the transfer of this text."""
        return sent.get("cancelled") is True and sent.get("id") == self.id

    def take(self, encoded: str) -> bytes | None:
        """Take the next part; return the whole once it is complete.

        Raises TooLargeError before anything is done with a text whose announced size is too large,
        or as soon as the text is larger than announced; NotTextError if a part is not base64.

        >>> transfer = Transfer("1", {"size": 4})
        >>> transfer.take("aHVn"), transfer.take("cw==")
        (None, b'hugs')
        """
        if self.size > self.limit:
            raise TooLargeError(size=self.size, limit=self.limit)
        try:
            for start in range(0, len(encoded), _DECODED):
                self.data += base64.b64decode(encoded[start : start + _DECODED], validate=True)
        except ValueError:
            raise NotTextError(position=0, value="?") from None
        self.parts += 1
        if len(self.data) > self.size:
            raise TooLargeError(size=len(self.data), limit=self.size)
        return bytes(self.data) if len(self.data) == self.size else None

    def end(self, state: Literal["used", "refused"]) -> None:
        """End the transfer and release what has arrived."""
        self.data.clear()
        self.state = state


T = TypeVar("T", bound=Transfer)


class Reception(Generic[T]):
    """The transfers that a session receives from the field with this key, each of one `kind`."""

    def __init__(self, key: str, kind: type[T]) -> None:
        self.key = key
        self._kind = kind
        self._last = SessionValue[T](f"{key}_transfer")
        self._refusal = SessionValue[BpeError](f"{key}_refusal")
        #: What has changed since the field was last drawn: a part has come, or what is in use.
        self.changed = SessionValue[Literal["part", "change"]](f"{key}_changed")

    @property
    def transfer(self) -> T:
        """The transfer that was begun last."""
        return self._last.get() or self._last.put(self._kind())

    def data(self) -> dict[str, Any]:
        """Tell the browser which parts have come, and how to send the rest."""
        transfer = self.transfer
        return {
            "id": transfer.id,
            "parts": transfer.parts,
            "state": transfer.state,
            "part_bytes": PART_BYTES,
            "session": session_id(),
        }

    def take_part(self, use: Callable[[T, bytes], None]) -> None:
        """Take in what the field has sent, and use the whole once all of it has come."""
        sent = component_value(self.key, "part")
        if not isinstance(sent, Mapping):
            return
        self.changed.put("part")
        if self.transfer.is_begun_by(sent):
            self._last.put(self._kind.begun_by(sent))
        transfer = self.transfer
        if transfer.is_cancelled_by(sent):
            transfer.end("refused")
        encoded = sent.get("data")
        if not isinstance(encoded, str) or not transfer.is_next(sent):
            return
        try:
            charge_session(session_id(), len(encoded))
            data = transfer.take(encoded)
            if data is not None:
                use(transfer, data)
                transfer.end("used")
        except BpeError as refusal:
            transfer.end("refused")
            self._refusal.put(refusal)

    def follow(self) -> None:
        """Draw the rest of the page again if need be, or say why something was refused."""
        changed = self.changed.take()
        if changed == "change":
            st.rerun()
        if changed == "part":
            catch_up()
        if refusal := self._refusal.get():
            st.error(translate_error(refusal))
            self._refusal.take()  # not before: drawing may be cut short by another run
