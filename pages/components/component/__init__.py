"""Streamlit v2 components made of parts: a module with everything it imports, and stylesheets."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from pages.components.component.data import with_translations
from pages.components.component.joined_module import joined_component, without_idle_text

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

#: The folder that the paths of components' files are relative to.
_PAGES = Path(__file__).parents[2]
MOUNT = '<div class="mount"></div>'


def component(
    name: str, module: str, *styles: str, html: str | None = MOUNT, isolate_styles: bool = True
) -> "ComponentRenderer":
    """A component to be called with data. Files are given by their path under pages/.

    The default export of `module` is the function that Streamlit calls; what the module imports is
    included, and the translations of its sentences are added to the data. Without `isolate_styles`
    it is drawn outside a shadow root, as is one without `html`, which draws nothing.
    """
    entry = _PAGES / module
    draw = st.components.v2.component(
        name,
        html=html,
        css=joined_styles(*styles) or None,
        js=joined_component(entry),
        isolate_styles=isolate_styles and html is not None,
    )

    def draw_in_language(*, data: object = None, **mounting: Any) -> object:
        return draw(data=with_translations(data, entry), **mounting)

    return cast("ComponentRenderer", draw_in_language)


def joined_styles(*files: str) -> str:
    """Stylesheets joined in order, each after those that it may override."""
    return "\n".join(without_idle_text(_PAGES / file) for file in files)
