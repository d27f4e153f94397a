"""A session's state is kept in one place, and equal training requests share one trace."""

import ast
import asyncio
import os
import subprocess
import sys
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bpe_core import Corpus, TrainingSpecification, train_bpe
from bpe_core.files.inspection.process import PackedFile
from bpe_core.worker.handover import pack
from pages import lifespan
from pages.session import lesson_fragment, traces, uploads
from pages.session.lesson_fragment import lesson_fragment as decorate
from pages.session.link import OF_A_TRAINING, OWN, Link
from pages.session.traces import trace_by_key
from pages.session.training_request import TrainingRequest
from server.settings import PREFIX

ROOT = Path(__file__).resolve().parents[3]
#: Modules that touch it: the place itself, and code on Streamlit's internals that knows no pages.
IN_PLACE = {
    "pages/session/session_state.py",
    "server/streamlit_internals/reruns.py",
}


def test_session_state_is_touched_in_one_place() -> None:
    """All other code keeps a `SessionValue`, binds a widget, or asks what a component reported."""
    touching = set()
    for folder in ("pages", "server"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if any(getattr(node, "attr", "") == "session_state" for node in ast.walk(tree)):
                touching.add(str(path.relative_to(ROOT)))
    assert touching == IN_PLACE


def test_a_lessons_fragments_write_the_address() -> None:
    """A lesson's own fragments are `@lesson_fragment`; a bare one only looks again by itself."""
    bare = []
    for path in sorted((ROOT / "pages" / "lessons").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in getattr(node, "decorator_list", ()):
                if ast.unparse(decorator).startswith("st.fragment") and "run_every" not in (
                    ast.unparse(decorator)
                ):
                    bare.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not bare


def test_a_session_uses_the_files_that_came_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes again is new; a link that calls it otherwise finds it by its content."""
    kept: dict[str, Any] = {}
    put = partial(kept.__setitem__, "files")
    monkeypatch.setattr(uploads, "_own", Mock(get=lambda: kept.get("files"), put=put))
    monkeypatch.setattr(uploads, "STORE", store := Mock())
    monkeypatch.setattr(uploads, "session_id", lambda: "ann")
    added = [uploads.add_file(64 * letter, f"{letter}.json", 9) for letter in "abcade"]
    assert list(uploads.own_files()) == added[2:]
    assert uploads.known_code(f"file.{12 * 'a'}.other.json") == added[3].code
    store.own.assert_called_with(64 * "e", "ann")
    uploads.remove_file(added[4])
    assert list(uploads.own_files()) == [added[2], added[3], added[5]]


@pytest.mark.parametrize(
    ("most", "fields"),
    [
        (40_000, {}),
        (12_000, {"num_merges": 2_001}),
        (12_000, {"num_merges": None, "vocab_size": 2_001}),
        (10_000, {"algorithm": "wordpiece"}),
        (10_000, {"algorithm": "picky"}),
        (3_000, {"algorithm": "superbpe", "num_merges": 2_001}),
        (300, {"algorithm": "unigram"}),
        (300, {"algorithm": "side-by-side"}),
    ],
)
def test_a_short_text_is_trained_on_without_a_worker(most: int, fields: dict[str, Any]) -> None:
    """So many bytes and no more, fewer with many merges; up to three a character are assumed."""
    specification = TrainingSpecification(**{"num_merges": 2_000} | fields)
    request = TrainingRequest(specification, OWN)
    for character, texts in (("a", most), ("\u7684", most // 3)):
        assert replace(request, text=character * texts).is_small
        assert not replace(request, text=character * (texts + 1)).is_small


def test_the_largest_samples_of_unigram_have_a_worker() -> None:
    """It takes longer than BPE, and a sample is trained on once for everybody."""
    for algorithm, small in (("bpe", True), ("wordpiece", True), ("unigram", False)):
        specification = TrainingSpecification(algorithm=algorithm, num_merges=100)
        assert TrainingRequest(specification, "scripts").is_small == small, algorithm
        assert TrainingRequest(specification, "code").is_small


class WholePageIsAskedForError(Exception):
    """Raised as `st.rerun` ends a fragment."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events of drawing and writing, in order."""
    events: list[str] = []
    monkeypatch.setattr(lesson_fragment.st, "fragment", lambda draw: draw)
    monkeypatch.setattr(lesson_fragment, "write_address", lambda: events.append("address"))
    return events


def test_the_address_is_written_once_all_is_drawn(written: list[str]) -> None:
    @decorate
    def draw(what: str) -> None:
        written.append(what)

    draw("a walk")
    assert written == ["a walk", "address"]


def test_a_fragment_that_asks_for_the_whole_page_leaves_the_address_to_it(
    written: list[str],
) -> None:
    """The page starts with the address as it was then: a difference would look like going back.

    Merges that a learner had chosen were once lost in this way.
    """

    @decorate
    def draw() -> None:
        raise WholePageIsAskedForError

    with pytest.raises(WholePageIsAskedForError):
        draw()
    assert not written


ASKED = TrainingRequest(TrainingSpecification(num_merges=200), "news-en")


@pytest.mark.parametrize("name", [field.name for field in fields(TrainingSpecification)])
def test_every_field_of_a_specification_is_in_the_key(name: str) -> None:
    assert ASKED.but(**{name: "another value"}).key != ASKED.key


def test_the_text_is_in_the_key_by_its_digest() -> None:
    """A learner's own text never leads to anybody else's trace."""
    own = replace(ASKED, corpus="own", text="hug pug", digest="a")
    keys = {ASKED.key, own.key, replace(own, digest="b").key, replace(ASKED, corpus="news-de").key}
    assert len(keys) == 4
    assert own.key.startswith("own")
    assert "hug" not in own.key


def test_what_belongs_to_sessions_goes_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample's trace is everybody's, whoever asked for it."""
    gone: set[str] = set()
    for module in (traces, uploads):
        monkeypatch.setattr(module.PRESENCE, "is_gone", gone.__contains__)
    monkeypatch.setattr(traces, "QUEUE", queue := Mock())
    monkeypatch.setattr(traces, "SAMPLES", traces.TraceStore())  # a page would show what is put
    own = [replace(ASKED, corpus="own", text="hug", digest=digest) for digest in "ab"]
    packed = b"".join(bytes(part) for part in pack(train_bpe(Corpus.from_counts({"hug": 2}))))
    for key in (own[0].key, ASKED.key):
        traces._deliver(key, packed, {"ann"})
    monkeypatch.setattr(traces, "session_id", lambda: "ann")
    traces.train_here(own[1])
    monkeypatch.setattr(traces, "session_id", lambda: "bob")
    assert all(map(traces.find, own))
    keys = [*(each.key for each in own), ASKED.key]
    file = uploads.STORE.put(PackedFile.of([b"#version: 0.2"]), "ann")
    for session, held in (("ann", [True, True, True, False]), ("bob", [False, False, True, False])):
        gone.add(session)
        traces.sweep()
        uploads.sweep()
        assert [
            each is not None for each in (*map(trace_by_key, keys), uploads.STORE.get(file))
        ] == held
    assert queue.sweep.call_count == 2


def test_a_running_server_sweeps_and_ends_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on sweeping as long as it runs."""
    server = Mock(visit=AsyncMock(), SECONDS_PER_SWEEP=0)
    names = "visit SECONDS_PER_SWEEP traces uploads close_queues keep_for_good split_chinese"
    for name in (*names.split(), "tell_unknown_addresses"):
        monkeypatch.setattr(lifespan, name, getattr(server, name))
    sweeps = server.traces.sweep, server.uploads.sweep
    ends = server.close_queues, server.traces.READY.close, server.uploads.READERS.close

    async def run() -> None:
        async with lifespan.lifespan(Mock()):
            while min(sweep.call_count for sweep in sweeps) < 2:
                await asyncio.sleep(0)
            assert not any(end.called for end in ends)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert all(end.called for end in ends)


PRINT_LIMITS = """
from contextlib import suppress
from unittest.mock import Mock
from bpe_core.worker.job import Task
from pages.lessons.the_code.program_walk import ANSWERS
from pages.session import traces, uploads
from tests.pages.session.test_session import ASKED

queue, traces.QUEUE = traces.QUEUE, Mock()
traces.ask(ASKED)
job = traces.QUEUE.want.call_args.args[2]
print(queue._workers, queue._time_limit, job.time_limit, job.memory_limit)
ANSWERS.queue = Mock(want=Mock(side_effect=StopIteration))
with suppress(StopIteration):
    ANSWERS.ask([], Task(), "")
print(ANSWERS.queue.want.call_args.args[2].memory_limit)
print(traces.OWN_TEXTS._most_bytes, uploads.STORE._most_bytes, uploads.READERS._most_open)
"""


def test_the_administrators_limits_arrive() -> None:
    limits = {
        "WORKERS": 7,
        "TRAINING_SECONDS": 33,
        "TRAINING_MEMORY_MEGABYTES": 555,
        "TRACE_MEGABYTES": 44,
        "MODEL_FILE_MEGABYTES": 66,
        "MODEL_FILES_OPEN": 5,
    }
    environment = os.environ | {PREFIX + name: str(limit) for name, limit in limits.items()}
    told = subprocess.check_output([sys.executable, "-c", PRINT_LIMITS], env=environment, cwd=ROOT)
    assert told.split() == b"7 82.5 33.0 555000000 555000000 44000000 66000000 5".split()


def test_a_sample_says_what_it_is() -> None:
    """A list of words is a table and a running text is none, whatever it looks like."""
    assert TrainingRequest(TrainingSpecification(), "hug").source()[0].source == "table"
    assert ASKED.source()[0].source == "text"


def test_every_field_of_a_specification_is_in_the_link_or_said_elsewhere() -> None:
    """A new field fails here until a link can say it, or something else decides it."""
    by_the_lesson = {"algorithm", "choices", "hold_out", "switch", "threshold", "together"}
    by_the_text = {"source"}
    outside_the_app = {"alphabet", "max_token_length"}  # by files, by the command line
    others = by_the_lesson | by_the_text | outside_the_app
    assert {field.name for field in fields(TrainingSpecification)} - OF_A_TRAINING == others


def test_what_a_link_leaves_out_is_as_usual() -> None:
    usual = TrainingSpecification(unit="byte", end_of_word="</w>", num_merges=50)
    assert Link().specification(usual) == usual
    said, _ = Link.from_params({"marker": "", "merges": "0", "tie": "lowest-id", "special": "<s>"})
    assert said.specification(usual) == replace(
        usual, end_of_word="", num_merges=0, tie_break="lowest-id", special_tokens=("<s>",)
    )


PAGES = ROOT / "pages"
#: Streamlit writes CSV for these in the browser, without guarding against formulas.
UNGUARDED = {"dataframe", "data_editor", "line_chart", "bar_chart", "area_chart", "scatter_chart"}


def unguarded_calls(path: Path) -> list[str]:
    """The lines where a source calls one of these."""
    return [
        f"{path.relative_to(PAGES)}:{node.lineno}: {node.func.attr}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in UNGUARDED
    ]


def test_no_page_draws_what_streamlit_exports_unguarded() -> None:
    """Tables are plain HTML (`charts/__init__.py`), charts hold numbers and names of ours."""
    sources = sorted(PAGES.rglob("*.py"))
    assert sources
    assert not [call for path in sources for call in unguarded_calls(path)]
