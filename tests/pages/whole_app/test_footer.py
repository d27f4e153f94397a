"""Every page says which version it is of."""

import pytest

from bpe_core import __version__
from pages.frame_parts.footer import WHATS_NEW
from pages.session.language import gettext, speaking
from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_last_line_is_the_version_and_what_is_new_in_it(language: str) -> None:
    text = Visitor("terms", lang=language).text
    assert f" {__version__} · " in text
    with speaking(language):
        for news in WHATS_NEW:
            assert gettext(news).replace("'", "&#x27;") in text


def test_a_frame_in_another_page_has_no_such_line() -> None:
    assert __version__ not in Visitor("train", corpus="low", is_embedded=True).text


def test_a_page_that_is_drawn_again_says_so_to_its_notices() -> None:
    """Streamlit sends nothing to a component whose data is the same."""
    visitor = Visitor("terms")
    before = visitor.component("page_notices").json
    visitor.run()
    assert visitor.component("page_notices").json != before
