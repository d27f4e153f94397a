"""Charts as files: what the browser has drawn, saved there as SVG or PNG."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.components.component import component
from pages.session.language import _

_component = component(
    "chart_files",
    "components/charts/save_chart/chart_files.js",
    "components/charts/save_chart/chart_files.css",
    html='<p class="mount"></p>',
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
