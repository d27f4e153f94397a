"""Draw the walk of a lesson, with what a session adds to it and what every walk reports."""

from typing import TYPE_CHECKING, Any

import streamlit as st

from pages.components.component.json_bytes import one_object, to_json
from pages.components.stepper.classroom.classroom_data import stage_data
from pages.components.walk_follower import WalkStart
from pages.session.language import current_language
from pages.session.session_state import component_value
from pages.session.view_options import PREDICT, has_left_stage, leave_stage, predict_each_step

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer


def draw_walk(
    component: "ComponentRenderer",
    walk: bytes,
    start: WalkStart,
    *,
    key: str,
    classroom: dict[str, Any] | None = None,
    **reports: Any,
) -> None:
    """Draw a walk, which is JSON, with a component under this key of the session.

    `classroom` is what a class link switches on, if that is more than the stage's own. `reports`
    are callbacks for what else a walk reports than that steps are predicted, or the end of a
    presentation. The page is drawn anew if one has begun or ended.
    """

    def switched() -> None:
        predict_each_step(component_value(key, "predict") == "on")

    usual = {"on_predict_change": switched, "on_leave_change": leave_stage}
    data = one_object(walk, session_json(start, classroom or stage_data(start.view)))
    component(key=key, data=data, **(usual | reports))
    if has_left_stage(start.view):
        st.rerun()


def session_json(start: WalkStart, classroom: dict[str, Any]) -> bytes:
    """Pack the session's part of a walk: where it begins, its language, and a teacher's options."""
    return to_json(
        {
            "key": start.trace_key,
            "step": start.step,
            "visit": start.visit,
            "predict": PREDICT in start.view,
            "lang": current_language(),
            "classroom": classroom,
        }
    )
