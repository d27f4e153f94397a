"""Components v2 made of parts: a module with all that it imports, and stylesheets."""

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from pages.components.component.joined_module import joined_module, without_idle_text

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

#: The folder that components' files are named from.
_PAGES = Path(__file__).parents[2]
MOUNT = '<div class="mount"></div>'


def component(
    name: str, module: str, *styles: str, html: str | None = MOUNT
) -> "ComponentRenderer":
    """A component to be called with data: files are named by their path under pages/.

    `module` exports as its default the function that Streamlit calls; what it imports comes along.
    """
    return st.components.v2.component(
        name, html=html, css=joined_styles(*styles) or None, js=joined_module(_PAGES / module)
    )


def joined_styles(*files: str) -> str:
    """Stylesheets, each after those that it may overrule."""
    return "\n".join(without_idle_text(_PAGES / file) for file in files)
