"""Check what others can see of a visitor, with the real server and Streamlit's protocol."""

import base64
import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import WebSocketException

from benchmarks.learner import PATIENCE, Learner, own_text_query
from bpe_core import Corpus, train_bpe
from bpe_core.files.bpe_model import MOST_BYTES
from bpe_core.files.exchange import write_tokenizer
from pages.lessons import LESSONS
from pages.session.parameters import encode_text
from tests.examples import explores
from tests.served_app import Server, start_server, stop

#: A word that occurs nowhere in the program. Each place that accepts a text has its own letter.
CANARY = "kanarienvogel"


class Visitor(Learner):
    """A learner who keeps every byte received."""

    def __init__(self, url: str, query: str, lesson: str = "") -> None:
        self.came: list[bytes] = []
        super().__init__(url, query, lesson)

    def _receive(self, seconds: float = PATIENCE) -> ForwardMsg:
        message = super()._receive(seconds)
        self.came.append(message.SerializeToString())
        return message

    def has(self, text: str) -> bool:
        return any(text.encode() in message for message in self.came)

    def wait_for(self, text: str) -> None:
        """Receive until the text has come: the page may first be drawn for something else."""
        while not self.has(text):
            self._receive()

    def send(self, message: bytes) -> None:
        self._socket.send(message)

    def draw_again(self) -> None:
        self._rerun(BackMsg())

    def receive_until_closed(self) -> None:
        while True:
            self._receive()


