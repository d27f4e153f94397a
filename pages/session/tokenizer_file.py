"""A tokenizer that a learner brings in as a file: the session and the tab keep it, no link can."""

import hashlib
import html
from dataclasses import dataclass

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.errors import BpeError
from bpe_core.files import BpeModel, LoadedTokenizer, read_model
from bpe_core.files.model import MOST_BYTES
from pages.components.file_field import file_field
from pages.session.language import _, format_number, translate_error

_KEY = "tokenizer_file"
#: What to try it on: nobody knows which text it was learned from.
_EXAMPLE = "The lowest number of newest words: 你好，世界！"


@dataclass(frozen=True)
class FromFile:
    """A tokenizer from a file, as a source for a lesson."""

    key: str
    name: str
    model: BpeModel

    @property
    def rules(self) -> int:
        """How many merge rules there are."""
        return len(self.model.merges)

    def tokenizer(self, rules: int) -> Tokenizer | None:
        """The tokenizer with the first `rules` of its rules."""
        return LoadedTokenizer(self.model.up_to(rules))

    def example(self) -> str:
        """A text to start with."""
        return _EXAMPLE


def brought_in() -> FromFile | None:
    """The tokenizer of this session's file, if there is one."""
    found = st.session_state.get(_KEY)
    return found if isinstance(found, FromFile) else None


def bring_in() -> None:
    """A button for a file; where one is in use, its name and a way back."""
    with st.expander(_("Use a tokenizer from a file")):
        st.caption(
            _(
                "A tokenizer.json, a .model of minbpe, a merges.txt or a codes file, up to 2 MB. "
                "It stays in this tab, over a reload as well; a link does not hold it."
            )
        )
        try:
            sent = file_field(
                _("Choose a file"),
                key="tokenizer_file_field",
                accept=".json,.model,.txt,.bpe,.codes",
                limit=MOST_BYTES,
                digest=found.key if (found := brought_in()) else "",
            )
            if sent is not None:
                key = hashlib.sha256(sent.data).hexdigest()[:16]
                st.session_state[_KEY] = FromFile(key, sent.name, read_model(sent.data))
                st.rerun()  # tells the tab that the file is in use
        except BpeError as error:
            st.error(translate_error(error))
        if (found := brought_in()) is not None:
            _say(found)


def _say(found: FromFile) -> None:
    told = _("tokens: {tokens}, merges: {merges}").format(
        tokens=format_number(len(found.model.ids)), merges=format_number(found.rules)
    )
    st.html(f"<p><strong>{html.escape(found.name)}</strong>: {told}</p>")
    st.button(_("Remove this tokenizer"), on_click=lambda: st.session_state.pop(_KEY, None))
