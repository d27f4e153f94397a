"""Receive a field's content in parts: take each in once, and pass on the whole."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeVar

import streamlit as st

from bpe_core.errors import BpeError
from pages.components.fields.sending.transfer import PART_BYTES, Transfer
from pages.session.language import translate_error
from pages.session.session_state import SessionValue, component_value
from server.requests.quotas import charge_session
from server.streamlit_internals.full_reruns import catch_up
from server.streamlit_internals.sessions import session_id

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
