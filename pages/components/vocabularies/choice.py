"""Choose the vocabularies of a lesson: published ones and the session's own files."""

from collections.abc import Collection
from pathlib import Path

import streamlit as st

from pages.session.language import _, as_code, visible
from pages.session.uploads.model_files import Vocabulary, missing, wanted_file

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