#: Megabytes that a visitor may send to the server without disks.
MEGABYTES = 6


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a home or a temporary folder, which takes little of each visitor.

    One of its lessons is broken.
    """
    folder = tmp_path_factory.mktemp("broken")
    # Python runs this at its start: part of the lesson then fails with a learner's word.
    (folder / "sitecustomize.py").write_text(
        "import sys\n"
        "class Fault:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'pages.lessons.unigram.panels':\n"
        f"            raise ZeroDivisionError('{CANARY} /a/path')\n"
        "sys.meta_path.insert(0, Fault())\n"
    )
    environment = {name: str(folder / "none") for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME")}
    environment |= {"PYTHONPATH": str(folder)}
    environment |= {"MERGE_BY_MERGE_SESSION_MEGABYTES": str(MEGABYTES)}
    running = start_server(folder / "log.txt", **environment)
    yield running
    stop(running.process)


def test_nobody_is_sent_what_another_wrote(server: Server) -> None:
    """Not on their page, not in a trace with the same settings, not while both train."""
    ann, bob = Visitor(server.url, own_text_query()), Visitor(server.url, own_text_query())
    ann.upload(f"{CANARY} {CANARY} hug pug pun")
    ann.wait_for_training()
    for text in ("hug pug", "ein vogel", "kanarien vogel " * 10_000):
        bob.upload(text)
        bob.wait_for_training()
        bob.change("setting_tie_break", string_value="largest text")
    ann.wait_for(CANARY)
    assert not bob.has(CANARY)
    ann.close()
    bob.close()


def test_a_trace_is_found_by_who_knows_its_secret_name_only(server: Server) -> None:
    """The name differs on every server, and cannot be worked out from the text."""
    ann = Visitor(server.url, own_text_query())
    ann.upload(CANARY)
    ann.wait_for_training()
    assert re.fullmatch(r"own[0-9a-f]{32}", ann.walk["key"])
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server.url}/trace/own{'0' * 32}/0")
    ann.close()


def test_the_log_holds_nothing_that_a_learner_wrote(server: Server) -> None:
    """Wherever it is entered: text, file, link, fields, addresses, broken messages, an error."""
    learner = Visitor(
        server.url, own_text_query(f"marker={CANARY}M&special={CANARY}S&unit={CANARY}U")
    )
    learner.upload(f"{CANARY}T hug pug")
    learner.wait_for_training()
    learner.upload(f"hug {CANARY}C\npug 0 {CANARY}C")
    learner.change("setting_end_of_word", string_value=f"{CANARY}E")
    learner.change("setting_special", string_value=f"{CANARY}F")
    learner.change("setting_unit", string_value=f"{CANARY}V")
    learner.change("setting_num_merges", string_value=f"{CANARY}N")
    part = {"id": f"{CANARY}O", "part": 0, "size": 9, "data": f"{CANARY}B", "name": f"{CANARY}.csv"}
    learner.send_event("own_text_part", "part", part)
    learner.send_event("stepper", "lost", f"{CANARY}L")
    learner.tell(WidgetState(id=f"{CANARY}I", string_value=f"{CANARY}I"))
    learner.send(f"{CANARY}W".encode())
    with pytest.raises(WebSocketException):
        learner.receive_until_closed()
    for path in (f"/{CANARY}P?x={CANARY}Q", f"/trace/{CANARY}/1", f"/_stcore/{CANARY}"):
        request = urllib.request.Request(server.url + path, headers={"Referer": CANARY})
        try:
            urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            assert error.code == 404
    log = server.read_log()
    assert "socket 1002" in log
    assert CANARY not in log


def test_a_class_that_loses_its_network_comes_back_from_its_links(server: Server) -> None:
    """They come at once, to a server that knows none of them: each finds its text and its step."""
    before = len(server.read_log())
    text = "a class of thirty learns to merge pairs of tokens, the most frequent first, again {n}"
    codes = [encode_text(text.format(n=n)) for n in range(30)]
    queries = [f"text={code}&lang=en&merges=40&step={n}" for n, code in enumerate(codes)]
    with ThreadPoolExecutor(len(queries)) as learners:
        back = list(learners.map(lambda query: Visitor(server.url, query), queries))
    assert [learner.walk["step"] for learner in back] == list(range(30))
    assert len({learner.walk["key"] for learner in back}) == 30
    for learner in back:
        learner.close()
    assert not server.faults(before)


def test_each_part_of_a_text_is_charged_and_the_text_in_use_stays(bare: Server) -> None:
    """A file that exceeds what one visitor may send is refused midway, with a message."""
    before = len(bare.read_log())
    learner = Visitor(bare.url, own_text_query("merges=3"))
    learner.upload("hug pug " * 400_000)  # 4.3 MB in base64
    learner.upload("pun bun " * 400_001)
    learner.wait_for(f"You have sent {MEGABYTES} MB within")
    learner.came.clear()
    learner.change("setting_num_merges", int_value=2)
    learner.wait_for_training()
    learner.wait_for("3,200,000 characters in use")
    assert not learner.has("3,200,008 characters in use")
    assert learner.walk["step"] == 0
    learner.close()
    assert not bare.faults(before)


#: A first part as a browser sends it, and what a program can send instead.
PART = {"id": "mine", "part": 0, "size": 7, "data": base64.b64encode(b"hug pug").decode()}
STRANGE: list[Any] = [
    *(PART | {"id": name} for name in (None, 1, {"a": 1}, "x" * 81)),
    *(PART | {"part": part} for part in (None, "0", 10**400, [0])),
    *(PART | {"size": size} for size in (None, 10**30, -1, float("inf"), "7")),
    *(PART | {"replaced": count} for count in (10**40, -1, True, "many")),
    *(PART | {"name": name} for name in ({"a": 1}, "\x00.csv", "\ud800.csv", "")),
    *(PART | {"data": data} for data in (None, {"a": 1}, "\ud800", 7)),
    *("text", 3, None, [PART], {}, {"part": 0}),
]


def test_whatever_is_sent_as_a_part_is_no_fault(server: Server) -> None:
    """Another text can be sent afterwards."""
    before = len(server.read_log())
    learner = Visitor(server.url, own_text_query())
    for part in STRANGE:
        learner.send_event("own_text_part", "part", part, learner.fragments["own_text_part"])
    learner.came.clear()
    learner.upload("hug pug pun")
    learner.wait_for("11 characters in use")
    learner.close()
    assert not server.faults(before)


HALF = "a\ud83d"
#: What components hand over, by their keys: each has half a character wherever a text can be.
HALVES: dict[str, dict[str, Any]] = {
    "tokenizer_file_field": {"sent": {"name": f"{HALF}.json", "file": ""}, HALF: HALF},
    "input_text": {"text": HALF},
    "encoder": {"word": HALF, "predict": HALF},
    "cuts": {"pattern": f"[{HALF}]+"},
    "lattice": {"word": HALF},
    "stepper": {"fork": HALF, "card": HALF, "word": HALF},
    "quiz": {"answers": HALF, "again": HALF},
}


#: A lesson for each of them; a search tries all lessons.
SHOWN_IN = {
    "train": {"stepper"},
    "encode": {"tokenizer_file_field", "input_text", "encoder"},
    "before_merges": {"cuts"},
    "unigram": {"lattice"},
    "quiz": {"quiz"},
}


@pytest.mark.parametrize("lesson", LESSONS if explores() else SHOWN_IN)
def test_half_a_character_breaks_no_session(server: Server, lesson: str) -> None:
    """Whichever component hands it over, the lesson is drawn again, and others after it."""
    before = len(server.read_log())
    learner = Visitor(server.url, own_text_query(), lesson)
    learner.wait_for_training()
    assert SHOWN_IN.get(lesson, set()) <= set(learner.ids)
    for key, told in HALVES.items():
        for name, value in told.items() if key in learner.ids else ():
            learner.send_event(key, name, value)
    small = train_bpe(Corpus.from_counts({"hug": 3, "pug": 2}))
    file = base64.b64encode(write_tokenizer(small, "tokenizer.json")).decode()
    if "tokenizer_file_field" in learner.ids:
        sent = {"name": f"{HALF}.json", "file": file}
        learner.send_event("tokenizer_file_field", "sent", sent)
        learner.wait_for("a\ufffd.json")
    learner.came.clear()
    learner.draw_again()
    assert learner.came
    assert not learner.has("Something went wrong")
    assert not learner.has("UnicodeEncodeError")
    learner.close()
    assert not server.faults(before)


def test_a_tokenizer_file_of_the_stated_size_arrives(server: Server) -> None:
    """As one message, it is a third longer than the file. What is wrong in it is told."""
    learner = Visitor(server.url, "lang=en", lesson="encode")
    learner.wait_for_training()
    file = base64.b64encode(bytes(MOST_BYTES)).decode()
    learner.send_event("tokenizer_file_field", "sent", {"name": "my.json", "file": file})
    learner.wait_for("This file is not text")
    learner.close()


def test_a_label_of_the_other_language_chooses_nothing(server: Server) -> None:
    """A report that left the browser just before a change of language has all the old labels."""
    before = len(server.read_log())
    learner = Visitor(server.url, f"text={encode_text('hug pug')}&lang=zh")
    stale = {"choose_corpus": "Your own text", "setting_unit": "characters"}
    stale |= {"setting_stop": "number of merges", "setting_tie_break": "first seen"}
    for key, label in stale.items():
        learner.change(key, string_value=label)
    learner.change("setting_normalizer", string_array_value=StringArray(data=["without accents"]))
    assert parse_qs(learner.query).keys() == {"text", "lang"}
    learner.close()
    assert not server.faults(before)


def test_a_fault_is_told_without_its_text(bare: Server) -> None:
    """The page has a sentence of ours, the log the error's type and place; neither has its text."""
    learner = Visitor(bare.url, "lang=en", lesson="unigram")
    learner.wait_for("Something went wrong")
    secrets = (CANARY, "Traceback", "ZeroDivision", "/a/path")
    assert not any(learner.has(text) for text in secrets)
    learner.close()
    log = bare.read_log()
    assert "fault ZeroDivisionError at" in log
    assert CANARY not in log
