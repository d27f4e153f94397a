"""A box is drawn once it is open, even if its press comes with another one."""

from streamlit.testing.v1 import AppTest

from tests.pages.whole_app.visitor import run_in_place


def _page() -> None:
    """A page that is drawn, and then a press in one box, whose request opens another one, too."""
    import streamlit as st

    from pages.components.late_box import late_box
    from server.streamlit_internals.reruns import note_drawn_page, note_drawn_part

    st.session_state.runs += 1
    note_drawn_page(lambda: None)
    note_drawn_part("other box", lambda: st.session_state.opens)
    st.session_state.opens = True
    late_box("A box", "box")
    st.session_state.drawn = True


def test_a_press_that_comes_with_another_one_draws_both() -> None:
    session = AppTest.from_function(_page)
    session.session_state.runs, session.session_state.opens = 0, False
    with run_in_place():
        session.run()
    assert not session.exception
    assert (session.session_state.runs, session.session_state.drawn) == (2, True)
