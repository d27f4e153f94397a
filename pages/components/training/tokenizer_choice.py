"""The tokenizer with which a lesson encodes: one from the learner's file, or one trained here.

Only `chosen_source` decides which one. A lesson needs nothing from a source but its `Tokenizer`.
"""

import hashlib
import html
from dataclasses import dataclass

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.errors import BpeError
from bpe_core.files.exchange import read_model
from pages.components.fields import file_field
from pages.components.training import asks_for_text, trained
from pages.session.language import _, translate_error
from pages.session.traces import merges_by_key
from pages.session.training_request import bpe_request
from pages.session.uploads import FromFile, remove_tokenizer, uploaded_tokenizer, use_tokenizer
from pages.session.usual_settings import usual_text


@dataclass(frozen=True)
class TrainedHere:
    """The training with the current settings, by the key under which its trace is held."""

    key: str
    rules: int

    def tokenizer(self, rules: int) -> Tokenizer | None:
        """The tokenizer with its first `rules` rules; None if it has to be made again."""
        trace = merges_by_key(self.key)
        return None if trace is None else trace.tokenizer(min(rules, len(trace)))

    def example(self) -> str:
        """A text to start with."""
        trace = merges_by_key(self.key)
        return "" if trace is None else usual_text(bpe_request().corpus, trace.corpus)


#: Where a tokenizer comes from. Sessions keep sources, so a source names its tokenizer only.
Source = FromFile | TrainedHere


def chosen_source() -> Source | None:
    """The tokenizer that the learner chose; None if it is not ready yet, with the reason drawn."""
    if (from_file := uploaded_tokenizer()) is not None:
        return from_file
    request = bpe_request()
    done = None if asks_for_text(request) else trained(request)
    return None if done is None else TrainedHere(done.key, len(done.trace))


def offer_upload() -> None:
    """Draw a button for a file; if one is in use, also a way back, and its name."""
    with st.expander(_("Use a tokenizer from a file")):
        st.caption(
            _(
                "A tokenizer.json, a minbpe .model, a merges.txt or a codes file, up to 4 MB. "
                "The file stays in this tab, even after a reload. Links do not include it."
            )
        )
        try:
            uploaded = uploaded_tokenizer()
            sent = file_field(uploaded.key if uploaded else "", remove_tokenizer)
            if sent is not None:
                key = hashlib.sha256(sent.data).hexdigest()[:16]
                use_tokenizer(FromFile(key, sent.name, read_model(sent.data)))
                st.rerun()  # tells the tab that the file is in use
        except BpeError as error:
            st.error(translate_error(error))
        if (uploaded := uploaded_tokenizer()) is not None:
            _say(uploaded)


def _say(uploaded: FromFile) -> None:
    sentence = _(
        "tokens: {tokens}, merges: {merges}", tokens=len(uploaded.model.ids), merges=uploaded.rules
    )
    st.html(f"<p><strong>{html.escape(uploaded.name)}</strong>: {sentence}</p>")
