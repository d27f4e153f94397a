"""The page for administrators is correct; tests/server/test_requests.py has the settings."""

import re
from pathlib import Path

import pytest
from streamlit import config

from bpe_core.algorithms.limits import MOST_TOKEN_BYTES
from bpe_core.algorithms.unigram.seed import MOST_TOKEN_UNITS
from bpe_core.files import bpe_model as model
from bpe_core.files import errors as file_limits
from bpe_core.text import reading
from bpe_core.worker import job, own_pattern
from classroom.voting import ballot, room
from pages.components.rooms import hub, sent_ballots
from pages.components.rooms import sockets as room_limits
from pages.components.stepper.offline import MOST_STEPS
from pages.lessons.side_by_side import LARGEST_SIZE
from pages.session import link, uploads
from pages.session.parameters import TEXT_LIMIT
from server import settings as limits
from server.requests import quotas
from server.stores.traces import MOST_TRACES
from server.streamlit_internals import browser_messages
from server.streamlit_internals.browser_messages import MESSAGE_BYTES, MOST_FRAMES
from server.workers.processes import LONGEST_COMPUTATION, LONGEST_WAIT

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "administrators.md").read_text("utf-8")
FIXED = PAGE[PAGE.index("## Fixed limits") : PAGE.index("## Containers")]
ROWS = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", FIXED, re.MULTILINE))
del ROWS["what"]

KB, MB, MIB = 1_000, 1_000_000, 2**20

#: Every row of the page, and the numbers that it must name, in order.
LIMITS: dict[str, list[float]] = {
    "text": [
        reading.PASTE_LIMIT / KB,
        reading.UPLOAD_LIMIT / MB,
        reading.COUNT_LIMIT,
        job.MOST_UNITS,
    ],
    "text in a link, text to encode; a teacher's message": [TEXT_LIMIT, link.MESSAGE_LIMIT],
    "an end-of-word marker; special tokens": [
        link.MARKER_LIMIT,
        link.SPECIAL_LIMIT,
        link.NAME_LIMIT,
    ],
    "merges, vocabulary size": [link.RANGES["merges"][1], link.RANGES["vocab"][1], LARGEST_SIZE],
    "a token, trained or from a file": [MOST_TOKEN_BYTES, MOST_TOKEN_UNITS],
    "a file with a tokenizer": [
        model.MOST_BYTES / MB,
        model.MOST_MERGES,
        model.MOST_TOTAL_BYTES / MB,
        model.MOST_SPECIAL_BYTES / KB,
    ],
    'a file to look into, in "A tokenizer file"': [
        file_limits.MOST_BYTES / MB,
        file_limits.MOST_TOKENS,
        uploads.MOST_OWN,
        file_limits.OPEN_LIMIT,
        file_limits.ASK_LIMIT,
        file_limits.MEMORY_LIMIT / MB,
    ],
    "a learner's own pattern": [
        own_pattern.LENGTH_LIMIT,
        own_pattern.REPEAT_LIMIT,
        own_pattern.TIME_LIMIT,
        own_pattern.MEMORY_LIMIT / MIB,
    ],
    "a stepper downloaded as a file": [MOST_STEPS],
    "a worker that gives no sign of life": [LONGEST_WAIT, LONGEST_COMPUTATION],
    "trainings kept": [MOST_TRACES, MOST_TRACES],
    "one message over the websocket": [
        MESSAGE_BYTES / MB,
        browser_messages.MOST_STATES,
        config.get_option("server.maxMessageSize"),
        MOST_FRAMES,
    ],
    "a visitor who comes when the class is full": [*quotas.WAIT],
    "messages from one tab": [
        quotas.MESSAGES,
        quotas.MESSAGES_SECONDS,
        browser_messages.ADDRESS_CHARACTERS,
    ],
    "rooms": [hub.MOST_ROOMS, room.LIFETIME],
    "phones": [room.MOST_PHONES, limits.MOST_PHONES],
    "what is asked in a room": [
        ballot.MOST_CHOICES,
        ballot.MOST_WORDS,
        ballot.MOST_TOKENS,
        sent_ballots.MOST_TOKENS,
        room.MOST_TALLIES,
    ],
    "votes": [
        room_limits.VOTES,
        room_limits.VOTES_SECONDS,
        room_limits.PHONE_VOTES,
        room_limits.PHONE_VOTES_SECONDS,
    ],
    "phones joining a room": [room_limits.JOINS, room_limits.JOINS_SECONDS],
    "wrong room codes": [room_limits.MISSES, room_limits.ALL_MISSES, room_limits.MISSES_SECONDS],
    "rooms opened from one address": [room_limits.OPENED, room_limits.OPENED_SECONDS],
    "a message in a room": [room_limits.PHONE_CHARACTERS, room_limits.TEACHER_CHARACTERS],
}


def test_the_page_lists_the_fixed_limits_that_are_tested() -> None:
    assert list(ROWS) == list(LIMITS)


@pytest.mark.parametrize("what", LIMITS)
def test_a_fixed_limit_is_as_the_page_says(what: str) -> None:
    """The page's numbers are those of the program."""
    said = re.findall(r"(?<![\w-])\d[\d,]*(?:\.\d+)?", ROWS[what])
    assert [float(number.replace(",", "")) for number in said] == LIMITS[what]


def test_streamlit_itself_takes_no_larger_message() -> None:
    """If a server other than uvicorn runs the app, Streamlit's own limit is the same."""
    megabytes = config.get_option("server.maxWidgetStateSize")
    assert megabytes == MESSAGE_BYTES / MB


@pytest.mark.parametrize("page", ["docs/administrators.md", "SECURITY.md"])
def test_every_file_that_the_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"`((?:\.?\w+/)+[\w.]+|[\w-]+\.(?:txt|py|md))`", text)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
