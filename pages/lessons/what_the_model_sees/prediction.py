"""A prediction that the learner commits to before the answer is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from pages.session.language import _, format_number, gettext
from pages.session.session_state import SessionValue


@dataclass(frozen=True)
class Committed:
    """A learner's prediction about these facts; `answer` is None if they chose just to look."""

    facts: object
    answer: int | str | None


_committed = SessionValue[dict[str, Committed]]("sees_committed")
_MOST = 100_000


def predict_number(part: str, question: str, facts: object) -> Committed | None:
    """Ask for a number and return what the learner committed to; None until then.

    An experiment asks once. Where the facts have changed since, the learner predicted nothing.
    `question` is Markdown.
    """

    def field() -> int | None:
        return st.number_input(_("Your prediction"), 0, _MOST, value=None, step=1, width=220)

    return _predict(part, question, facts, field)


def predict_choice(
    part: str, question: str, facts: object, options: Mapping[str, str]
) -> Committed | None:
    """Ask for one of several answers, as `predict_number` asks for a number.

    `options` maps the names of the answers to messages marked with `N_`.
    """

    def field() -> str | None:
        return st.radio(
            _("Your prediction"),
            list(options),
            index=None,
            format_func=lambda name: gettext(options[name]),
        )

    return _predict(part, question, facts, field)


def _predict(
    part: str, question: str, facts: object, field: Callable[[], int | str | None]
) -> Committed | None:
    committed_before = _committed.get() or {}
    if (known := committed_before.get(part)) is not None:
        return known if known.facts == facts else Committed(facts, None)
    place = st.empty()
    with place.container(), st.form(f"predict_{part}"):
        st.markdown(question)
        answer = field()
        with st.container(horizontal=True):
            commits = st.form_submit_button(_("Submit my prediction"), type="primary")
            only_looks = st.form_submit_button(_("Skip the prediction"))
    if only_looks or (commits and answer is not None):
        place.empty()
        return _keep(part, Committed(facts, None if only_looks else answer))
    return None


def _keep(part: str, committed: Committed) -> Committed:
    _committed.put({**(_committed.get() or {}), part: committed})
    return committed


def is_answered(part: str) -> bool:
    """Whether the learner has predicted in this experiment, or skipped it."""
    return part in (_committed.get() or {})


def tell_number(committed: Committed, right: int) -> None:
    """Show whether the learner predicted the number."""
    values = {"right": format_number(right)}
    if committed.answer is None:
        st.info(_("The answer: {right}.").format(**values))
    elif committed.answer == right:
        st.success(_("You predicted {right}, and that is right.").format(**values))
    else:
        predicted = format_number(int(committed.answer))
        st.warning(
            _("You predicted {told}. The answer is {right}.").format(told=predicted, **values)
        )


def tell_choice(committed: Committed, right: str, options: Mapping[str, str]) -> None:
    """Show whether the learner predicted the right answer of several."""
    values = {"right": gettext(options[right])}
    if committed.answer is None:
        st.info(_("The answer: {right}.").format(**values))
    elif committed.answer == right:
        st.success(_("You predicted “{right}”, and that is right.").format(**values))
    else:
        predicted = gettext(options[str(committed.answer)])
        st.warning(
            _("You predicted “{told}”. The answer: {right}.").format(told=predicted, **values)
        )
