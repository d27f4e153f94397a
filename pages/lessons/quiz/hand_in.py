"""Results that students hand in as a code and a teacher checks: no accounts, and nothing is stored.

A *course* is a name in the links of a class. The students' link has only the name; the teacher's
link has a key as well. That key and the key that signs codes are both derived from the server's own
key and the name. So there is nothing to store, and a student's link has nothing to sign with.
"""

import hmac
import json
import re
import secrets
from base64 import b32encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from time import time
from typing import Any

import streamlit as st

from classroom import parallel_seed
from classroom.results import (
    LABEL_LIMIT,
    MOST_LINES,
    NONCE_BYTES,
    OPEN,
    QUIZ_BYTES,
    Checked,
    Result,
    Status,
    check,
    clean_label,
    sign,
)
from pages.components.rooms import reachable
from pages.lessons.quiz import LESSON
from pages.lessons.quiz.rounds import SIZE
from pages.session import state
from pages.session.language import N_, _, format_number, gettext, visible
from pages.session.link import Link
from pages.session.parameters import SEEDS
from pages.session.session_state import SessionValue
from pages.teaching.lesson_link import address_of, copy_field
from server.signing import derived_key

_NAME = re.compile(r"[a-z2-7]{16}")
_KEY_LETTERS = 24
#: The course whose teacher this session belongs to. It is not in the address: neither a link passed
#: on from the page nor the address on a projector may have the key.
_taught = SessionValue[str]("course_taught")
_code = SessionValue[tuple[str, str]]("result_code")
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


@dataclass(frozen=True)
class Course:
    """The course that a link names."""

    name: str
    is_taught: bool

    @property
    def key(self) -> bytes:
        """The key that signs the codes of the course."""
        return derived_key("results", self.name)


def new_course() -> str:
    """A name that nobody can guess and that no other class has.

    >>> name = new_course()
    >>> len(name), is_course(name)
    (16, True)
    """
    return b32encode(secrets.token_bytes(10)).decode().lower()


def is_course(name: str) -> bool:
    """Whether `name` can be the name of a course."""
    return bool(_NAME.fullmatch(name))


def teachers_key(name: str) -> str:
    """The key that makes a link the teacher's link."""
    return b32encode(derived_key("teacher", name)).decode().lower()[:_KEY_LETTERS]


def is_teachers(name: str, key: str) -> bool:
    """Whether `key` is the teacher's key of the course.

    >>> name = new_course()
    >>> is_teachers(name, teachers_key(name)), is_teachers(new_course(), teachers_key(name))
    (True, False)
    """
    return hmac.compare_digest(teachers_key(name).encode(), key.encode())


def enter_course() -> Course | None:
    """The course of the link, if any. A teacher's key is removed from the address at once."""
    name, _, key = state.chosen("course").partition(".")
    if not is_course(name):
        return None
    if key:
        state.choose(course=name)
        if is_teachers(name, key):
            _taught.put(name)
    return Course(name, _taught.get() == name)


def print_of(questions: Sequence[dict[str, Any]]) -> bytes:
    """A fingerprint that identifies these questions, the same in every language."""
    content = [
        [q["right"], len(q["choices"]), q["step"], q["words"], q["rules"]] for q in questions
    ]
    return sha256(json.dumps(content).encode()).digest()[:QUIZ_BYTES]


def score_of(questions: Sequence[dict[str, Any]], answers: str) -> int:
    """How many answers are right.

    >>> score_of([{"right": 2}, {"right": 0}, {"right": 1}], "20-")
    2
    """
    return sum(answer == str(q["right"]) for q, answer in zip(questions, answers, strict=False))


def hand_in_box(
    course: Course, questions: Sequence[dict[str, Any]], *, seed: int, answers: str
) -> None:
    """Offer the code once the student has answered something."""
    with st.container(border=True):
        st.subheader(_("Hand in your result"))
        answered = len(answers.replace(OPEN, ""))
        st.caption(LESSON.prose("answered", k=answered, n=len(questions)))
        label = st.text_input(
            _("A name or a label, whichever your teacher asks for"), max_chars=LABEL_LIMIT
        )
        if st.button(_("Make the code"), disabled=not answered):
            result = Result(
                seed,
                print_of(questions),
                answers,
                score_of(questions, answers),
                int(time() // 60),
                clean_label(label),
            )
            _code.put((answers, sign(course.key, result, secrets.token_bytes(NONCE_BYTES))))
        made_for, code = _code.get() or ("", "")
        if code and made_for == answers:
            st.code(code, language=None, wrap_lines=True)
            st.caption(_("Copy the whole line and send it to your teacher."))


def links_box() -> None:
    """Offer a link for students and a link for their teacher."""
    with st.expander(_("Results from a class"), expanded=_offered.get() is not None):
        st.caption(LESSON.prose("results"))
        if st.button(_("Make links for a class")):
            _offered.put(new_course())
        if (name := _offered.get()) is None:
            return
        now = state.link()
        for key, course, title in (
            ("students_link", name, _("Link for your students")),
            ("teachers_link", f"{name}.{teachers_key(name)}", _("Your own link: keep it secret")),
        ):
            link = replace(now, own={**now.own, "course": course})
            reach = _link_field(key, title, link)
        if reach:
            st.caption(reach)


def ask_again_box(seed: int) -> None:
    """Offer a link to the parallel form of the questions with this seed, to be sent a week later.

    In a course, its students hand in their results again.
    """
    with st.expander(_("Ask again a week later")):
        again = parallel_seed(seed, SIZE, SEEDS)
        st.caption(LESSON.prose("again", seed=again))
        own = {**state.link().own, "seed": again}
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
            st.info(_("At most {n} codes at a time.", n=MOST_LINES))
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
    titles = LESSON.titles("results_titles")
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
