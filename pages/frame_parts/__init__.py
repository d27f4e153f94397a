"""The parts of the frame around every lesson."""

import time
from html import escape

import streamlit as st

from bpe_core import __version__
from pages.components.component import component
from pages.session import state
from pages.session.language import HTML_LANG, LANGUAGES, N_, _, catalogue, current_language, gettext
from pages.session.training_request import bpe_request
from pages.session.uploads import uploaded_tokenizer
from pages.session.view_options import PRESENT
from pages.teaching.lesson_link import is_dialog_requested
from server.requests.log import LOGGER, places_of

_page_language = component("frame_parts/page_language.js", html=None)
_page_notices = component("frame_parts/page_notices.js", html=None)
_first_drawing = component("frame_parts/first_drawing.js", html=None)


def show_once_drawn() -> None:
    """Keep the page hidden until its stepper is drawn, or all of a page that has none."""
    with st.sidebar:
        _first_drawing(key="first_drawing")


#: Streamlit 1.67.0's own names. A name that ends in {} covers all names that begin like it.
_NAMES = (
    N_("Skip to main content"),
    N_("Sidebar"),
    N_("App pages"),
    N_("Collapse sidebar"),
    N_("Expand sidebar"),
    N_("Open sidebar"),
    N_("Close sidebar"),
    N_("Open"),
    N_("Clear value"),
    N_("Help for {}"),
    N_("Decrement"),
    N_("Increment"),
    N_("Link to heading"),
    N_("Fullscreen"),
    N_("Close fullscreen"),
    N_("Fullscreen: {}"),
    N_("Copy to clipboard"),
)


def builtin_names(language: str) -> dict[str, str]:
    """Streamlit's names, from every other language to `language`.

    >>> builtin_names("zh")["Fullscreen: {}"], builtin_names("en")["全屏：{}"]
    ('全屏：{}', 'Fullscreen: {}')
    """
    wanted = catalogue(language)
    others = [catalogue(other) for other in LANGUAGES if other != language]
    return {other.gettext(name): wanted.gettext(name) for other in others for name in _NAMES}


def set_page_language(language: str) -> None:
    """Make `language` the language of the page, without drawing anything.

    Streamlit always says English: in `<html lang>`, and on its own buttons.
    """
    data = {"lang": HTML_LANG[language], "names": builtin_names(language)}
    _page_language(data=data, key="page_language")


def watch_page() -> None:
    """Show the page's own notices, with or without its server, in a line at its lower edge.

    One says that the connection is lost, until it is back: meanwhile the learner can go on
    stepping, and a server that is back draws the page again. The other says how many half
    characters (lone surrogates) were replaced in a field: one that reached the server would end the
    connection.
    """
    _page_notices(
        key="page_notices",
        data={"drawn": time.time_ns()},
        on_back_change=lambda: None,  # the rerun itself is the answer
    )


def page_state() -> tuple[object, ...]:
    """The state that a run of the whole page depends on.

    If it changes during a fragment's run, the fragment asks for a full rerun.
    """
    from_file = uploaded_tokenizer()
    return (
        bpe_request(),
        current_language(),
        state.is_shown(PRESENT),
        is_dialog_requested(),
        from_file and from_file.key,
    )


def tell_fault(error: Exception) -> bool:
    """Report a bug of this program in the learner's language, and log the error. For `st.App`."""
    LOGGER.error("fault %s", places_of(error))
    st.error(
        _(
            "Something went wrong, and this part could not be shown. Your text and your settings "
            "have not changed: go back, choose another setting, or reload the page."
        )
    )
    return True


#: What most people will notice first; CHANGELOG.md lists everything.
WHATS_NEW = (
    N_("Rooms: a class votes on the next step from its phones, talks, and votes again."),
    N_("Course: five lessons lead the way, each with a goal and three questions at its end."),
    N_(
        "The code, Your own BPE: the textbook's program runs on your words line by line, and a "
        "trainer that you wrote yourself is diagnosed."
    ),
    N_(
        "A tokenizer file: open any tokenizer file and look at every token: how "
        "it was made, and whether it is ever produced."
    ),
    N_(
        "What the model sees: experiments with letters, prompts, numbers and costs, each of which "
        "begins with your prediction."
    ),
    N_("After BPE: four lessons on what newer methods do differently."),
    N_("For teachers: lesson plans, worksheets, quizzes for Moodle, slides, and HTML to embed."),
    N_("Without a server: the walks as plain files, and the app as a Python package."),
)


def footer() -> None:
    """Draw the end of every page, a line that unfolds: its version, and what is new in it."""
    line = _("Merge by Merge {version} · what is new", version=__version__)
    news = "".join(f"<li>{escape(gettext(each))}</li>" for each in WHATS_NEW)
    st.html(
        f'<footer class="version"><details><summary>{escape(line)}</summary>'
        f"<ul>{news}</ul></details></footer>"
    )
