"""An expander stays the same one when its label changes, as it does with the language."""

import pytest
from streamlit.elements import layouts
from streamlit.testing.v1 import AppTest

from server.streamlit_internals.drawing import name_expanders_by_key
from tests.pages.whole_app.visitor import run_in_place

streamlits_own = layouts.compute_and_register_element_id  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def streamlit_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "compute_and_register_element_id", streamlits_own)


def page(label: str, key: str, expanded: bool = False) -> None:
    import streamlit as st

    st.expander(label, expanded=expanded, key=key, on_change="rerun")


@run_in_place()
def name(*arguments: object) -> str:
    """Streamlit's id of an expander with these arguments."""
    app = AppTest.from_function(page, args=arguments).run()
    assert not app.exception
    return str(app.expander[0].proto.id)


def test_its_key_names_it_and_how_it_begins() -> None:
    """A link into a fold opens it, although its reader has closed it before."""
    name_expanders_by_key()
    assert name("Charts", "charts_box") == name("图表", "charts_box")
    assert name("Charts", "charts_box") != name("Charts", "charts_box", True)
    assert name("Charts", "charts_box") != name("Charts", "other_box")


def test_streamlit_alone_still_names_it_by_its_label() -> None:
    """Else `name_expanders_by_key` can go."""
    assert name("Charts", "charts_box") != name("图表", "charts_box")
