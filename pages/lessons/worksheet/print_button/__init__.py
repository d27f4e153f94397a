"""A button that opens the browser's own way to print, from where a PDF can be saved too."""

from pages.components.component import component

_component = component(
    "print_button",
    "lessons/worksheet/print_button/print_button.js",
    "lessons/worksheet/print_button/print_button.css",
    html='<button type="button"></button>',
)


def print_button(label: str) -> None:
    """Draw the button."""
    _component(key="print_button", data={"label": label}, width="content")
