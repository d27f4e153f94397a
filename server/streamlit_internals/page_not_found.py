"""Replace Streamlit's "Page not found" dialog by a notice in the visitor's language.

Streamlit would open a dialog over the page that it shows instead, in English only.

Depends on: `st.navigation` of Streamlit 1.67.0 calls `send_page_not_found` of its own module.
Remove when: Streamlit's dialog speaks the page's language, or an app can say what happens then.
"""

from collections.abc import Callable

from streamlit.commands import navigation


def tell_unknown_addresses(tell: Callable[[], None]) -> None:
    """Call `tell` in the run of a page that is shown because its address is unknown."""
    navigation.send_page_not_found = lambda ctx: tell()
