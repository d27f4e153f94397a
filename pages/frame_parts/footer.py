"""The end of every page: which version of the app this is, and what is new in it."""

from html import escape

import streamlit as st

from bpe_core import __version__
from pages.session.language import N_, _, gettext

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
    """Draw one line that unfolds."""
    line = _("Merge by Merge {version} · what is new").format(version=__version__)
    news = "".join(f"<li>{escape(gettext(each))}</li>" for each in WHATS_NEW)
    st.html(
        f'<footer class="version"><details><summary>{escape(line)}</summary>'
        f"<ul>{news}</ul></details></footer>"
    )
