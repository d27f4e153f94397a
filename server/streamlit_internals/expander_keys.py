"""Let an expander that has a key keep its state when it is drawn with another label.

To Streamlit, such an expander is a new one. So when the language changes, an open box closes, and
one that is opened while the page is drawn in the other language is never drawn. Here its key says
which one it is, as with Streamlit's other widgets.

Depends on: Streamlit 1.67.0 names an expander by `layouts.compute_and_register_element_id`, with
`key_as_main_identity=False`.
Remove when: an expander is named by its key, as a button is.
"""

from typing import Any

from streamlit.elements import layouts
from streamlit.elements.lib.utils import compute_and_register_element_id


def named_by_key(element_type: str, *, key_as_main_identity: Any, **arguments: Any) -> str:
    """Name an element as Streamlit does, but an expander by its key and how it begins."""
    identity = {"expanded"} if element_type == "expander" else key_as_main_identity
    return compute_and_register_element_id(element_type, key_as_main_identity=identity, **arguments)


def name_expanders_by_key() -> None:
    """Do so on all pages that are drawn from now on."""
    layouts.compute_and_register_element_id = named_by_key  # type: ignore[attr-defined]
