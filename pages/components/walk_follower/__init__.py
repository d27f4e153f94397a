"""Follow a walk: figures and charts at once in the browser, the address after a pause.

A stepper says at one place in the page where the learner is. Charts are bound to that place, and
`live` figures are updated. Python gets the step only after that, and draws none of them again.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

import altair as alt
import streamlit as st

from pages.components.component import component
from pages.components.html import Html
from pages.session import state
from pages.session.language import HTML_LANG, current_language
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue, component_value
from server.streamlit_internals.reruns import catch_up
from server.streamlit_internals.sessions import session_id

_KEY = "walk_follower"
_last_reported = SessionValue[Any]("followed")
#: The key of the element whose `value` is where the learner is, and the event that announces a new
#: value, as in walk_place.js.
_PLACE, _EVENT = "walk_place", "walked"
#: A chart takes longer to draw than a step, so it waits for a pause between clicks: milliseconds.
_PAUSE = 80

_component = component("components/walk_follower/walk_follower.js", html=None)


@dataclass(frozen=True)
class WalkStart:
    """Where a new walk begins, and the view options of the link.

    `trace_key` names the trace in the server's store, from which the browser fetches what it needs
    later. A walk that is already on the screen stays where the learner left it until `visit`
    changes. A fragment keeps this as it was, so that a walk is not sent again for each step.
    """

    trace_key: str
    step: int = 0
    visit: int = 0
    view: tuple[str, ...] = ()


def walk_place(trace_key: str, last: int) -> WalkStart:
    """Draw the place where a stepper says where it is; call this above it and what follows it.

    Returns where the walk begins: at the link's step, but not after the `last`. The place is an
    empty container, because Streamlit loads a script of its own for every element, which may come
    after the stepper.
    """
    state.set_step(min(state.link().step, last))
    st.container(key=_PLACE).empty()
    now = state.link()
    return WalkStart(trace_key, now.step, state.visit(), now.view)


@lesson_fragment
def follow_alone(last: int) -> None:
    """Keep up with the step where nothing else in Python does: only the address follows."""
    follow_walk(last)


def follow_walk(last: int) -> bool:
    """Keep `live` figures and the address at the learner's step, and report that step to Python.

    `last` is the largest step. The report comes 0.3 s after the last click, and then only the
    fragment that contains this runs again. Returns whether such a report caused this run.
    """

    def report() -> None:
        match component_value(_KEY, "step"):
            case [number, int(reached), _] if number == state.walk_number():
                state.set_step(max(0, min(int(reached), last)))  # True matches the pattern, too

    data = {
        "step": state.link().step,
        "corpus": state.corpus_beside_a_step(),
        "walk": state.walk_number(),  # while a new one is awaited, the old one goes on
        "session": session_id(),  # resent to a new session: the old one may have missed it
        "lang": HTML_LANG[current_language()],
    }
    reported = _component(key=_KEY, data=data, on_step_change=report).step
    is_new = reported != _last_reported.get()
    _last_reported.put(reported)
    catch_up()
    return is_new


def live(name: str, text: str, times: int = 1) -> Html:
    """HTML for a figure that follows the walk: now `text`, later `times` the walk's figure.

    >>> live("token_count", "1,234")
    '<span data-walk="token_count" data-times="1">1,234</span>'
    """
    return Html(f'<span data-walk="{escape(name)}" data-times="{times}">{escape(text)}</span>')


def place_parameter(name: str) -> alt.Parameter:
    """A parameter of a chart: where the learner is, with all its figures.

    It is null until the stepper is drawn.
    """
    place = alt.BindDirect(element=f".st-key-{_PLACE}", event=_EVENT, debounce=_PAUSE)
    return alt.param(name=name, value=None, bind=place)
