"""The state that a full page run depends on.

If it changes during a fragment's run, the fragment asks for a full rerun.
"""

from pages.session import state
from pages.session.asked_training import asked_bpe
from pages.session.language import current_language
from pages.session.uploads.tokenizer_file import brought_in
from pages.session.view_options import PRESENT
from pages.teaching.lesson_link import is_dialog_asked


def asked_of_page() -> tuple[object, ...]:
    """Return that state."""
    from_file = brought_in()
    return (
        asked_bpe(),
        current_language(),
        state.is_shown(PRESENT),
        is_dialog_asked(),
        from_file and from_file.key,
    )
