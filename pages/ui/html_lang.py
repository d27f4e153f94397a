"""Tell the browser which language the page is in: Streamlit always says English.

Screen readers choose their voice by it, and browsers choose the shapes of Chinese characters.
"""

import streamlit as st

# Streamlit takes a script without a line break for the path of a file.
_SCRIPT = """export default function ({ data }) {
  document.documentElement.lang = data.lang;
}
"""

_component = st.components.v2.component("html_lang", js=_SCRIPT)


def set_html_lang(language: str) -> None:
    """Set `<html lang>` to a language tag such as "zh-Hans". Draws nothing."""
    _component(data={"lang": language}, key="html_lang")
