"""A stage in a page of somebody else: the code for that page, and what the frame tells it.

Which sites may show the app in a frame, the server's administrator says
(MERGE_BY_MERGE_FRAME_ANCESTORS); a browser refuses it to all others.
"""

import json
from html import escape
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import streamlit as st

from pages.components.component import component
from server.settings import settings

#: Pixels of a frame. Where its content is higher it scrolls, unless the page hears the height.
LEAST, USUAL, MOST = 300, 640, 4_000
#: What the frame's messages are called: `{"type": …, "height": 612}`, and nothing else.
MESSAGE = "merge-by-merge-height"
#: What the frame may do: run our scripts as our own site. No forms, pop-ups or downloads, and it
#: takes the page around it nowhere.
SANDBOX = "allow-scripts allow-same-origin"
#: The reader's own theme, or one that fits the page around.
Theme = Literal["", "light", "dark"]

_HERE = Path(__file__).parent
_component = component("frame_height", "teaching/embedding/frame_height.js", html=None)


class Size(NamedTuple):
    """A frame's size in pixels; without a width it is as wide as what contains it."""

    width: int | None = None
    height: int = USUAL


def snippet(address: str, title: str, size: Size, theme: Theme = "") -> str:
    """The code that shows `address` in a frame; its script makes the frame as high as its content.

    It works without the script, too, which some learning platforms take out.

    >>> print(snippet("https://a.example/?step=2", "BPE", Size()).splitlines()[0])
    <iframe title="BPE" src="https://a.example/?step=2&amp;embed=true" width="100%" height="640" ...
    """
    scheme, host, *_ = urlsplit(address)
    asked = "embed=true" + (f"&embed_options={theme}_theme" if theme else "")
    source = f"{address}{'&' if '?' in address else '?'}{asked}"
    attributes = {
        "title": title,
        "src": source,
        "width": str(size.width or "100%"),
        "height": str(size.height),
        "style": "border: 0",
        "loading": "lazy",
        "referrerpolicy": "no-referrer",
        "sandbox": SANDBOX,
    }
    frame = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    script = (_HERE / "host_page.html").read_text(encoding="utf-8")
    for name, value in {"ORIGIN": f"{scheme}://{host}", "MESSAGE": MESSAGE}.items():
        script = script.replace(f"%%{name}%%", json.dumps(value).replace("<", "\\u003c"))
    return f"<iframe {frame}></iframe>\n{script.replace('%%MOST%%', str(MOST))}"


def other_sites(frame_ancestors: str) -> list[str]:
    """Which sites beside our own may show the app in a frame, of those that the setting lists.

    >>> other_sites("'self' https://moodle.example.edu"), other_sites("'none'")
    (['https://moodle.example.edu'], [])
    """
    return [site for site in frame_ancestors.split() if site not in ("'self'", "'none'")]


def sites_let_in() -> list[str]:
    """The same for this server."""
    return other_sites(settings().frame_ancestors)


def tell_height() -> None:
    """Let the frame tell the page around it how high its content is."""
    st.html(_HERE / "embedded.css")
    _component(key="frame_height", data={"type": MESSAGE})
