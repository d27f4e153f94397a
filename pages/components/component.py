"""Components v2 made of parts: one stylesheet and one module, put together from several files."""

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_PAGES = Path(__file__).parents[1]
MOUNT = '<div class="mount"></div>'

#: What a browser has no use for: comments that have their lines for themselves, and indentation.
#: No string or template of ours goes on over a line's end, so none of it is in one.
_IDLE = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n|^[ \t]+", re.DOTALL | re.MULTILINE
)


def component(name: str, *files: str, html: str | None = MOUNT) -> "ComponentRenderer":
    """A component made of `files`, named as they stand under pages/, to be called with data.

    Each file of a module uses only what stands before it.
    """
    style, module = style_and_module(*files)
    return st.components.v2.component(name, html=html, css=style or None, js=module)


def said(key: str, name: str) -> Any:
    """What a component's browser side says; None where the learner has left the lesson meanwhile.

    Then the callback is still called, and the key is no longer known.
    """
    return st.session_state.get(key, {}).get(name)


def style_and_module(*files: str) -> tuple[str, str]:
    """The stylesheets among `files`, and the rest, as one text each."""
    styles = [_travelling(file) for file in files if file.endswith(".css")]
    modules = [_travelling(file) for file in files if file.endswith(".js")]
    return "\n".join(styles), "\n".join(modules)


@cache
def _travelling(file: str) -> str:
    """A file as it travels: without its comments and indentation: a quarter less of a module."""
    return _IDLE.sub("", (_PAGES / file).read_text(encoding="utf-8"))
