"""A stage in somebody else's page: the code for that page, and what the frame tells it.

The server's administrator decides which sites may show the app in a frame
(MERGE_BY_MERGE_FRAME_ANCESTORS). A browser refuses the frame on all other sites. The administrator
also says where the static edition is (MERGE_BY_MERGE_STATIC_EDITION), for frames without a server.
"""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.components.component import component
from pages.components.html import filled
from pages.session.lesson import Lesson
from pages.session.link import OWN
from pages.session.view_options import PREDICT

#: A frame's size in pixels. Higher content scrolls, unless the page listens for the height.
LEAST, USUAL, MOST = 300, 640, 4_000
#: The type of the frame's messages, which hold only `{"type": …, "height": 612}`.
MESSAGE = "merge-by-merge-height"
#: What the frame may do: run our scripts as our own site. It may not use forms, pop-ups or
#: downloads, nor navigate the page around it.
SANDBOX = "allow-scripts allow-same-origin"
#: The reader's own theme, or one that fits the surrounding page.
Theme = Literal["", "light", "dark"]

#: The script for the page around the frame.
_HOST_PAGE = """\
<script>
  // Makes the frame as high as its content: it sends its height in pixels, and no text.
  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== %%ORIGIN%% || data?.type !== %%MESSAGE%%) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== source) continue;
      frame.height = Math.min(Number(data.height), %%MOST%%) || frame.height;
    }
  });
</script>
"""
_component = component("teaching/frame_height.js", html=None)


def snippet(
    address: str, title: str, width: int | None = None, height: int = USUAL, theme: Theme = ""
) -> str:
    """The code that shows `address` in a frame; its script makes the frame as high as its content.

    The code also works without the script, which some learning platforms remove. Without a width,
    the frame is as wide as its container.

    >>> print(snippet("https://a.example/?step=2", "BPE").splitlines()[0])
    <iframe title="BPE" src="https://a.example/?step=2&amp;embed=true" width="100%" height="640" ...
    >>> 'loading="lazy" referrerpolicy="no-referrer" sandbox=' in snippet("", "BPE")
    True
    """
    scheme, host, *_ = urlsplit(address)
    query = "embed=true" + (f"&embed_options={theme}_theme" if theme else "")
    source = f"{address}{'&' if '?' in address else '?'}{query}"
    attributes = {
        "title": title,
        "src": source,
        "width": str(width or "100%"),
        "height": str(height),
        "style": "border: 0",
        "loading": "lazy",
        "referrerpolicy": "no-referrer",
        "sandbox": SANDBOX,
    }
    frame = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    origin = json.dumps(f"{scheme}://{host}").replace("<", "\\u003c")
    script = filled(_HOST_PAGE, ORIGIN=origin, MESSAGE=json.dumps(MESSAGE), MOST=str(MOST))
    return f"<iframe {frame}></iframe>\n{script}"


def other_sites(frame_ancestors: str) -> list[str]:
    """The sites other than our own that the setting allows to show the app in a frame.

    >>> other_sites("'self' https://moodle.example.edu"), other_sites("'none'")
    (['https://moodle.example.edu'], [])
    """
    return [site for site in frame_ancestors.split() if site not in ("'self'", "'none'")]


def tell_height() -> None:
    """Make the frame report the height of its content to the page around it."""
    st.html(Path(__file__).with_name("embedded.css"))
    _component(key="frame_height", data={"type": MESSAGE})


#: What the static edition reads from a link; training settings only where they train.
_SHOWN = {"lang", "corpus", "step", "view"}
_TRAINED = {"text", "unit", "marker", "pre", "tie", "merges", "min", "fork", "arrival"}
_CUTS = {"whitespace", "gpt2", "none"}
_MOST_MERGES = 1_000


def static_address(edition: str, lesson: Lesson, params: Mapping[str, str]) -> str | None:
    """The address of what a link's parameters say; None if the static edition can't show it.

    >>> from pages.lessons import LESSONS
    >>> static_address("https://a.example/bpe", LESSONS["train"], {"corpus": "low", "step": "2"})
    'https://a.example/bpe/merge-by-merge.html?corpus=low&step=2'
    """
    reads = _SHOWN | (_TRAINED if lesson.address == "train" else set())
    can_show = (
        edition != "none"
        and lesson.static_file
        and params.keys() <= reads
        and params.get("corpus") != OWN
        and params.get("view", PREDICT) == PREDICT
        and params.get("pre", "none") in _CUTS
        and int(params.get("merges", 0)) <= _MOST_MERGES
    )
    return f"{edition.rstrip('/')}/{lesson.static_file}?{urlencode(params)}" if can_show else None
