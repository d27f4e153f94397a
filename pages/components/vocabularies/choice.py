"""Choose the vocabularies of a lesson: published ones and the session's own files."""

from collections.abc import Collection
from pathlib import Path

import streamlit as st
from babel import Locale

from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from pages.session.language import (
    BABEL_LOCALE,
    N_,
    _,
    as_code,
    current_language,
    format_number,
    gettext,
    visible,
)
from pages.session.uploads import Vocabulary, missing, wanted_file
from server.stores.vocabularies import SHELF

#: The most characters of a file's name that are shown.
_NAME = 40
#: What pip installs: a checkout has a list of them, the package an extra.
_WANTED = (
    "-r requirements-wild.txt"
    if (Path(__file__).parents[3] / "requirements-wild.txt").exists()
    else '"merge-by-merge[vocabularies]"'
)


def shown_name(vocabulary: Vocabulary) -> str:
    """A name as Markdown; the name of a learner's own file is shown literally."""
    return as_code(visible(vocabulary.name, _NAME)) if vocabulary.is_own else vocabulary.name


def draw_not_here(codes: Collection[str]) -> None:
    """Ask for the files that the author of a link had chosen from their own."""
    for code in codes:
        if name := wanted_file(code):
            st.info(
                _(
                    "This link shows a tokenizer file, {name}, but a link cannot include "
                    "the file itself. Choose the file under “Use your own tokenizer file” "
                    "to see what its sender saw."
                ).format(name=as_code(visible(name, _NAME)))
            )


def draw_missing() -> None:
    """Draw what is not installed, and the command that adds it."""
    if not missing():
        return
    names = _(", ").join(entry.name for entry in missing())
    st.info(
        _("Not installed on this server: {names}. This command installs what is missing:").format(
            names=names
        )
    )
    st.code(f"python -m pip install {_WANTED}", language=None)


#: Seconds that a page waits before it shows progress, and between two checks of it.
PATIENCE, SECONDS_PER_LOOK = 0.3, 0.5


def published_vocabularies() -> dict[str, RankedTokenizer]:
    """The loaded vocabularies by name, in the order of their publication."""
    return SHELF.ready()


def draw_loading() -> bool:
    """Whether some are still loading; if so, draw the progress."""
    if len(SHELF.ready()) < SHELF.total:
        SHELF.wait(PATIENCE)
    if len(SHELF.ready()) >= SHELF.total:
        return False
    # A page that is not shown yet waits a while for what is so called.
    with st.container(key="awaited_vocabularies"):
        _progress()
    return True


@st.fragment(run_every=SECONDS_PER_LOOK)
def _progress() -> None:
    """Draw the bar. Only this runs again, until all are loaded."""
    done, total = len(SHELF.ready()), SHELF.total
    if done >= total:
        st.rerun()
    message = _("Loading the published vocabularies, once per server start: {done} of {total}.")
    st.progress(
        done / total,
        message.format(done=format_number(done), total=format_number(total)),
    )


#: Classes of tokens without letters of a single script.
CLASSES = {
    "mixed": N_("several scripts"),
    "space": N_("whitespace"),
    "digits": N_("digits"),
    "signs": N_("symbols"),
    "part": N_("parts of characters"),
    "Other": N_("other scripts"),
}
#: Scripts with their ISO 15924 codes, which Babel uses to look up their names.
_CODES = {name: code for code, name in Locale.parse("en").scripts.items()} | {
    "Bengali": "Beng", "Oriya": "Orya", "Canadian_Aboriginal": "Cans", "Nko": "Nkoo",
}  # fmt: skip


def script_name(script: str) -> str:
    """The name of a script, or of a class of tokens.

    >>> script_name("Han"), script_name("signs")
    ('Han', 'symbols')
    """
    if script in CLASSES:
        return gettext(CLASSES[script])
    names = Locale.parse(BABEL_LOCALE[current_language()]).scripts
    return str(names.get(_CODES.get(script, ""), script))
