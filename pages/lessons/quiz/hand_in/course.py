"""The course that a link names, and who is its teacher."""

import hmac
import json
import re
import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from classroom.results import QUIZ_BYTES
from pages.session import state
from pages.session.session_state import SessionValue
from server.signing import derived_key

_NAME = re.compile(r"[a-z2-7]{16}")
_KEY_LETTERS = 24
#: The course whose teacher this session belongs to. It is not in the address: neither a link passed
#: on from the page nor the address on a projector may have the key.
_taught = SessionValue[str]("course_taught")


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
