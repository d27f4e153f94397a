"""Downloads in a lesson that trains nothing: opening the box trains the corpus."""

import streamlit as st

from pages.components.downloads import Offered, downloads_box, draw_downloads
from pages.components.training.training_progress import trained
from pages.session.training_request import bpe_request


@st.fragment
def offer_corpus() -> None:
    """Offer the files of the corpus."""
    if (box := downloads_box()).open:
        with box:
            if (done := trained(bpe_request())) is not None:
                draw_downloads(Offered(done.key, len(done.trace)))
