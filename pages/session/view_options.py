"""View options: what a link switches on. Each is a name in the link, there or not."""

from pages.session import state
from pages.session.lesson import Lesson

#: The stage alone; the learner predicts each step; settings that stay as the link has them.
PRESENT, PREDICT, LOCKED = "present", "predict", "locked"
#: What is below a stage; each lesson's record names the panels that a link can hide.
NO_CHARTS = "no-charts"


def is_presenting(lesson: Lesson) -> bool:
    """Whether only the stage is shown."""
    return lesson.can_be_presented and state.is_shown(PRESENT)


def shows_charts(view: tuple[str, ...]) -> bool:
    """Whether charts and what else is below a stage are shown with these view options."""
    return not {PRESENT, NO_CHARTS} & set(view)


def predict_each_step(on: bool) -> None:
    """Let the learner predict each step, or no longer."""
    state.show(PREDICT, on)


def leave_stage() -> None:
    """End the presentation."""
    state.show(PRESENT, False)


def has_left_stage(view: tuple[str, ...]) -> bool:
    """Whether the presentation has begun or ended since a page was drawn with these options."""
    return state.is_shown(PRESENT) != (PRESENT in view)
