"""Choose the vocabularies of a lesson, and get their answers: an answer that is there, or progress.

A file is open in a process of its own, and opening one takes seconds. In the meantime the page
shows what it has, checks again twice a second, and stays responsive.
"""

from collections.abc import Collection, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import streamlit as st
from babel import Locale

from bpe_core.errors import BpeError
from bpe_core.files.inspection.tokens import Question
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from pages.session.language import (
    BABEL_LOCALE,
    N_,
    _,
    as_code,
    current_language,
    format_number,
    gettext,
    translate_error,
    visible,
)
from pages.session.session_state import SessionValue
from pages.session.uploads import ANSWERS, READERS, Vocabulary, missing, wanted_file
from server.stores.model_files import PendingQuestion
from server.stores.vocabularies import SHELF
from server.streamlit_internals.reruns import wait_interruptibly
from server.streamlit_internals.sessions import session_id
from server.workers.jobs import Phase

#: Seconds that a page waits before it shows progress, and between two checks of it.
PATIENCE, SECONDS_PER_LOOK = 0.4, 0.5
#: The most characters of a file's name that are shown.
_NAME = 40
#: What pip installs: a checkout has a list of them, the package an extra.
_WANTED = (
    "-r requirements-wild.txt"
    if (Path(__file__).parents[3] / "requirements-wild.txt").exists()
    else '"merge-by-merge[vocabularies]"'
)


def shown_name(vocabulary: Vocabulary) -> str:
    """A name as Markdown; the name of a learner's own file is shown literally."""
    return as_code(visible(vocabulary.name, _NAME)) if vocabulary.is_own else vocabulary.name


def draw_not_here(codes: Collection[str]) -> None:
    """Ask for the files that the author of a link had chosen from their own."""
    for code in codes:
        if name := wanted_file(code):
            st.info(
                _(
                    "This link shows a tokenizer file, {name}, but a link cannot include "
                    "the file itself. Choose the file under “Use your own tokenizer file” "
                    "to see what its sender saw.",
                    name=as_code(visible(name, _NAME)),
                )
            )


def draw_missing() -> None:
    """Draw what is not installed, and the command that adds it."""
    if not missing():
        return
    names = _(", ").join(entry.name for entry in missing())
    st.info(
        _(
            "Not installed on this server: {names}. This command installs what is missing:",
            names=names,
        )
    )
    st.code(f"python -m pip install {_WANTED}", language=None)


def published_vocabularies() -> dict[str, RankedTokenizer]:
    """The loaded vocabularies by name, in the order of their publication."""
    return SHELF.ready()


def draw_loading() -> bool:
    """Whether some are still loading; if so, draw the progress."""
    if len(SHELF.ready()) < SHELF.total:
        SHELF.wait(PATIENCE)
    if len(SHELF.ready()) >= SHELF.total:
        return False
    # A page that is not shown yet waits a while for what is so called.
    with st.container(key="awaited_vocabularies"):
        _loading()
    return True


@st.fragment(run_every=SECONDS_PER_LOOK)
def _loading() -> None:
    """Draw the bar. Only this runs again, until all are loaded."""
    done, total = len(SHELF.ready()), SHELF.total
    if done >= total:
        st.rerun()
    message = _("Loading the published vocabularies, once per server start: {done} of {total}.")
    st.progress(
        done / total,
        message.format(done=format_number(done), total=format_number(total)),
    )


#: Classes of tokens without letters of a single script.
CLASSES = {
    "mixed": N_("several scripts"),
    "space": N_("whitespace"),
    "digits": N_("digits"),
    "signs": N_("symbols"),
    "part": N_("parts of characters"),
    "Other": N_("other scripts"),
}
#: Scripts with their ISO 15924 codes, which Babel uses to look up their names.
_CODES = {name: code for code, name in Locale.parse("en").scripts.items()} | {
    "Bengali": "Beng", "Oriya": "Orya", "Canadian_Aboriginal": "Cans", "Nko": "Nkoo",
}  # fmt: skip


def script_name(script: str) -> str:
    """The name of a script, or of a class of tokens.

    >>> script_name("Han"), script_name("signs")
    ('Han', 'symbols')
    """
    if script in CLASSES:
        return gettext(CLASSES[script])
    names = Locale.parse(BABEL_LOCALE[current_language()]).scripts
    return str(names.get(_CODES.get(script, ""), script))


_pending = SessionValue[dict[str, PendingQuestion]]("model_questions")
#: The questions that the page has drawn progress for.
_awaited = SessionValue[list[PendingQuestion]]("model_questions_awaited")


