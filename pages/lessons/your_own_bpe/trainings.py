"""The correct training and the one handed in: their diagnosis, and both side by side.

A separate process compares them. No submitted code is run: only a list of merges is read. The
second training runs on the same corpus, but chooses the list's merges at each step, as far as they
are possible. Its counts are therefore real, too.
"""

import json
from dataclasses import replace

import streamlit as st

from bpe_core import Trace
from bpe_core.diagnosis.diagnosis import Diagnosis
from bpe_core.diagnosis.job import DiagnosisJob, DiagnosisStoppedError, from_record
from bpe_core.text.corpus import as_bytes
from pages.components.stepper import stepper
from pages.components.training import WorkerAnswers, all_trained
from pages.components.walk_follower import WalkStart, follow_walk, walk_place
from pages.lessons.your_own_bpe import LESSON
from pages.lessons.your_own_bpe.verdict import HandedIn
from pages.session import state
from pages.session.language import _, format_number
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue
from pages.session.traces import merges_by_key, shown_trace
from pages.session.training_request import TrainingRequest
from server.workers.jobs import JobProgress

#: The most seconds that a diagnosis may compute in total.
TIME_LIMIT = 90
#: How many diagnoses are kept for reuse; one of 8,000 merges takes about 3 MB.
MOST_CACHED = 32


def diagnosed(request: TrainingRequest, handed: HandedIn) -> Diagnosis | None:
    """How the merges compare with those asked for; None until the result is available."""
    specification, text = request.source()
    job = DiagnosisJob(handed.text, specification)
    return ANSWERS.ask([request.key, handed.digest], job, text)


def _read(data: bytes) -> Diagnosis:
    record = json.loads(data)
    return from_record(record, record.pop("unit"))


def _progress_text(progress: JobProgress) -> str:
    """The message that says what is being done."""
    if progress.stage == "count":
        return _("Checking: counting the words and pairs of the text.")
    total = format_number(progress.total or 0)
    done = format_number(progress.done)
    if progress.stage == "train":
        template = _("Checking: {done} of {total} merges learned for comparison.")
        return template.format(done=done, total=total)
    template = _("Looking for an explanation: {done} of {total} kinds of trainers tried.")
    return template.format(done=done, total=total)


ANSWERS = WorkerAnswers(
    "bpe_core.diagnosis.job",
    _read,
    _progress_text,
    DiagnosisStoppedError(seconds=TIME_LIMIT),
    most=MOST_CACHED,
    time_limit=TIME_LIMIT,
)


Choice = tuple[int, int, int]
#: The last training with a list's merges that was opened at its first difference.
_opened = SessionValue[str]("opened_at_difference")


def walk_both(request: TrainingRequest, diagnosis: Diagnosis) -> None:
    """Train both ways, and step through both from the first step that differs."""
    done = all_trained([request])
    if done is None or not isinstance(trace := done[0].trace, Trace):
        return
    choices = choices_of(diagnosis, trace)
    beside = ""
    if choices:
        last = choices[-1][0]
        theirs = request.but(choices=choices, num_merges=last, vocab_size=None, min_frequency=1)
        both = all_trained([theirs])
        if both is None:
            return
        beside = both[0].key
    else:
        st.caption(LESSON.prose("not_possible"))
    opened = f"{done[0].key} {beside}"
    if _opened.get() != opened:  # go to the first difference, once for each list
        _opened.put(opened)
        state.begin_at(diagnosis.first_difference or 1)
    now = walk_place(done[0].key, len(trace))
    _walk(replace(now, visit=state.walk_number(), view=()), beside)
    _follow(done[0].key)


def choices_of(diagnosis: Diagnosis, trace: Trace) -> tuple[Choice, ...]:
    """The list's merges from the first difference on, as token ids of a training.

    The choices end where two merges make the same text, because either could be meant.
    """
    size = trace.first_base_id + len(trace.corpus.base_vocabulary)
    ids: dict[bytes, int | None] = {}
    for token_id, token in enumerate(trace.vocabulary[trace.first_base_id : size]):
        text = as_bytes(token)
        ids[text] = None if text in ids else token_id + trace.first_base_id
    choices = []
    for step, (left, right) in enumerate(diagnosis.found_merges[: diagnosis.followed], 1):
        pair = ids.get(left), ids.get(right)
        if pair[0] is None or pair[1] is None:
            break
        if step >= (diagnosis.first_difference or 1):
            choices.append((step, pair[0], pair[1]))
        made = left + right
        ids[made] = None if made in ids else size + step - 1
    return tuple(choices)


@lesson_fragment
def _walk(start: WalkStart, beside: str) -> None:
    """Draw the stepper over the correct training, with the other one beside it."""
    trace, fork = merges_by_key(start.trace_key), merges_by_key(beside)
    if trace is None or (beside and fork is None):
        st.rerun()
    stepper(
        trace,
        start,
        key="both_trainings",
        fork=(beside, fork) if fork else None,
        handed_in=True,
        on_predict_change=lambda: None,
    )


@lesson_fragment
def _follow(key: str) -> None:
    """Keep the address in step with the walk."""
    trace = shown_trace(key, Trace)
    follow_walk(len(trace))
