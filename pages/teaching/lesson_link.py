"""The dialog that makes a link for a class to what is on the screen.

The teacher chooses what the link hides and fixes, and copies the link, its QR code, or the code
that shows the same in somebody else's page.
"""

from dataclasses import replace
from html import escape
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from pages.components.component import CONTROLS, component
from pages.components.rooms import qr_code, reachable
from pages.session import state
from pages.session.language import _, gettext
from pages.session.lesson import Lesson
from pages.session.link import LOCKED, MESSAGE_LIMIT, Link
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import SessionValue
from pages.session.view_options import PREDICT, PRESENT
from pages.teaching.embedding import LEAST, MOST, USUAL, Theme, other_sites, snippet, static_address
from server.settings import settings

#: A longer address makes a QR code that no phone can read from the back row.
QR_LIMIT = 1_200
_dialog_requested = SessionValue[bool]("lesson_link_dialog")

_component = component("teaching/lesson_link.js", CONTROLS, "teaching/lesson_link.css")


def lesson_link_button(lesson: Lesson) -> None:
    """Draw the button that opens the dialog, and the one that starts the presenter's view."""
    if lesson.can_be_presented:
        st.button(_("Presenter view"), width="stretch", on_click=state.show, args=(PRESENT, True))
    st.button(_("Link for a class"), width="stretch", on_click=_ask_for_dialog)
    if _dialog_requested.take():
        st.dialog(_("Link for a class"), width="large")(_dialog)(lesson)


def _ask_for_dialog() -> None:
    """Have the dialog opened when the whole page is next drawn."""
    _dialog_requested.put(True)


def is_dialog_requested() -> bool:
    """Whether the run of the whole page is to open the dialog."""
    return bool(_dialog_requested.get())


def _dialog(lesson: Lesson) -> None:
    """Draw the choices on the left and the resulting link on the right."""
    choices, result = st.columns(2, gap="large")
    with choices:
        wanted = chosen_link(lesson)
    with result:
        if wanted.text is not None and len(wanted.text) > TEXT_LIMIT:
            st.warning(_("The text is too long for a link, so the class needs the text as well."))
        if not lesson.can_be_presented:
            _link(wanted)
            return
        link, embedded = st.tabs([_("Link and QR code"), _("Embed")])
        with link:
            _link(wanted)
        with embedded:
            _embedded(lesson, wanted)


def _link(wanted: Link) -> None:
    """Draw the address and its QR code."""
    address, reach = reachable(address_of(wanted))
    copy_field("lesson_link", address, _("Link"), _("Copy"))
    if reach:
        st.caption(reach)
    if len(address) > QR_LIMIT:
        st.caption(_("The link is too long for a scannable QR code."))
        return
    name = escape(_("QR code of the link"))
    st.html(f'<img class="qr" alt="{name}" src="{qr_code(address, "l")}">')


def _embedded(lesson: Lesson, wanted: Link) -> None:
    """Draw the code for somebody else's page, where the stage is alone without a presenter."""
    st.caption(
        _(
            "Paste this HTML into a slide or a course page. It shows only the steps, "
            "beginning with the current one."
        )
    )
    stage = replace(wanted, view=tuple(name for name in wanted.view if name != PRESENT))
    address = address_of(stage)
    static = static_address(settings().static_edition, lesson, state.params_of(stage))
    if static and not st.toggle(_("Use the static edition"), value=True, key="frame_static"):
        static = None
    sites = [] if static else other_sites(settings().frame_ancestors)
    if not (static or sites):
        st.info(
            _(
                "Other sites cannot embed pages from this server yet. Its administrator can "
                "allow your site with {setting}.",
                setting="`MERGE_BY_MERGE_FRAME_ANCESTORS`",
            )
        )
    across, down = st.columns(2)
    width = across.number_input(
        _("Width in pixels"), LEAST, MOST, None, placeholder=_("full width"), key="frame_width"
    )
    height = down.number_input(_("Height in pixels"), LEAST, MOST, USUAL, key="frame_height_asked")
    title = f"{_('Merge by Merge')}: {lesson.name}"
    code = snippet(static or address, title, width, height, "" if static else _theme())
    copy_field("embed_code", code, _("HTML code"), _("Copy the code"), rows=6)
    if sites:
        allowed = _("These sites can show it: {sites}", sites=", ".join(sites))
        st.html(f'<p class="sites">{escape(allowed)}</p>')


def _theme() -> Theme:
    """Draw the choice of the frame's theme."""
    themes: dict[Theme, str] = {
        "": _("as the reader's system"),
        "light": _("light"),
        "dark": _("dark"),
    }
    return st.selectbox(_("Theme"), themes, format_func=themes.__getitem__, key="frame_theme")


def chosen_link(lesson: Lesson) -> Link:
    """The state on the screen, with what the teacher switches on or off."""
    now = state.link()
    st.caption(_("The link reproduces the corpus, settings, step and language exactly as shown."))
    switches = {LOCKED: _("Fix the corpus and the settings")}
    if lesson.can_be_presented:
        switches = {PRESENT: _("Presenter view")} | switches
    if lesson.can_be_predicted:
        switches = {PREDICT: _("Predict each step")} | switches
    panels = {name: gettext(title) for name, title in lesson.hidable_panels.items()}
    others = tuple(name for name in now.view if name not in {*switches, *panels})
    on = tuple(name for name, label in switches.items() if st.toggle(label, value=name in now.view))
    st.caption(
        _(
            "Fixed settings can't be changed by accident. They are not a lock: anyone can edit "
            "the address."
        )
    )
    hidden: list[str] = []
    if panels:
        hidden = st.multiselect(
            _("Hidden panels"),
            list(panels),
            default=[name for name in panels if name in now.view],
            format_func=panels.__getitem__,
            placeholder=_("none"),
        )
    message = st.text_input(
        _("Message to the class"), value=now.message or "", max_chars=MESSAGE_LIMIT
    )
    return replace(now, view=(*others, *on, *hidden), message=message or None)


def address_of(link: Link) -> str:
    """The full address of a state, on the host where this page was opened."""
    scheme, host, path, _query, _part = urlsplit(st.context.url or "")
    return urlunsplit((scheme, host, path or "/", urlencode(state.params_of(link)), ""))


def copy_field(key: str, value: str, label: str, copy: str, rows: int = 1) -> None:
    """Draw a text in `rows` rows, and a button that copies it."""
    _component(key=key, data={"value": value, "rows": rows, "label": label, "copy": copy})
