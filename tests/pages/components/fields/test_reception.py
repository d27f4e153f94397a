"""A refused transfer is reported even where a run of the page is cut short."""

from unittest.mock import Mock, patch

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException

from pages.components.fields.sending import Reception, Transfer


def test_a_refusal_outlives_a_run_that_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a training draws the page anew, also at the moment when the refusal is told."""
    monkeypatch.setattr(st, "session_state", {})
    reception = Reception("field", Transfer)
    part = {"id": "a", "part": 0, "size": 10**9, "data": "aHVn"}
    st.session_state["field"] = {"part": part}
    reception.take_part(Mock())
    reception.changed.take()
    with (
        patch.object(st, "error", side_effect=RerunException(RerunData())),
        pytest.raises(RerunException),
    ):
        reception.follow()
    with patch.object(st, "error") as told:
        reception.follow()
        reception.follow()
    told.assert_called_once()
