"""Report a bug of this program on the page, without framework jargon or file names."""

import streamlit as st

from pages.session.language import _
from server.requests.log import LOGGER, places_of


def tell_fault(error: Exception) -> bool:
    """Report a bug in the learner's language, and log the error. For `st.App`."""
    LOGGER.error("fault %s", places_of(error))
    st.error(
        _(
            "Something went wrong, and this part could not be shown. Your text and your settings "
            "have not changed: go back, choose another setting, or reload the page."
        )
    )
    return True
