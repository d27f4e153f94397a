"""Draw the teacher's side of a course: links, the check of codes, and a link that asks again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from typing import Any

import streamlit as st

from classroom import parallel_seed
from classroom.results import MOST_LINES, Checked, Status, check
from pages.components.rooms import reachable
from pages.lessons.quiz.hand_in.course import Course, new_course, print_of, teachers_key
from pages.lessons.quiz.rounds import SIZE
from pages.session import state
from pages.session.language import N_, _, format_number, gettext, visible
from pages.session.link import Link
from pages.session.parameters import SEEDS
from pages.session.session_state import SessionValue
from pages.teaching.lesson_link import address_of, copy_field

_offered = SessionValue[str]("course_offered")
#: Most characters of a pasted column that are read.
_LONGEST = 200 * MOST_LINES
STATUSES: dict[Status, str] = {
    "genuine": N_("genuine"),
    "copied": N_("copied: handed in more than once"),
    "other": N_("genuine, but for other questions"),
    "altered": N_("altered after it was made"),
    "forged": N_("not made for this class"),
    "unreadable": N_("not a code"),
}


def links_box() -> None:
    """Offer a link for students and a link for their teacher."""
    with st.expander(_("Results from a class"), expanded=_offered.get() is not None):
        st.caption(
            _(
                "Your students answer these ten questions with their link and hand in a "
                "code. With your link, you check the codes. A code shows what was "
                "answered here, not who answered, with whose help, or on which attempt: "
                "after a quiz, the right answers are shown."
            )
        )
        if st.button(_("Make links for a class")):
            _offered.put(new_course())
        if (name := _offered.get()) is None:
            return
        own = {**state.link().own, "answers": ""}
        for key, course, title in (
            ("students_link", name, _("Link for your students")),
            ("teachers_link", f"{name}.{teachers_key(name)}", _("Your own link: keep it secret")),
        ):
            link = replace(state.link(), own={**own, "course": course})
            reach = _link_field(key, title, link)
        if reach:
            st.caption(reach)


def ask_again_box(seed: int) -> None:
    """Offer a link to the parallel form of the questions with this seed, to be sent a week later.

    In a course, its students hand in their results again.
    """
    with st.expander(_("Ask again a week later")):
        again = parallel_seed(seed, SIZE, SEEDS)
        st.caption(
            _(
                "What is asked again after a week is remembered longer. This link asks about the "
                "same beliefs in the same order, with none of today's words: its seed is {seed}. "
                "Send it to your students, or open it yourself and ask in a room."
            ).format(seed=format_number(again))
        )
        own = {**state.link().own, "answers": "", "seed": again}
        message = _("The same ideas as a week ago, with other words: what do you still remember?")
        link = Link(lang=state.link().lang, message=message, own=own)
        if reach := _link_field("ask_again_link", _("Link for your students"), link):
            st.caption(reach)


def _link_field(key: str, title: str, link: Link) -> str | None:
    """Draw a link to copy; return what must be known of who can open it, if anything."""
    address, reach = reachable(address_of(link))
    copy_field(key, address, title, _("Copy"))
    return reach


def check_box(course: Course, questions: Sequence[dict[str, Any]], *, seed: int) -> None:
    """Check a column of codes. Nothing in it is kept."""
    with st.container(border=True):
        st.subheader(_("Check codes"))
        pasted = st.text_area(
            _("Codes, one per line"), height=180, key="result_codes", max_chars=_LONGEST
        )
        lines = pasted.splitlines()
        if len(lines) > MOST_LINES:
            st.info(_("At most {n} codes at a time.").format(n=format_number(MOST_LINES)))
            return
        if checked := check(course.key, print_of(questions), seed, lines):
            counts = Counter(each.status for each in checked)
            st.caption(
                " · ".join(
                    f"{gettext(label)}: {format_number(counts[status])}"
                    for status, label in STATUSES.items()
                    if counts[status]
                )
            )
            numbers = (n for n, line in enumerate(lines, 1) if line.strip())
            st.html(results_table(dict(zip(numbers, checked, strict=True))))


def results_table(checked: Mapping[int, Checked]) -> str:
    """The column as a table, by line number. Whatever a student wrote is shown literally."""
    titles = (_("Line"), _("Label"), _("Right answers"), _("Made (UTC)"), _("Result of the check"))
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    rows = "".join(_row(number, each) for number, each in checked.items())
    return f'<table class="results"><tr>{head}</tr>{rows}</table>'


def _row(number: int, checked: Checked) -> str:
    result = checked.result
    row_cells = ["", "", ""]
    if result is not None:
        when = datetime.fromtimestamp(result.minute * 60, UTC).strftime("%Y-%m-%d %H:%M")
        row_cells = [visible(result.label), format_number(result.score), when]
    cells = [format_number(number), *row_cells, gettext(STATUSES[checked.status])]
    marked = "".join(f"<td><bdi>{escape(cell)}</bdi></td>" for cell in cells)
    return f'<tr class="{checked.status}">{marked}</tr>'
