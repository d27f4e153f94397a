"""A button with a name that opens the sidebar, and closes it again."""

from pages.components.component import component

_component = component(
    "settings_button",
    "components/sidebar/settings_button.js",
    "components/fields/controls.css",
    "components/sidebar/settings_button.css",
)


def settings_button() -> None:
    """Draw the button. The browser opens the sidebar by itself, without a rerun."""
    _component(data={}, key="settings_button")
