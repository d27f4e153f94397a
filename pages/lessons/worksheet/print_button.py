"""A button that opens the browser's print dialog, which can also save a PDF."""

from pages.components.component import component

_component = component(
    "print_button",
    "lessons/worksheet/print_button.js",
    "components/fields/controls.css",
    html='<div class="mount"><button type="button" class="primary"></button></div>',
)


def print_button(label: str) -> None:
    """Draw the button."""
    _component(key="print_button", data={"label": label}, width="content")
