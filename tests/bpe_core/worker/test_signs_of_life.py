"""Signs of life from long work."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO

import pytest

from bpe_core.worker import job as worker
from bpe_core.worker.job import Job, Report
from bpe_core.worker.signs_of_life import beat, listen


@pytest.fixture(autouse=True)
def nobody_listens_afterwards() -> Iterator[None]:
    yield
    listen(None)


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram", "side-by-side"])
def test_every_stage_of_a_training_gives_signs_of_life(algorithm: str) -> None:
    """Whatever takes long on a long text: counting, the first pairs or the seed, the tables."""
    report, beats = Report(BytesIO()), Counter[str]()
    listen(lambda: beats.update([report.said.decode()]))
    words = " ".join(f"{i}ug" for i in range(100))
    Job(algorithm=algorithm, num_merges=20).answer(words, report)  # type: ignore[arg-type]
    for stage in ("count", "tables"):
        assert sum(n for said, n in beats.items() if stage in said) >= 5


def test_a_beat_says_the_last_progress_again_if_that_was_a_while_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = BytesIO()
    report = Report(stream)
    listen(report.again)
    beat()
    assert stream.getvalue() == b""
    report.stage("count")
    once = stream.getvalue()
    beat()
    assert stream.getvalue() == once
    monkeypatch.setattr(worker, "SECONDS_PER_REPORT", 0.0)
    beat()
    assert stream.getvalue() == 2 * once
