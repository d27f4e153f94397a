"""A diagnosis by a worker: what the page receives."""

import json

from bpe_core.diagnosis import TrainingSpecification, diagnose
from bpe_core.diagnosis.job import DiagnosisJob, from_record
from bpe_core.worker.job import ERROR, PROGRESS, TRACE, error_of
from tests.bpe_core.diagnosis.corpora import ENGLISH
from tests.bpe_core.worker.records import records

MODULE = "bpe_core.diagnosis.job"


def test_the_worker_answers_as_the_library_does() -> None:
    """It also reports progress."""
    settings = TrainingSpecification(unit="byte", pre_tokenizer="gpt2", num_merges=30)
    job = DiagnosisJob("Ġ t\nh e\nĠt he", settings, seconds=60)
    said = records(MODULE, job, ENGLISH)
    assert {kind for kind, _ in said[:-1]} == {PROGRESS}
    assert "search" in {json.loads(record)["stage"] for _, record in said[:-1]}
    kind, answer = said[-1]
    assert kind == TRACE
    right = diagnose(ENGLISH, settings, "Ġ t\nh e\nĠt he", seconds=60)
    record = json.loads(answer)
    assert record.pop("unit") == "byte"
    assert from_record(record, "byte") == right


def test_a_list_that_cannot_be_read_comes_back_as_its_error() -> None:
    """It keeps its own message and its fields."""
    kind, record = records(MODULE, DiagnosisJob("hug"), "hug 10\npug 5")[-1]
    assert kind == ERROR
    assert error_of(record).fields == {"entry": 1, "content": "hug"}
