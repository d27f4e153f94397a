"""The switch for the language of the app."""

from streamlit.delta_generator import DeltaGenerator

from pages.session.language import (
    LANGUAGES,
    _,
    current_language,
    set_language,
)
from pages.session.session_state import bound_switch


def language_switch(place: DeltaGenerator) -> None:
    """Draw a button for each language, labelled in that language."""
    place.segmented_control(
        _("Language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        label_visibility="collapsed",
        **bound_switch("choose_language", current_language(), set_language),
    )
