"""Charts as files: what the browser has drawn, saved there as SVG or PNG."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from pages.ui.language import _

_HERE = Path(__file__).parent

_component = st.components.v2.component(
    "chart_files",
    html='<p class="mount"></p>',
    css=(_HERE / "chart_files.css").read_text(encoding="utf-8"),
    js=(_HERE / "chart_files.js").read_text(encoding="utf-8"),
)


@contextmanager
def savable(*names: str, key: str) -> Iterator[None]:
    """Charts drawn within can be saved; `names` are theirs, in their order.

    Streamlit's own button makes only PNG and is labelled in English.
    """
    with st.container(key=key):
        yield
        data = {"within": key, "names": names, "text": {"save": _("Save as a picture:")}}
        _component(key=f"{key}_files", data=data)
