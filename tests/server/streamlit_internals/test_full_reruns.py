"""A page that was drawn for something else is drawn again, for itself or for one of its parts."""

import pytest
from streamlit.testing.v1 import AppTest


def _page() -> None:
    """The script of a session: it is drawn, something changes, and a report comes."""
    import streamlit as st

    from server.streamlit_internals.reruns import catch_up, note_drawn_page, note_drawn_part

    state = st.session_state
    state["runs"] += 1
    if state["runs"] > 1:
        return
    note_drawn_page(lambda: state["page"])
    note_drawn_part("charts", lambda: state["part"])
    state[state["changes"]] = "changed"
    catch_up()


@pytest.mark.parametrize(("changes", "runs"), [("page", 2), ("part", 2), ("other", 1)])
def test_a_report_that_meets_a_change_draws_the_page(changes: str, runs: int) -> None:
    session = AppTest.from_function(_page)
    state = {"runs": 0, "page": "", "part": "", "other": "", "changes": changes}
    for name, value in state.items():
        session.session_state[name] = value
    session.run()
    assert not session.exception
    assert session.session_state["runs"] == runs
