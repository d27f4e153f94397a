"""The settings of a training and the language, beside every lesson and in its head."""

from streamlit.delta_generator import DeltaGenerator

from pages.components.component import component
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


_component = component(
    "settings_button",
    "components/sidebar/settings_button.js",
    "components/fields/controls.css",
    "components/sidebar/settings_button.css",
)


def settings_button() -> None:
    """Draw the button. The browser opens the sidebar by itself, without a rerun."""
    _component(data={}, key="settings_button")