class Reply(NamedTuple):
    """The result of a question: the answer, an error, or neither while it is being worked on."""

    vocabulary: Vocabulary
    pending: PendingQuestion | None
    answer: Any = None
    error: BpeError | None = None

    @property
    def is_there(self) -> bool:
        return self.answer is not None

    @property
    def is_to_come(self) -> bool:
        """Whether it is still being worked on."""
        return not self.is_there and self.error is None


def ask(vocabulary: Vocabulary, question: Question, purpose: str) -> Reply:
    """Ask a vocabulary; a question that was answered before has its answer at once.

    For each purpose a session has one question per vocabulary: a new one replaces one that is
    still waiting.
    """
    held = ANSWERS.get(vocabulary.digest, question)
    if held is not None:
        return Reply(vocabulary, None, held)
    pending = _pending_question(vocabulary, question, f"{purpose} {vocabulary.digest}")
    if pending.phase is Phase.DONE:
        ANSWERS.put(vocabulary.digest, question, pending.answer)
        return Reply(vocabulary, None, pending.answer)
    return Reply(vocabulary, pending, error=pending.error)


def _pending_question(vocabulary: Vocabulary, question: Question, purpose: str) -> PendingQuestion:
    """The question: the pending one if it was asked before, and otherwise a new one."""
    by_purpose = _pending.get() or _pending.put({})
    pending = by_purpose.get(purpose)
    if pending is None or pending.question != question or pending.phase is Phase.CANCELLED:
        pending = READERS.ask(session_id(), vocabulary.digest, question, purpose)
        by_purpose[purpose] = pending
    return pending


def ask_anew(digest: str) -> None:
    """Forget the results of the last questions to a file, so that failed ones are asked again."""
    by_purpose = _pending.get() or {}
    for key in [key for key in by_purpose if key.endswith(f" {digest}")]:
        del by_purpose[key]


def await_from_here() -> None:
    """Have `is_waiting` count only what is drawn from here on.

    A question may still be open that an earlier run has asked: it was interrupted, and nothing on
    the page waits for the answer any more.
    """
    _awaited.put([])


def is_waiting() -> bool:
    """Whether progress was drawn and has not ended; slower questions should be asked after it."""
    return bool(_still_awaited())


def _still_awaited() -> list[PendingQuestion]:
    return [pending for pending in _awaited.get() or [] if not pending.over.is_set()]


def ask_all(wanted: Sequence[tuple[Vocabulary, Question]], purpose: str) -> list[Reply]:
    """Ask several vocabularies, and wait for a moment, because most are quick."""
    replies = [ask(*each, purpose) for each in wanted]
    end = monotonic() + PATIENCE
    for reply in replies:
        if reply.pending is not None:
            wait_interruptibly(reply.pending.over, max(0.0, end - monotonic()))
    return [ask(*each, purpose) for each in wanted]


def answered(vocabulary: Vocabulary, question: Question, purpose: str) -> Any | None:
    """The answer; None if it is not there yet or there is none, and then this has drawn why.

    A page that opens waits for it for a while, and it has a screen's room until it is there: so
    nothing moves when it comes.
    """
    replies = ask_all([(vocabulary, question)], purpose)
    room = st.container(key=f"awaited_{purpose}") if replies[0].is_to_come else nullcontext()
    with room:
        draw_missing_answers(replies)
    return replies[0].answer


def draw_missing_answers(replies: Sequence[Reply]) -> None:
    """Draw why answers are missing: an error for each that failed, and the progress of the rest."""
    for reply in replies:
        if reply.error is not None:
            message = translate_error(reply.error)
            st.error(_("{name}: {told}", name=shown_name(reply.vocabulary), told=message))
    waiting = [reply for reply in replies if reply.is_to_come]
    if waiting:
        pending = [reply.pending for reply in waiting if reply.pending is not None]
        _awaited.put([*_still_awaited(), *pending])
        _progress(pending, _progress_text(waiting))


def _progress_text(waiting: Sequence[Reply]) -> str:
    names = _(", ").join(shown_name(reply.vocabulary) for reply in waiting)
    return _("Loading {names}. This can take a few seconds.", names=names)


@st.fragment(run_every=SECONDS_PER_LOOK)
def _progress(pending: Sequence[PendingQuestion], message: str) -> None:
    """Draw what the page waits for. Only this runs again, until there is an answer."""
    if any(each.over.is_set() for each in pending):
        st.rerun()
    places = [READERS.place_of(each) for each in pending if each.phase is Phase.WAITING]
    before = min(places, default=0)
    if before:
        place = _("Waiting for other requests: yours is number {n} in the queue.", n=before + 1)
        message = f"{message} {place}"
    st.info(message)
