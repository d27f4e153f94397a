"""A button that opens the browser's own way to print, from where a PDF can be saved too."""

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_component = st.components.v2.component(
    "print_button",
    html='<button type="button"></button>',
    css=(_HERE / "print_button.css").read_text(encoding="utf-8"),
    js=(_HERE / "print_button.js").read_text(encoding="utf-8"),
)


def print_button(label: str) -> None:
    """Draw the button."""
    _component(key="print_button", data={"label": label}, width="content")
