"""Show how a lesson's step is done with `tokenizers`, `tiktoken` or `sentencepiece`.

Each program stands alone. The comments at its end are what it prints, and a test runs it.
"""

from pathlib import Path

import streamlit as st

from pages.session import state
from pages.session.language import _
from pages.session.view_options import is_stage_alone

PROGRAMS = Path(__file__).parent / "programs"


def library_code(*names: str) -> None:
    """Draw these programs, folded; nothing on the stage."""
    if is_stage_alone(state.lesson()):
        return
    with st.expander(_("The same with a library")):
        for name in names:
            st.code((PROGRAMS / f"{name}.py").read_text("utf-8"), language="python")
