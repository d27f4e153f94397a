"""The state that a full page run depends on.

If it changes during a fragment's run, the fragment asks for a full rerun.
"""

from pages.session import state
from pages.session.language import current_language
from pages.session.training_request import bpe_request
from pages.session.uploads.tokenizer_file import uploaded_tokenizer
from pages.session.view_options import PRESENT
from pages.teaching.lesson_link import is_dialog_requested


def page_state() -> tuple[object, ...]:
    """Return that state."""
    from_file = uploaded_tokenizer()
    return (
        bpe_request(),
        current_language(),
        state.is_shown(PRESENT),
        is_dialog_requested(),
        from_file and from_file.key,
    )
