"""The worker process: one job in, records out."""

import json
import random
import signal
import subprocess
import sys

import pytest

from bpe_core.errors import BpeError, EmptyCorpusError, UnknownTieRuleError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.reading import CountsError
from bpe_core.worker.handover import unpack
from bpe_core.worker.job import (
    ERROR,
    PROGRESS,
    TRACE,
    Job,
    OutOfMemoryError,
    TooManyUnitsError,
    error_of,
)
from tests.bpe_core.worker.records import ROOT, records
from tests.examples import share

LONG = share(400_000)


def written(job: Job, text: str) -> list[tuple[bytes, bytes]]:
    return records("bpe_core.worker.job", job, text)


def random_letters(size: int) -> str:
    return "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=size))


def failure(job: Job, text: str) -> BpeError:
    kind, record = written(job, text)[-1]
    assert kind == ERROR
    return error_of(record)


def test_progress_comes_before_the_trace() -> None:
    told = written(Job(TrainingSpecification(num_merges=2)), "hug pug hugs")
    assert [kind for kind, _ in told] == [PROGRESS] * 3 + [TRACE]
    assert [json.loads(record)["stage"] for kind, record in told[:3]] == [
        "count",
        "train",
        "tables",
    ]
    assert json.loads(told[1][1]) == {"stage": "train", "done": 2, "total": 2}
    assert [merge.token for merge in unpack(told[-1][1]).merges] == ["ug", "hug"]


def test_rounds_are_told_as_progress() -> None:
    told = written(
        Job(TrainingSpecification(algorithm="unigram", vocab_size=8)),
        "hug 10\npug 5\npun 12\nbun 4\nhugs 5",
    )
    stages = [json.loads(record) for kind, record in told if kind == PROGRESS]
    assert [stages[0]["stage"], stages[-1]["stage"]] == ["count", "tables"]
    rounds = [(said["done"], said["total"]) for said in stages if said["stage"] == "train"]
    assert rounds[:2] == [(0, None), (0, 3)]  # the seed, then one round
    assert rounds[-1] == (3, 3)
    assert len(unpack(told[-1][1]).vocabulary) == 8


def test_without_a_size_unigram_keeps_a_quarter_or_as_many_as_merges_are_asked_for() -> None:
    """hug occurs twice, hugs once: hu, ug and hug could be tokens."""
    for merges, longer in ((None, 1), (7, 1)):
        trace = Job(TrainingSpecification(algorithm="unigram", num_merges=merges)).train(
            "hug 2\nhugs 1"
        )
        assert len(trace.vocabulary) == len("ghsu") + longer
    trace = Job(TrainingSpecification(algorithm="unigram", num_merges=2)).train(
        "hug pug hug pug mug mug"
    )
    assert len(trace.vocabulary) == len("ghmpu") + 2


def test_a_table_is_told_from_a_text() -> None:
    trace = unpack(written(Job(TrainingSpecification(num_merges=1)), "hug 10\npug 5")[-1][1])
    assert trace.merges[0].count == 15


def test_half_characters_arrive() -> None:
    trace = unpack(written(Job(TrainingSpecification(num_merges=1)), "\ud800a \ud800a")[-1][1])
    assert trace.merges[0].token == "\ud800a"


@pytest.mark.parametrize(
    ("job", "text", "kind"),
    [
        (Job(TrainingSpecification()), "  ", EmptyCorpusError),
        (Job(TrainingSpecification(source="table")), "hug ten", CountsError),
        (Job(TrainingSpecification(tie_break="coin")), "hug", UnknownTieRuleError),
    ],
)
def test_an_error_arrives_as_it_was_raised(job: Job, text: str, kind: type[BpeError]) -> None:
    with pytest.raises(kind) as raised:
        job.train(text)
    told = failure(job, text)
    assert type(told) is kind
    assert (told.fields, str(told)) == (raised.value.fields, str(raised.value))


def test_a_time_limit_gives_the_trace_so_far() -> None:
    text = random_letters(400_000)
    job = Job(TrainingSpecification(pre_tokenizer="none"), time_limit=0.3)
    trace = unpack(written(job, text)[-1][1])
    assert trace.stopped_because == "time_limit"
    assert len(trace) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit on addresses")
def test_too_little_memory_is_an_error_and_no_crash() -> None:
    text = random_letters(2_000_000)
    told = failure(Job(TrainingSpecification(pre_tokenizer="none"), memory_limit=300_000_000), text)
    assert isinstance(told, OutOfMemoryError)


def test_more_units_than_the_browser_can_list_are_refused() -> None:
    """All of Unicode, each character once."""
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 50_000)))
    assert isinstance(failure(Job(TrainingSpecification()), text), TooManyUnitsError)
    assert unpack(written(Job(TrainingSpecification(unit="byte", num_merges=1)), text)[-1][1])


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram"])
def test_a_long_text_without_a_space_is_learned(algorithm: str) -> None:
    """400,000 characters, or a tenth of them: half are the same one, half are many.

    The trained tokenizer encodes a tenth of it, and restores it.
    """
    text = "a" * (LONG // 2) + random_letters(LONG // 2)
    specification = TrainingSpecification(
        algorithm=algorithm,  # type: ignore[arg-type]
        pre_tokenizer="none",
        vocab_size=300,
        special_tokens=("[UNK]",),
    )
    job = Job(specification)
    trace = unpack(written(job, text)[-1][1])
    options = {"max_units": None} if algorithm == "wordpiece" else {}
    tokenizer = trace.tokenizer(**options)
    part = text[LONG * 9 // 20 : LONG * 11 // 20]
    ids = tokenizer.encode(part)
    assert len(ids) < len(part)
    assert tokenizer.decode(ids) == part


#: Allows a hundred seconds, prints what the system was told, allows none, and goes on.
COMPUTES_ON = """import resource
from bpe_core.worker.job import limit_seconds
limit_seconds(100)
print(resource.getrlimit(resource.RLIMIT_CPU)[0], flush=True)
limit_seconds(0)
while True: pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there the clock alone stops it")
def test_a_process_that_computes_on_is_ended() -> None:
    """It ends after a number of seconds of its own computing, however busy the machine is."""
    ended = subprocess.run(
        [sys.executable, "-c", COMPUTES_ON], cwd=ROOT, capture_output=True, check=False
    )
    assert ended.returncode == -signal.SIGXCPU
    assert 100 <= int(ended.stdout) <= 110
