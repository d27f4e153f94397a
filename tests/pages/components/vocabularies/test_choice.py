"""A page waits for the published vocabularies, and goes on by itself once they are there."""

from unittest.mock import Mock

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.vocabularies import choice


def page() -> None:
    import streamlit as st

    from pages.components.vocabularies.choice import draw_loading

    st.text("still" if draw_loading() else "there")


@pytest.mark.parametrize(("at_last", "shown"), [("a", "still"), ("ab", "there")])
def test_the_page_goes_on_when_the_last_one_is_loaded(
    monkeypatch: pytest.MonkeyPatch, at_last: str, shown: str
) -> None:
    """The shelf is asked twice before the progress is drawn, and then again."""
    states = iter(["a", "a"])
    shelf = Mock(total=2, ready=lambda: dict.fromkeys(next(states, at_last)))
    monkeypatch.setattr(choice, "SHELF", shelf)
    app = AppTest.from_function(page).run()
    assert [each.value for each in app.text] == [shown]
    assert bool(app.get("progress")) is (shown == "still")
