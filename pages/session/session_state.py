"""Typed access to `st.session_state`: values, widget state, and component values.

The pages use `st.session_state` here and nowhere else.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, TypeVar

import streamlit as st

from bpe_core.text.reading import replace_surrogates

Value = TypeVar("Value")


class SessionValue(Generic[Value]):
    """A value that each session keeps under a name, from one run of a script to the next."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get(self) -> Value | None:
        """The value, or None if there is none."""
        value: Value | None = st.session_state.get(self.name)
        return value

    def put(self, value: Value) -> Value:
        """Keep the value, and return it."""
        st.session_state[self.name] = value
        return value

    def take(self) -> Value | None:
        """Remove and return the value; None if there is none."""
        value: Value | None = st.session_state.pop(self.name, None)
        return value


#: For each bound widget, how often the app has changed its value, and the value that was drawn
#: last; `_REPORTED` if the learner has changed it since.
_drawn = SessionValue[dict[str, tuple[int, Any]]]("bound_widgets")
_REPORTED = object()


def bound(key: str, value: Any, use: Callable[[Any], None]) -> dict[str, Any]:
    """Arguments that bind a widget to the state: it shows `value`, and a change calls `use`.

    `st.slider(label, 0, 9, **bound("slider", state.chosen("rules"), use))` keeps no value of its
    own. When the app has changed the value, the widget becomes another one: what a browser that has
    not drawn it yet still reports of the widget before is no choice.
    """
    drawn = _drawn.get() or _drawn.put({})
    times, before = drawn.get(key, (0, value))
    if before is not _REPORTED and before != value:
        times += 1
    drawn[key] = times, value
    name = f"{key}_{times}" if times else key
    st.session_state[name] = value

    def changed() -> None:
        if drawn[key][0] == times:
            drawn[key] = times, _REPORTED
            use(st.session_state[name])

    return {"key": name, "on_change": changed}


def bound_choice(
    key: str, value: str, options: Collection[str], use: Callable[[str], None]
) -> dict[str, Any]:
    """The same for a choice among options.

    If the browser sent its report before the page was drawn in another language, the report names
    the options by their old labels. Such a report is no choice.
    """

    def use_option(chosen: Any) -> None:
        if chosen in options:
            use(chosen)

    return bound(key, value, use_option)


def bound_switch(key: str, value: str, use: Callable[[str], None]) -> dict[str, Any]:
    """The same for a row of buttons of which exactly one is on.

    A click on that one would switch it off; with this binding it stays on.
    """
    return bound(key, value, lambda chosen: use(chosen or value))


def is_open(key: str) -> bool:
    """Whether the learner has opened a box that has this key."""
    return bool(st.session_state.get(key))


def component_value(key: str, name: str) -> Any:
    """Return a component's value from the browser; None if the learner has left the lesson.

    In that case the callback is still called, but the key is no longer known.
    """
    return whole_characters(st.session_state.get(key, {}).get(name))


def whole_characters(reported: Any) -> Any:
    r"""Return a value from a browser with U+FFFD for each half of a character (a lone surrogate).

    Half a character cannot be written as UTF-8: a page that shows one ends with an error, and so
    does every later page of the session.

    >>> whole_characters({"name": "\ud83d.json", "parts": ["a", 1]})
    {'name': '�.json', 'parts': ['a', 1]}
    """
    if isinstance(reported, str):
        return replace_surrogates(reported)[0]
    if isinstance(reported, Mapping):
        pairs = reported.items()
        return {whole_characters(name): whole_characters(value) for name, value in pairs}
    if isinstance(reported, list):
        return [whole_characters(value) for value in reported]
    return reported
