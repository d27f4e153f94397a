"""What a page says where this program has a bug: no framework's words, no place in a file."""

import streamlit as st

from pages.session.language import _
from server.log import LOGGER, places_of


def tell_fault(error: Exception) -> bool:
    """Say it in the learner's language, and note in the log what it was. For `st.App`."""
    LOGGER.error("fault %s", places_of(error))
    st.error(
        _(
            "Something went wrong, and this part could not be shown. Your text and your settings "
            "have not changed: go back, choose another setting, or reload the page."
        )
    )
    return True
